import { join } from 'node:path';
import type { z } from 'zod';
import { type ContentFile, listMarkdownFiles, type MarkdownFile, readMarkdown, readYaml } from './content-files.ts';
import { type Fault, faultAt, limitFaults } from './faults.ts';
import { fileStamp, pathExists, UnreadableFileError } from './file-system.ts';
import { LastValid, type ParsedItem } from './last-valid.ts';
import type { MarkdownTexts } from './markdown-texts.ts';
import type { MediaDependencies } from './media-files.ts';
import { type ItemContext, parseItem } from './parse-item.ts';
import { createYielder } from './yield-to-event-loop.ts';

/* Loaders for the three layouts of a kind in a content folder: a file with a single object, a file with a list, a folder of Markdown. */

export interface LoaderContext extends ItemContext {
  dir: string;
  texts: MarkdownTexts;
  /** Shows items with `draft: true`, marked as drafts. */
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
}

/** A parsed file, until it or the media files that it names change. */
interface CachedFile<T> {
  /** None: the file is parsed each time. */
  stamp?: string;
  dependencies: MediaDependencies;
  parsed: ParsedFile<T>;
}

/** Parses files, each only if it, or a media file that it names, has changed since the last time. */
function cachedParser<T>(
  { dir, media }: LoaderContext,
  parseFile: (file: string) => ParsedFile<T> | Promise<ParsedFile<T>>,
) {
  let cache = new Map<string, CachedFile<T>>();
  return async (files: readonly string[]): Promise<ParsedFile<T>[]> => {
    const last = cache;
    cache = new Map();
    const yieldTurn = createYielder();
    for (const file of files) {
      const stamp = fileStamp(join(dir, file));
      let cached = last.get(file);
      if (!cached || stamp === undefined || cached.stamp !== stamp || !media.areUnchanged(cached.dependencies)) {
        const { result, dependencies } = await media.trackDependencies(() => parseFile(file));
        cached = { stamp, dependencies, parsed: result };
      }
      cache.set(file, cached);
      await yieldTurn();
    }
    return [...cache.values()].map(({ parsed }) => parsed);
  };
}

/** Loads a file with a single object, e.g. `contact.yaml`. */
export function singleLoader<T extends z.ZodType<object>>(context: LoaderContext, file: string, schema: T) {
  const parseFiles = cachedParser(context, (file): ParsedFile<z.output<T>> => {
    const source = readYaml(context.dir, file);
    context.onFileRead?.(source);
    const faults = [...source.faults];
    const item = source.isParsed ? parseItem(context, schema, source, source.value ?? {}, faults) : undefined;
    return { faults: [], items: [parsedItem(context, file, faults, item)] };
  });
  const lastValid = new LastValid<z.output<T>>();
  return async () => {
    const parsed = await parseFiles(pathExists(join(context.dir, file)) ? [file] : []);
    const resolved = lastValid.resolve(parsed.flatMap(({ items = [] }) => items));
    context.report(resolved.faults);
    return resolved.items[0];
  };
}

/** Loads a file with a list, e.g. `faq.yaml`. A fault in an element affects that element only. */
export function listLoader<T extends z.ZodType<object>>(context: LoaderContext, file: string, schema: T) {
  const parseFiles = cachedParser(context, async (file): Promise<ParsedFile<z.output<T>>> => {
    const source = readYaml(context.dir, file);
    context.onFileRead?.(source);
    const { value } = source;
    if (!source.isParsed) return { faults: source.faults };
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      return { faults: [...source.faults, faultAt(source, [], 'expected a list: lines that begin with "- "')] };
    }
    const elements: unknown[] = value ?? [];
    const items: ParsedItem<z.output<T>>[] = [];
    const yieldTurn = createYielder();
    for (const [index, element] of elements.entries()) {
      const faults: Fault[] = [];
      const fields = publishedFields(context, source, element, faults, [index]);
      if (fields === undefined && faults.length === 0) continue;
      const item =
        fields === undefined ? undefined : parseItem(context, schema, source, fields, faults, { base: [index] });
      items.push({
        key: idOf(element),
        faults,
        item,
        faultAt: (field, message) => faultAt(source, [index, field], message),
        label: () => `line ${source.positionOf([index]).line}`,
      });
      await yieldTurn();
    }
    return { faults: source.faults, items };
  });
  const lastValid = new LastValid<z.output<T>>();
  let current: z.output<T>[] = [];
  return async () => {
    const [parsed] = await parseFiles(pathExists(join(context.dir, file)) ? [file] : []);
    const isUnparsable = parsed !== undefined && parsed.items === undefined;
    const resolved = isUnparsable ? { items: current, faults: [] } : lastValid.resolve(parsed?.items ?? []);
    context.report(limitFaults([...(parsed?.faults ?? []), ...resolved.faults]));
    current = resolved.items;
    return current;
  };
}

