import { join } from 'node:path';
import { TimeSlice } from '@foyer/runtime';
import type * as z from 'zod';
import { type CacheContext, cachedParser, type ParseStorage } from './cached-parser.ts';
import { inspectCharts } from './chart-block.ts';
import {
  type ContentFile,
  linesBefore,
  listMarkdownFiles,
  type MarkdownFile,
  readMarkdown,
  readYaml,
  SITE_FILE,
} from './content-files.ts';
import { type DataTables, isTableHead, tableFileOf } from './data-tables.ts';
import { idOf } from './facts.ts';
import { type Fault, faultAt, limitFaults } from './faults.ts';
import { pathExists, UnreadableFileError } from './file-system.ts';
import { markDraft, mayNameMore, mediaOfHiddenItemsIn, publishedFields } from './hidden-items.ts';
import { type Entry, LastValid, type ParsedItem, type Resolved } from './last-valid.ts';
import { namesIn } from './named-files.ts';
import { type ItemContext, parseItem } from './parse-item.ts';
import { FILE_START } from './text-position.ts';
import { UNTRANSLATED } from './unknown-files.ts';

/* Loaders for the three layouts of a kind in a content folder: a file with a single object, a file with a list, a folder of Markdown. */

export interface LoaderContext extends ItemContext, CacheContext {
  /** Of a kind whose items have a table beside them. */
  tables?: DataTables;
  /** Loads items with `draft: true` too. */
  drafts: boolean;
  /** Called with each file that is read and not a draft. */
  onFileRead?: (source: ContentFile | MarkdownFile) => void;
  report(faults: readonly Fault[]): void;
}

interface ParsedFile<T> {
  /** Faults of the file itself, not of an item. */
  faults: Fault[];
  /** None: the file could not be parsed. */
  items?: ParsedItem<T>[];
  /** The files of `media/` that hidden items name: drafts, and items that cannot be shown because of their faults. */
  mediaOfHiddenItems?: readonly string[];
}

/** A kind as it was loaded last. */
export interface LoadedItems<T> {
  entries: Entry<T>[];
  /** The files of `media/` that hidden items name. */
  mediaOfHiddenItems: readonly string[];
}

/** Loads a file with a single object, e.g. `contact.yaml`: one entry, or none. */
export function singleLoader<T extends z.ZodType<object>>(context: LoaderContext, file: string, schema: T) {
  const parseFile = (file: string): ParsedFile<z.output<T>> => {
    const source = readYaml(context.dir, file);
    context.onFileRead?.(source);
    const faults = [...source.faults, ...emptyFaults(source)];
    const item = source.isParsed
      ? parseItem(context, schema, source, source.value ?? {}, faults, { isItem: false })
      : undefined;
    return { faults: [], items: [parsedItem(context, file, faults, item)] };
  };
  const parseFiles = cachedParser(context, parseFile, { storage: storageOf<z.output<T>>(context, parsedItem) });
  const lastValid = new LastValid<z.output<T>>();
  return async (): Promise<LoadedItems<z.output<T>>> => {
    const parsed = await parseFiles(pathExists(join(context.dir, file)) ? [file] : []);
    const resolved = await lastValid.resolve(parsed.flatMap(({ items = [] }) => items));
    context.report(resolved.faults);
    // It is never a draft.
    return { entries: resolved.entries, mediaOfHiddenItems: [] };
  };
}

