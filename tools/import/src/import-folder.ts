import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { AnswerStore, FolderWriter, interrupted, Pause } from '@foyer/api-reader';
import { ADDRESS_HINT } from '@foyer/cms';
import { CommandError, lockFolder, type Progress } from '@foyer/command-line';
import type { Config } from '@foyer/config';
import { MediaFiles } from '@foyer/folder';
import { createParseContext } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { Addresses } from './addresses.ts';
import { ApiReader } from './api-reader.ts';
import { Conflicts } from './conflicts.ts';
import { convertTexts } from './convert-texts.ts';
import { folderFiles } from './folder-files.ts';
import { createImportContext, type SourceText } from './import-context.ts';
import { ItemParser } from './item-parser.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { Media, megabytes } from './media.ts';
import type { ImportOptions } from './options.ts';
import { incompleteKinds, readContent } from './read-content.ts';
import { Report } from './report.ts';
import { fontsOf, nameSite, type ReadContent } from './site-parts.ts';
import { applyChanges, compareFolder, type FileChange } from './sync-folder.ts';
import { createFieldWriter } from './written-fields.ts';

export interface ImportResult {
  /** Of each kind. */
  counts: ReadonlyMap<string, number>;
  changes: readonly FileChange[];
  /** Whether what the CMS does not have any more is deleted. */
  prunes: boolean;
  media: { fetched: number; unchanged: number; bytes: number };
  report: Report;
}

export interface ImportParts {
  config: Config & { upstream: { url: string; authorization?: string } };
  options: ImportOptions;
  progress: Progress;
  signal: AbortSignal;
}

/** Reads an API into a folder. Rejects with a CommandError. */
export async function importFolder(parts: ImportParts): Promise<ImportResult> {
  const { dir, isDryRun } = parts.options;
  const isFolder = await stat(dir).then(
    (stats) => stats.isDirectory(),
    () => undefined,
  );
  if (isFolder === false) throw new CommandError(`${dir} is a file: name a folder.`, 2);
  const writer = new FolderWriter(dir);
  if (isDryRun) return importInto(parts, writer);
  const unlock = await lockFolder(dir, { file: '.import/lock', action: 'import' });
  try {
    return await importInto(parts, writer);
  } finally {
    // The next import removes what these cannot: a failure of theirs must not hide why the import has failed.
    await writer.clean().catch(() => {});
    await unlock().catch(() => {});
  }
}

async function importInto(parts: ImportParts, writer: FolderWriter): Promise<ImportResult> {
  const { config, options, progress, signal: stop } = parts;
  const { dir, siteUrl, isDryRun, maxMediaBytes, maxWaitMs } = options;
  const { site, upstream, mediaOrigins, outgoing } = config;
  const { locales } = site;
  const [manifest, conflicts] = await Promise.all([readManifest(dir, locales), Conflicts.open(dir, writer)]);
  // Ends what is still in progress when something has failed.
  const end = new AbortController();
  const signal = AbortSignal.any([stop, end.signal]);
  // Each call that waits listens: Node would warn of a leak.
  setMaxListeners(0, signal);
  const report = new Report();
  const addresses = new Addresses({ apiUrl: upstream.url, siteUrl, mediaOrigins, locales });
  const store = isDryRun ? undefined : await AnswerStore.open(writer, dir, `${upstream.url} ${locales.join()}`);
  const pause = new Pause({ signal, maxWaitMs, print: (text) => progress.print(text) });
  const reader = new ApiReader({ config, store, signal, pause });
  const media = new Media({
    dir,
    writer,
    addresses,
    api: reader.files,
    outgoing,
    manifest,
    conflicts,
    report,
    signal,
    pause,
    maxBytes: maxMediaBytes,
  });
  const work: Work = {
    ...parts,
    signal,
    writer,
    manifest,
    conflicts,
    report,
    addresses,
    reader,
    media,
    texts: new Map(),
  };
  let isRead = false;
  try {
    if (store?.hasAnswers) progress.print('Goes on where the last import has stopped');
    const content = await readEditions(work);
    isRead = true;
    await fetchMedia(work);
    const written = await writeFiles(work, content);
    if (!isDryRun) await Promise.all([writeManifest(writer, manifest), conflicts.save()]);
    await store?.clear();
    const { fetched, unchanged, bytes } = media;
    return { ...written, media: { fetched, unchanged, bytes }, report };
  } catch (error) {
    // What was written before a failure is known to the next import.
    if (isRead && !isDryRun) await Promise.all([writeManifest(writer, manifest), conflicts.save()]).catch(() => {});
    if (stop.aborted && !(error instanceof CommandError)) throw interrupted();
    throw error;
  } finally {
    progress.end();
    end.abort();
    await Promise.all([reader.close(), media.close()]);
  }
}

