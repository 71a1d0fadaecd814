import { join } from 'node:path';
import type { Locale } from '@foyer/messages';
import {
  addressOfItem,
  type FolderSource,
  type Kind,
  kinds,
  type Locales,
  type Redirect,
  type SchemaOf,
} from '@foyer/model';
import { scriptHash } from '@foyer/runtime';
import type { Logger } from 'pino';
import type * as z from 'zod';
import { version } from '../../../package.json';
import { inspectCharts } from './chart-block.ts';
import { type ContentFile, type MarkdownFile, readMarkdown, SITE_FILE } from './content-files.ts';
import { DataTables } from './data-tables.ts';
import { type Edition, editionOf } from './editions.ts';
import type { Fault } from './faults.ts';
import { listFolder, pathExists, UnreadableFileError } from './file-system.ts';
import { folderParseContext } from './folder-parse-context.ts';
import { type LoaderContext, singleLoader } from './kind-loaders.ts';
import { type ChangedFiles, KnownFiles } from './known-files.ts';
import { kindLoader } from './load-kind.ts';
import type { LoadedKind } from './loaded-kind.ts';
import { createMarkdownConverter } from './markdown-converter.ts';
import { MarkdownTexts } from './markdown-texts.ts';
import { MediaFiles } from './media-files.ts';
import { StoredFiles } from './stored-files.ts';
import { unknownFiles } from './unknown-files.ts';
import { WordIndex } from './word-index.ts';

type Kinds = typeof kinds;
type ContentOf<Definition> = Definition extends { folder: { layout: infer Layout; schema: SchemaOf<infer Schema> } }
  ? Layout extends 'single'
    ? z.output<Schema> | undefined
    : z.output<Schema>[]
  : never;
/** The content of a folder by kind: items, or one thing. */
export type Content = {
  [Name in keyof Kinds as Kinds[Name] extends { folder: FolderSource } ? Name : never]: ContentOf<Kinds[Name]>;
};

export interface ContentOptions {
  dir: string;
  timeZone: string;
  /** The editions, the default one first; only English if not set. */
  locales?: Locales;
  /** Loads items with `draft: true` too; they have the same field. */
  drafts?: boolean;
  /** A folder for the last valid site.yaml, which outlives the process. */
  storedSiteDir?: string;
  /** Where parsed files are stored for the next process. None: each start parses every file. */
  parseStore?: { dir: string; log: Logger };
  /** False beside an upstream: site.yaml may be missing. */
  needsSite?: boolean;
  /** Called with each file that was read and is shown. */
  onFileRead?: (file: ContentFile | MarkdownFile) => void;
}

/** Content as it was loaded last. */
export interface LoadedContent {
  /** Of the default edition. */
  content: Content;
  /** Of each edition, the default one included. */
  editions: ReadonlyMap<Locale, Content>;
  /** The originals and their translations, from which the editions are made. */
  kinds: readonly LoadedKind[];
  faults: Fault[];
  texts: MarkdownTexts;
  tables: DataTables;
  index: WordIndex;
  media: MediaFiles;
  siteFileState: SiteFileState;
  /** The faults because of which the content cannot be served; none: it can. */
  fatalFaults: Fault[];
}

/** Loads a content folder once. */
export const loadContent = (options: ContentOptions): Promise<LoadedContent> => openContent(options).load();

/** The version of site.yaml in use. Without one nothing is served. */
export type SiteFileState =
  | 'valid'
  /** Parts of it were dropped, or it is an earlier version of this process. */
  | 'faulty'
  /** An earlier process has stored it. */
  | 'stored'
  | 'none';

export interface ContentFolder {
  /** @param changed what may have changed since the last load */
  load(changed?: ChangedFiles): Promise<LoadedContent>;
  /** Whether everything that the last load has looked at is still the same. */
  isCurrent(): Promise<boolean>;
  /** Stores what was loaded last for the next process. Never rejects. */
  store(): Promise<void>;
}