/** Loads a file with a list, e.g. `faq.yaml`. A fault in an element affects that element only. */
export function listLoader<T extends z.ZodType<object>>(context: LoaderContext, file: string, schema: T) {
  const parseFile = async (file: string): Promise<ParsedFile<z.output<T>>> => {
    const source = readYaml(context.dir, file);
    context.onFileRead?.(source);
    const { value } = source;
    const mediaOfHiddenItems = () => namesIn(source.text);
    const empty = emptyFaults(source);
    if (!source.isParsed || empty.length > 0)
      return { faults: [...source.faults, ...empty], mediaOfHiddenItems: mediaOfHiddenItems() };
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      const fault = faultAt(source, [], 'expected a list: lines that begin with "- "');
      return { faults: [...source.faults, fault], mediaOfHiddenItems: mediaOfHiddenItems() };
    }
    const elements: unknown[] = value ?? [];
    const items: ParsedItem<z.output<T>>[] = [];
    const slice = new TimeSlice();
    for (const [index, element] of elements.entries()) {
      const faults: Fault[] = [];
      const fields = publishedFields(context, source, element, faults, [index]);
      if (fields === undefined && faults.length === 0) continue;
      const item =
        fields === undefined ? undefined : parseItem(context, schema, source, fields, faults, { base: [index] });
      markDraft(item, element);
      items.push(listedItem(context, file, faults, item, { index, key: idOf(element) }));
      if (slice.isUsedUp) await slice.end();
    }
    const areAllKnown = items.length === elements.length && !items.some(mayNameMore);
    return { faults: source.faults, items, mediaOfHiddenItems: areAllKnown ? [] : mediaOfHiddenItems() };
  };
  const parseFiles = cachedParser(context, parseFile, { storage: storageOf<z.output<T>>(context, listedItem) });
  const lastValid = new LastValid<z.output<T>>();
  let current: Entry<z.output<T>>[] = [];
  return async (): Promise<LoadedItems<z.output<T>>> => {
    const [parsed] = await parseFiles(pathExists(join(context.dir, file)) ? [file] : []);
    const isUnparsable = parsed !== undefined && parsed.items === undefined;
    const resolved = isUnparsable ? { entries: current, faults: [] } : await lastValid.resolve(parsed?.items ?? []);
    context.report(limitFaults([...(parsed?.faults ?? []), ...resolved.faults]));
    current = resolved.entries;
    return {
      entries: current,
      mediaOfHiddenItems: parsed ? await mediaOfHiddenItemsIn(context, [parsed], current) : [],
    };
  };
}

/** Loads a folder of Markdown files, each of which is an item. */
export function markdownLoader<T extends z.ZodType<object>>(context: LoaderContext, name: string, schema: T) {
  const parseFile = (file: string): ParsedFile<z.output<T>> => {
    const source = readMarkdown(context.dir, file);
    const faults = [...source.faults];
    const ownFields = frontMatter(source, faults);
    const fields = publishedFields(context, source, ownFields, faults);
    const mediaOfHiddenItems = () => [...namesIn(source.text), ...(context.tables?.namesBeside(file) ?? [])];
    if (fields === undefined && faults.length === 0)
      return { faults: [], items: [], mediaOfHiddenItems: mediaOfHiddenItems() };
    context.onFileRead?.(source);
    if (fields === undefined || !source.isParsed)
      return { faults: [], items: [parsedItem(context, file, faults)], mediaOfHiddenItems: mediaOfHiddenItems() };
    const { body, bodyLine, slug } = source;
    const text = body.trim();
    // The schema sees the body only if it is blank, which is a fault: any other text is valid.
    const defaults = { id: slug, slug, description: text ? undefined : body };
    const values = { ...defaults, ...fields, description: defaults.description };
    const item = parseItem(context, schema, source, values, faults, { defaults });
    markDraft(item, ownFields);
    const line = bodyLine + linesBefore(text, body);
    const data = inspectData(context, text, { file, line }, faults) + inspectTable(context, item, file, faults);
    if (item) context.texts.set(item, text, { file, line, data });
    const parsed = parsedItem(context, file, faults, item);
    return { faults: [], items: [parsed], mediaOfHiddenItems: mayNameMore(parsed) ? mediaOfHiddenItems() : [] };
  };
  const parseFiles = cachedParser(context, parseFile, {
    storage: storageOf<z.output<T>>(context, parsedItem),
    sourcesOf: (file) => (context.tables ? [file, tableFileOf(file)] : [file]),
  });
  const lastValid = new LastValid<z.output<T>>();
  let lastParsed: readonly ParsedFile<z.output<T>>[] | undefined;
  let resolved: Resolved<z.output<T>> = { entries: [], faults: [] };
  let current: LoadedItems<z.output<T>> = { entries: [], mediaOfHiddenItems: [] };
  return async () => {
    const files = filesIn(context, name);
    if (!files) return current;
    const parsed = await parseFiles(files);
    // With the same items it would choose the same ones again.
    if (parsed !== lastParsed) resolved = await lastValid.resolve(parsed.flatMap(({ items = [] }) => items));
    lastParsed = parsed;
    context.report(resolved.faults);
    current = {
      entries: resolved.entries,
      mediaOfHiddenItems: await mediaOfHiddenItemsIn(context, parsed, resolved.entries),
    };
    return current;
  };
}