/** What the steps of an import share. */
interface Work extends ImportParts {
  writer: FolderWriter;
  manifest: Manifest;
  conflicts: Conflicts;
  report: Report;
  addresses: Addresses;
  reader: ApiReader;
  media: Media;
  /** Of each placeholder. */
  texts: Map<string, SourceText>;
}

async function readEditions({ config, progress, report, addresses, reader, texts }: Work): Promise<ReadContent> {
  const { site, upstream, videoOrigins } = config;
  const { locales, timeZone } = site;
  const content: ReadContent = new Map();
  progress.begin('Calls');
  await probe(reader);
  for (const locale of locales) {
    const onDropped = (path: string, reason: string) => report.add(report.call, path, reason);
    const dateFormats = () => reader.dateFormats(report.call.split(' ')[0] ?? '');
    const shared = { timeZone, videoOrigins, locale, addresses, texts, dateFormats, onDropped };
    const context = createImportContext({ ...shared, origin: reader.origin });
    // An old address of a file is one of the site, whatever the CMS has there.
    const ofSite = createImportContext(shared);
    const parser = new ItemParser(locale, (kind) => (kind === 'redirects' ? ofSite : context), report);
    const prefix = locale === locales[0] ? '' : `${locale}/`;
    content.set(locale, await readContent({ reader, parser, context, report, locale, prefix, progress }));
  }
  if ([...content.values()].every((edition) => [...edition.values()].every(({ items }) => items.length === 0)))
    throw new CommandError(`${upstream.url} has no content: ${ADDRESS_HINT}.`);
  nameSite(content, config, report);
  for (const font of fontsOf(content)) addresses.file(new URL(font, reader.origin).href);
  return content;
}

async function fetchMedia({ options, progress, addresses, media, writer, manifest }: Work): Promise<void> {
  const { isDryRun, maxMediaBytes } = options;
  progress.begin('Sizes of files', addresses.files.size);
  const { files, bytes, unknown } = await media.plan(() => progress.done(), isDryRun);
  const ofUnknownSize = unknown > 0 ? `, and ${unknown} of unknown size` : '';
  if (files.length > 0)
    progress.print(`${files.length} pictures and documents, ${megabytes(bytes)} to be fetched${ofUnknownSize}`);
  if (bytes > maxMediaBytes)
    progress.print(`More than the ${megabytes(maxMediaBytes)} that --max-media-mb allows: some will not be fetched`);
  if (isDryRun) return;
  progress.begin('Pictures and documents', files.length);
  await media.fetch(files, () => progress.done());
  await writeManifest(writer, manifest);
}

async function writeFiles(
  { config, options, progress, report, media, writer, manifest, conflicts, texts, signal }: Work,
  content: ReadContent,
): Promise<Pick<ImportResult, 'counts' | 'changes' | 'prunes'>> {
  const { dir, isDryRun, prune } = options;
  const { site, videoOrigins } = config;
  const { locales, timeZone } = site;
  const folder = new MediaFiles(dir);
  const locationOf = (address: string) => media.locationOf(address);
  const sanitiserOf = (locale: Locale) =>
    createParseContext({ timeZone, locale, videoOrigins, onDropped: () => {} }).html;
  progress.begin('Texts', texts.size);
  const markdown = await convertTexts(texts, { media: folder, sanitiserOf, locationOf, progress, signal });
  const writeFields = createFieldWriter({ media: folder, markdown, locationOf, report });
  const { files, counts } = folderFiles({ locales, content, manifest, report, writeFields });
  const incomplete = incompleteKinds(content);
  const changes = await compareFolder(dir, files, { manifest, conflicts, incomplete });
  signal.throwIfAborted();
  const prunes = prune && incomplete.size === 0;
  if (prune && !prunes) report.add('--prune', '', 'nothing is deleted, as not everything could be read');
  if (!isDryRun) await applyChanges(writer, changes, files, { manifest, conflicts }, { prune: prunes, signal });
  return { counts, changes: [...changes, ...media.changes], prunes };
}

/** The API answers a call, or says that it does not have it. Rejects with a CommandError that says what is wrong. */
async function probe(reader: ApiReader): Promise<void> {
  const failures: unknown[] = [];
  for (const call of ['site', 'home', 'news']) {
    try {
      await reader.read(call);
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}
