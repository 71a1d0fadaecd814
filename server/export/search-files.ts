import type { Config } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import type { Gateway } from '@foyer/gateway';
import type { ApiFiles } from '@foyer/images';
import {
  type IndexPart,
  mapTexts,
  openDocumentTexts,
  readerOf,
  type SearchDocument,
  SearchService,
  type TermsPart,
} from '@foyer/search';
import type { Logger } from 'pino';
import { searchedPages } from '../searched-pages.ts';
import { siteOfExport } from './complete-answers.ts';
import { INDEX_PATH, type IndexHead, type LongTexts, textPartOf } from './exported-files.ts';

/** Characters of a part of the texts: it is loaded to show excerpts. */
const PART_CHARACTERS = 100_000;

interface SearchSource {
  config: Config;
  gateway: Gateway;
  log: Logger;
  /** None: a CMS. */
  content?: FolderSource;
  /** The script that reads PDFs. */
  pdfThread: string;
  /** Of a CMS. */
  api?: ApiFiles;
}

/** The search index of all content, as files by their addresses. The same texts make the same parts. */
export async function searchFiles(source: SearchSource): Promise<[address: string, data: object][]> {
  const documents: SearchDocument[] = [];
  const index: TermsPart[] = [];
  for (const part of await indexContent(source)) {
    if ('document' in part) documents.push(part.document);
    else index.push(part);
  }
  documents.sort((a, b) => (a.key < b.key ? -1 : 1));
  const parts = textParts(documents);
  const head: IndexHead = {
    index,
    documents: documents.map(withoutLongTexts),
    parts: parts.length,
    screens: Object.fromEntries(
      await Promise.all(
        source.gateway.locales.map(async (locale) => [locale, (await source.gateway.site({ locale })).site.screens]),
      ),
    ),
    ...(await siteOfExport(source)),
  };
  return [
    [`${INDEX_PATH}/index`, head],
    ...parts.map((part, number): [string, object] => [`${INDEX_PATH}/texts-${number}`, part]),
  ];
}

/** Reads all content, as the search of a server does. */
async function indexContent({
  config,
  gateway,
  log,
  content,
  pdfThread,
  api,
}: SearchSource): Promise<Iterable<IndexPart>> {
  const documentTexts = openDocumentTexts(config, { threadFile: pdfThread, api }, log);
  const service = new SearchService({
    sources: searchedPages,
    reader: readerOf({ gateway, folder: content, documentTexts }),
    log,
  });
  await service.start();
  await service.settled();
  await service.close();
  await documentTexts.close();
  if (!service.status.isComplete) throw new Error('not all content could be read');
  return service.parts();
}

function textParts(documents: readonly SearchDocument[]): Record<string, LongTexts>[] {
  const long = documents.map(({ key, texts }): [string, LongTexts] => [
    key,
    Object.fromEntries(
      Object.entries(texts).map(([locale, { text, files }]) => [
        locale,
        { text: text.toString(), files: files.map((file) => file.text?.toString() ?? null) },
      ]),
    ),
  ]);
  const characters = long.reduce((sum, [, texts]) => sum + JSON.stringify(texts).length, 0);
  // A power of two: the number of parts changes seldom.
  const count = 2 ** Math.max(0, Math.ceil(Math.log2(characters / PART_CHARACTERS)));
  const parts: Record<string, LongTexts>[] = Array.from({ length: count }, () => ({}));
  for (const [key, texts] of long) Object.assign(parts[textPartOf(key, count)] ?? {}, { [key]: texts });
  return parts;
}

const withoutLongTexts = (document: SearchDocument): SearchDocument => ({
  ...document,
  texts: mapTexts(document.texts, (text) => ({
    ...text,
    text: '',
    files: text.files.map(({ text: _, ...file }) => file),
  })),
});