/** Reports the faults of the charts in a text. Their files are dependencies of its item. @returns a digest of their data */
export function inspectData(
  { media }: LoaderContext,
  text: string,
  { file, line }: { file: string; line: number },
  faults: Fault[],
): string {
  const charts = inspectCharts(text, media);
  for (const fault of charts.faults) faults.push({ ...fault, file, line: line + fault.line - 1 });
  return charts.digest;
}

/** Reports the faults of an item's table. @returns a digest of its rows */
export function inspectTable(
  { tables }: LoaderContext,
  item: object | undefined,
  file: string,
  faults: Fault[],
  isReported?: Parameters<DataTables['inspect']>[3],
): string {
  return tables && item && isTableHead(item) ? tables.inspect(item, file, faults, isReported) : '';
}

/** The Markdown files of a folder, without translations. Reports a fault and returns undefined if the folder cannot be listed. */
function filesIn({ files, report }: LoaderContext, name: string): readonly string[] | undefined {
  try {
    return listMarkdownFiles(files, name).originals;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    report([{ file: name, line: 1, column: 1, message: error.message }]);
    return undefined;
  }
}

type ItemOf<T> = (
  context: LoaderContext,
  file: string,
  faults: readonly Fault[],
  item: T | undefined,
  place: { index: number; key?: string },
) => ParsedItem<T>;

/** A file without faults is stored for the next process. @param itemOf of the layout */
const storageOf = <T extends object>(context: LoaderContext, itemOf: ItemOf<T>): ParseStorage<ParsedFile<T>> => ({
  toStored({ faults, items = [], mediaOfHiddenItems = [] }) {
    const valid = items.flatMap(({ faults, item, key, index = 0, place }) =>
      item && faults.length === 0 ? [{ key, index, place, item }] : [],
    );
    return faults.length === 0 && valid.length === items.length ? { items: valid, mediaOfHiddenItems } : undefined;
  },
  fromStored: ({ file, items, mediaOfHiddenItems }) => ({
    faults: [],
    // The schema is the one that has read it: the scope of what is stored says so.
    items: items.map(({ item, ...place }) => itemOf(context, file, [], item as T, place)),
    mediaOfHiddenItems,
  }),
});

/* Positions are seldom needed: the file is parsed again instead of holding its text in memory. */

/** The item of a file that is one item. */
function parsedItem<T>({ dir }: LoaderContext, file: string, faults: readonly Fault[], item?: T): ParsedItem<T> {
  return {
    key: file,
    faults: limitFaults(faults),
    item,
    faultAt: (field, message) => faultAt(readMarkdown(dir, file), [field], message),
    label: () => file,
    place: file,
  };
}

/** The item of an element of a list. */
function listedItem<T>(
  { dir }: LoaderContext,
  file: string,
  faults: readonly Fault[],
  item: T | undefined,
  { index, key }: { index: number; key?: string },
): ParsedItem<T> {
  return {
    key,
    index,
    faults: [...faults],
    item,
    faultAt: (field, message) => faultAt(readYaml(dir, file), [index, field], message),
    label: () => `line ${readYaml(dir, file).positionOf([index]).line}`,
    place: key ?? index,
  };
}

/** Files that may say nothing, and site.yaml, which lacks its name then. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([...UNTRANSLATED, SITE_FILE]);

/** The fault of a file that was emptied, or of which only comments are left: what it showed would be gone without a word. */
export function emptyFaults(source: ContentFile): Fault[] {
  const isEmpty = source.isParsed && (source.value === undefined || source.value === null);
  const message = 'there is nothing in this file: write what it should say, or delete it';
  return isEmpty && !MAY_BE_EMPTY.has(source.file) ? [{ file: source.file, ...FILE_START, message }] : [];
}

/** The front matter's fields; reports a fault for any other value. */
export function frontMatter(source: ContentFile, faults: Fault[]): object {
  const { value } = source;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined && value !== null) faults.push(faultAt(source, [], 'expected fields: lines like "name: …"'));
  return {};
}
