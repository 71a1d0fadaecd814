import { join } from 'node:path';
import type { z } from 'zod';
import { kinds } from '../../shared/kinds/index.ts';
import type { ParseContext } from '../../shared/schema/fields.ts';
import type { FolderSource, Kind, SchemaOf } from '../../shared/schema/kind.ts';
import { createParseContext } from '../content-api/field-parsers.ts';
import { MarkdownError } from './bounded-markdown.ts';
import type { ContentFile, MarkdownFile } from './content-files.ts';
import type { Fault } from './faults.ts';
import { listFolder, pathExists, UnreadableFileError } from './file-system.ts';
import { type LoaderContext, listLoader, markdownLoader, singleLoader } from './kind-loaders.ts';
import { createMarkdownConverter } from './markdown-converter.ts';
import { MarkdownTexts } from './markdown-texts.ts';
import { MediaFiles } from './media-files.ts';
import { plainTextToHtml, stripTags } from './plain-text.ts';
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
  /** Shows items with `draft: true`, marked as drafts. */
  drafts?: boolean;
  /** A folder for the last valid site.yaml, which outlives the process. */
  storedSiteDir?: string;
  /** False beside an upstream: site.yaml may be missing. */
  needsSite?: boolean;
  /** Called with each file that was read and is shown. */
  onFileRead?: (file: ContentFile | MarkdownFile) => void;
}

/** Content as it was loaded last. */
export interface LoadedContent {
  content: Content;
  faults: Fault[];
  texts: MarkdownTexts;
  index: WordIndex;
  media: MediaFiles;
  siteFileState: SiteFileState;
  /** The faults because of which the content cannot be served; none: it can. */
  fatalFaults: Fault[];
}

/** Loads a content folder once. */
export const loadContent = (options: ContentOptions): Promise<LoadedContent> => openContent(options).load();

export const SITE_FILE = 'site.yaml';

/** The version of site.yaml in use. Without one nothing is served. */
export type SiteFileState =
  | 'valid'
  /** Parts of it were dropped, or it is an earlier version of this process. */
  | 'faulty'
  /** An earlier process has stored it. */
  | 'stored'
  | 'none';

/**
 * Opens a content folder. Each `load` reads the files that have changed. Faulty content is reported and replaced by its
 * last valid version, or dropped if it has none; the rest is served. Loads must not overlap.
 */
export function openContent(options: ContentOptions): { load(): Promise<LoadedContent> } {
  const { dir, timeZone, drafts = false, storedSiteDir, needsSite = true, onFileRead } = options;
  const media = new MediaFiles(dir);
  const toHtml = createMarkdownConverter(media);
  const texts = new MarkdownTexts(toHtml);
  const index = new WordIndex((item) => texts.htmlOf(item));
  const markdownFaults: { text: string; message: string }[] = [];
  const ctx = folderParseContext(timeZone, toHtml, (text, message) => markdownFaults.push({ text, message }));
  let faults: Fault[] = [];
  const context: LoaderContext = {
    dir,
    media,
    texts,
    drafts,
    onFileRead,
    takeMarkdownFaults: () => markdownFaults.splice(0),
    report: (more) => {
      for (const fault of more) faults.push(fault);
    },
  };
  const loaders = Object.entries(kinds).flatMap(([name, { folder: source }]: [string, Kind]) =>
    source ? [{ name, load: loaderOf(context, name, source, ctx) }] : [],
  );
  let last: Content | undefined;
  let origin: SiteFileState = 'none';

  async function loadKinds(): Promise<Content> {
    const content: Record<string, unknown> = {};
    for (const { name, load } of loaders) content[name] = await load();
    return content as Content;
  }

  /** The site, from the first place that has a valid one: the file, the last load, the stored file. */
  async function siteOf(site: Content['site'], isFaulty: boolean): Promise<Content['site']> {
    if (site) {
      origin = isFaulty ? 'faulty' : 'valid';
      return site;
    }
    if (last?.site) {
      if (origin === 'valid') origin = 'faulty';
      return last.site;
    }
    const stored = storedSiteDir !== undefined && isFaulty ? await readStoredSite(storedSiteDir) : undefined;
    origin = stored ? 'stored' : 'none';
    return stored;
  }

  async function readStoredSite(storedDir: string): Promise<Content['site']> {
    const storedFaults: Fault[] = [];
    const report = (more: readonly Fault[]) => storedFaults.push(...more);
    const stored = { ...context, dir: storedDir, onFileRead: undefined, report };
    const site = await singleLoader(stored, SITE_FILE, kinds.site.folder.schema(ctx))();
    return storedFaults.length > 0 ? undefined : site;
  }

  return {
    async load() {
      media.refresh();
      faults = [];
      const folderFault = findFolderFault(dir);
      // A folder that is missing for a moment removes no content.
      const content = folderFault && last ? last : await loadKinds();
      if (folderFault) faults = [folderFault];
      else {
        if (needsSite && !pathExists(join(dir, SITE_FILE))) {
          faults.push({ file: SITE_FILE, line: 1, column: 1, message: 'there is no such file' });
        }
        faults.push(...unknownFiles(dir));
      }
      const siteFaults = folderFault ? faults : faults.filter(({ file }) => file === SITE_FILE);
      const site = await siteOf(folderFault ? undefined : content.site, !folderFault && siteFaults.length > 0);
      last = { ...content, site };
      return {
        content: last,
        faults,
        texts,
        index,
        media,
        siteFileState: origin,
        fatalFaults: site ? [] : siteFaults,
      };
    },
  };
}

function loaderOf(context: LoaderContext, name: string, { layout, schema }: FolderSource, ctx: ParseContext) {
  if (layout === 'markdown') return markdownLoader(context, name, schema(ctx));
  return layout === 'list'
    ? listLoader(context, `${name}.yaml`, schema(ctx))
    : singleLoader(context, `${name}.yaml`, schema(ctx));
}

/** Markdown becomes HTML here; the gateway sanitises it, as that of every upstream. The excerpt is for search only. */
function folderParseContext(
  timeZone: string,
  toHtml: (text: string) => string,
  onMarkdownFault: (text: string, message: string) => void,
): ParseContext {
  return {
    ...createParseContext({ timeZone, videoOrigins: [], onDropped: () => {} }),
    strict: true,
    html(text) {
      try {
        return toHtml(text);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        onMarkdownFault(text, error.faultMessage);
        return plainTextToHtml(text);
      }
    },
    excerpt: (html) => stripTags(html, ' '),
  };
}

/** Why the folder as a whole cannot be read. */
function findFolderFault(dir: string): Fault | undefined {
  const fault = (message: string) => ({ file: '.', line: 1, column: 1, message });
  try {
    const names = listFolder(dir);
    if (!names) return fault('there is no such folder');
    return names.length === 0 ? fault('the folder is empty') : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return fault(error.message);
  }
}