/**
 * Opens a content folder. Each `load` reads the files that have changed. Faulty content is reported and replaced by its
 * last valid version, or dropped if it has none; the rest is served. Loads must not overlap.
 */
export function openContent(options: ContentOptions): ContentFolder {
  const {
    dir,
    timeZone,
    locales = ['en'],
    drafts = false,
    storedSiteDir,
    needsSite = true,
    onFileRead,
    parseStore,
  } = options;
  const [defaultLocale, ...otherLocales] = locales;
  const files = new KnownFiles(dir);
  const media = new MediaFiles(dir, files);
  const toHtml = createMarkdownConverter(media);
  const unreadableCauses = new Set<string>();
  const texts = new MarkdownTexts({
    toHtml,
    readFile: (file) => readMarkdown(dir, file).body.trim(),
    onUnreadable(err, file) {
      const cause = err instanceof Error ? err.message : String(err);
      // One line for each cause: a disk that fails has every text fail.
      if (!unreadableCauses.has(cause)) parseStore?.log.warn({ err, file }, 'stored texts cannot be read');
      unreadableCauses.add(cause);
    },
  });
  const tables = new DataTables(dir, files, texts);
  const index = new WordIndex((item) => texts.htmlOf(item));
  const markdownFaults: { text: string; message: string }[] = [];
  const ctx = folderParseContext(timeZone, toHtml, {
    chartFaults: (text) => inspectCharts(text, media).faults,
    onMarkdownFault: (text, message) => markdownFaults.push({ text, message }),
  });
  const stored = parseStore && new StoredFiles({ ...parseStore, scope: scopeOf(options) });
  let faults: Fault[] = [];
  const context: LoaderContext = {
    dir,
    index,
    stored,
    storable: [],
    files,
    media,
    texts,
    drafts,
    onFileRead,
    takeMarkdownFaults: () => markdownFaults.splice(0),
    report: (more) => {
      for (const fault of more) faults.push(fault);
    },
  };
  function* storableFiles() {
    for (const filesOf of context.storable) yield* filesOf();
  }
  const loaders = Object.entries(kinds).flatMap(([name, { folder: source }]: [string, Kind]) =>
    source ? [kindLoader(source.hasTable ? { ...context, tables } : context, name, source, ctx, locales)] : [],
  );
  let lastKinds: LoadedKind[] | undefined;
  let lastFolderFault: Fault | undefined;
  let lastSite: Content['site'];
  let origin: SiteFileState = 'none';

  async function loadKinds(): Promise<LoadedKind[]> {
    const loaded: LoadedKind[] = [];
    for (const load of loaders) loaded.push(await load());
    return loaded;
  }

  const lastEditions = new Map<Locale, Edition>();
  async function contentOf(loaded: readonly LoadedKind[], locale: Locale): Promise<Content> {
    const edition = await editionOf(loaded, locale, locales, lastEditions.get(locale));
    lastEditions.set(locale, edition);
    return edition.content as Content;
  }
  const isSite = ({ name }: LoadedKind) => name === 'site';
  const ownSiteOf = async (loaded: readonly LoadedKind[]) =>
    ((await editionOf(loaded.filter(isSite), defaultLocale, locales)).content as Content).site;

  /** The site, from the first place that has a valid one: the file, the last load, the stored file. */
  async function siteOf(site: Content['site'], isFaulty: boolean): Promise<Content['site']> {
    if (site) {
      origin = isFaulty ? 'faulty' : 'valid';
      return site;
    }
    if (lastSite) {
      if (origin === 'valid') origin = 'faulty';
      return lastSite;
    }
    const stored = storedSiteDir !== undefined && isFaulty ? await readStoredSite(storedSiteDir) : undefined;
    origin = stored ? 'stored' : 'none';
    return stored;
  }

  async function readStoredSite(storedDir: string): Promise<Content['site']> {
    const storedFaults: Fault[] = [];
    const report = (more: readonly Fault[]) => storedFaults.push(...more);
    const own = { dir: storedDir, files: new KnownFiles(storedDir), stored: undefined, storable: [], report };
    const ownContext = { ...context, ...own, onFileRead: undefined };
    const { entries } = await singleLoader(ownContext, SITE_FILE, kinds.site.folder.schema(ctx))();
    return storedFaults.length > 0 ? undefined : entries[0]?.item;
  }

  return {
    async load(changed = 'any') {
      // Only the first load finds what is stored.
      if (!lastKinds) {
        await stored?.read();
        index.restoreWords(stored?.words ?? []);
      }
      // What changed before a load that could not read the folder has not been read.
      files.forget(lastFolderFault ? 'any' : changed);
      media.refresh();
      faults = [];
      const folderFault = findFolderFault(dir);
      lastFolderFault = folderFault;
      // A folder that is missing for a moment removes no content.
      const loaded = folderFault && lastKinds ? lastKinds : await loadKinds();
      stored?.forget();
      if (!folderFault) tables.forgetRemoved();
      if (folderFault) faults = [folderFault];
      else {
        if (needsSite && !pathExists(join(dir, SITE_FILE))) {
          faults.push({ file: SITE_FILE, line: 1, column: 1, message: 'there is no such file' });
        }
        faults.push(...unknownFiles(dir, locales, files));
      }
      const siteFaults = folderFault ? faults : faults.filter(({ file }) => file === SITE_FILE);
      const site = await siteOf(
        folderFault ? undefined : await ownSiteOf(loaded),
        !folderFault && siteFaults.length > 0,
      );
      lastSite = site;
      const siteEntries = site ? [{ place: SITE_FILE, item: site }] : [];
      const shown = loaded.map((kind) => (isSite(kind) ? { ...kind, entries: siteEntries } : kind));
      lastKinds = shown;
      const content = await contentOf(shown, defaultLocale);
      // A CMS has the items, and its own redirects, where the folder is beside it.
      if (needsSite) content.redirects = [...content.redirects, ...redirectsOfItems(content)];
      const editions = new Map([[defaultLocale, content]]);
      for (const locale of otherLocales) editions.set(locale, await contentOf(shown, locale));
      return {
        content,
        editions,
        kinds: shown,
        faults,
        texts,
        tables,
        index,
        media,
        siteFileState: origin,
        fatalFaults: site ? [] : siteFaults,
      };
    },
    isCurrent: async () => findFolderFault(dir)?.message === lastFolderFault?.message && (await files.isCurrent()),
    async store() {
      await stored?.write(storableFiles(), {
        bytesOf: (text) => texts.bytesOf(text),
        wordOf: (number) => index.wordOf(number),
      });
    },
  };
}

/** From the addresses that items with a page have had. */
const redirectsOfItems = (content: Content): Redirect[] =>
  Object.entries(content).flatMap(([kind, items]) =>
    [items]
      .flat()
      .flatMap((item) =>
        item && 'aliases' in item && Array.isArray(item.aliases)
          ? item.aliases.map((from) => ({ from: String(from), to: addressOfItem(kind, item.slug ?? item.id) }))
          : [],
      ),
  );

/** All that decides how a file is parsed, beside the file. */
function scopeOf({ timeZone, locales, drafts }: ContentOptions): string {
  const { version: node, arch } = process;
  return JSON.stringify([version, scriptHash(import.meta.url), node, arch, timeZone, locales, drafts]);
}

/** Why the folder as a whole cannot be read. */
function findFolderFault(dir: string): Fault | undefined {
  const fault = (message: string) => ({ file: '.', line: 1, column: 1, message });
  const hint = `"npm run new -- ${dir}" writes a new one (in the image: node dist/server/new-content.mjs ${dir})`;
  try {
    const names = listFolder(dir);
    if (!names) return fault(`there is no such folder: ${hint}`);
    return names.length === 0 ? fault(`the folder is empty: ${hint}`) : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return fault(error.message);
  }
}