/** Loads a folder of Markdown files, each of which is an item. */
export function markdownLoader<T extends z.ZodType<object>>(context: LoaderContext, name: string, schema: T) {
  const parseFiles = cachedParser(context, (file): ParsedFile<z.output<T>> => {
    const source = readMarkdown(context.dir, file);
    const faults = [...source.faults];
    const fields = publishedFields(context, source, frontMatter(source, faults), faults);
    if (fields === undefined && faults.length === 0) return { faults: [], items: [] };
    context.onFileRead?.(source);
    if (fields === undefined || !source.isParsed) return { faults: [], items: [parsedItem(context, file, faults)] };
    const { body, bodyLine, slug } = source;
    const text = body.trim();
    // The schema sees the body only if it is blank, which is a fault: any other text is valid.
    const defaults = { id: slug, slug, description: text ? undefined : body };
    const values = { ...defaults, ...fields, description: defaults.description };
    const item = parseItem(context, schema, source, values, faults, { defaults });
    const line = bodyLine + (body.slice(0, body.indexOf(text)).match(/\n/g)?.length ?? 0);
    if (item) context.texts.set(item, text, { file, line });
    return { faults: [], items: [parsedItem(context, file, faults, item)] };
  });
  const lastValid = new LastValid<z.output<T>>();
  let current: z.output<T>[] = [];
  return async () => {
    const files = filesIn(context, name);
    if (!files) return current;
    const parsed = await parseFiles(files);
    const resolved = lastValid.resolve(parsed.flatMap(({ items = [] }) => items));
    context.report(resolved.faults);
    current = resolved.items;
    return current;
  };
}

/** The Markdown files of a folder. Reports a fault and returns undefined if the folder cannot be listed. */
function filesIn({ dir, report }: LoaderContext, name: string): string[] | undefined {
  try {
    return listMarkdownFiles(dir, name);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    report([{ file: name, line: 1, column: 1, message: error.message }]);
    return undefined;
  }
}

/** The item of a file that is one item. */
function parsedItem<T>({ dir }: LoaderContext, file: string, faults: readonly Fault[], item?: T): ParsedItem<T> {
  return {
    key: file,
    faults: limitFaults(faults),
    item,
    // Positions are seldom needed: the file is parsed again instead of holding its text in memory.
    faultAt: (field, message) => faultAt(readMarkdown(dir, file), [field], message),
    label: () => file,
  };
}

/** The fields without `draft`; undefined for a draft that is not shown. */
function publishedFields(
  { drafts }: LoaderContext,
  source: ContentFile,
  item: unknown,
  faults: Fault[],
  base: PropertyKey[] = [],
): unknown {
  if (typeof item !== 'object' || item === null || !('draft' in item)) return item;
  const { draft, ...fields } = item;
  if (typeof draft !== 'boolean') faults.push(faultAt(source, [...base, 'draft'], 'expected true or false'));
  if (!draft) return fields;
  const title = 'question' in fields ? 'question' : 'name';
  return drafts ? { ...fields, [title]: `Draft: ${Reflect.get(fields, title)}` } : undefined;
}

/** The front matter's fields; reports a fault for any other value. */
function frontMatter(source: ContentFile, faults: Fault[]): object {
  const { value } = source;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined && value !== null) faults.push(faultAt(source, [], 'expected fields: lines like "name: …"'));
  return {};
}

function idOf(element: unknown): string | undefined {
  const id = typeof element === 'object' && element !== null && 'id' in element ? element.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : undefined;
}
