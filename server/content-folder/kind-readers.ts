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

/* How the files of a content folder are read: a file that is one thing, a file that is a list, a folder of Markdown. */

export interface Readers extends ItemContext {
  dir: string;
  texts: MarkdownTexts;
  /** Items with `draft: true` are shown too, marked as drafts. */
  drafts: boolean;
  /** Called with each file that is read and not a draft. */
  onFileRead?: (source: ContentFile | MarkdownFile) => void;
  report(faults: readonly Fault[]): void;
}

/** What a file holds. */
interface Read<T> {
  /** Of the file as a whole. */
  faults: Fault[];
  /** None: the file cannot be used. */
  entries?: ParsedItem<T>[];
}

/** A file as it was last read. */
interface Held<T> {
  /** None: it is read again each time. */
  stamp?: string;
  dependencies: MediaDependencies;
  read: Read<T>;
}

/** Reads files, each only if it is not as it was, or what it says of the media is not. */
function reader<T>({ dir, media }: Readers, readFile: (file: string) => Read<T> | Promise<Read<T>>) {
  let known = new Map<string, Held<T>>();
  return async (files: readonly string[]): Promise<Read<T>[]> => {
    const last = known;
    known = new Map();
    const rest = createYielder();
    for (const file of files) {
      const stamp = fileStamp(join(dir, file));
      let held = last.get(file);
      if (!held || stamp === undefined || held.stamp !== stamp || !media.areUnchanged(held.dependencies)) {
        const { result, dependencies } = await media.trackDependencies(() => readFile(file));
        held = { stamp, dependencies, read: result };
      }
      known.set(file, held);
      await rest();
    }
    return [...known.values()].map(({ read }) => read);
  };
}

/** A file that is one thing, e.g. `contact.yaml`. */
export function whole<T extends z.ZodType<object>>(readers: Readers, file: string, schema: T) {
  const readAll = reader(readers, (file): Read<z.output<T>> => {
    const source = readYaml(readers.dir, file);
    readers.onFileRead?.(source);
    const faults = [...source.faults];
    const item = source.isParsed ? parseItem(readers, schema, source, source.value ?? {}, faults) : undefined;
    return { faults: [], entries: [entryOf(readers, file, faults, item)] };
  });
  const lastValid = new LastValid<z.output<T>>();
  return async () => {
    const read = await readAll(pathExists(join(readers.dir, file)) ? [file] : []);
    const { items, faults } = lastValid.resolve(read.flatMap(({ entries = [] }) => entries));
    readers.report(faults);
    return items[0];
  };
}

/** A file that is a list, e.g. `faq.yaml`: a fault in an element costs that element. */
export function list<T extends z.ZodType<object>>(readers: Readers, file: string, schema: T) {
  const readAll = reader(readers, async (file): Promise<Read<z.output<T>>> => {
    const source = readYaml(readers.dir, file);
    readers.onFileRead?.(source);
    const { value } = source;
    if (!source.isParsed) return { faults: source.faults };
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      return { faults: [...source.faults, faultAt(source, [], 'expected a list: lines that begin with "- "')] };
    }
    const elements: unknown[] = value ?? [];
    const entries: ParsedItem<z.output<T>>[] = [];
    const rest = createYielder();
    for (const [index, element] of elements.entries()) {
      const faults: Fault[] = [];
      const fields = withoutDraft(readers, source, element, faults, [index]);
      if (fields === undefined && faults.length === 0) continue;
      const item =
        fields === undefined ? undefined : parseItem(readers, schema, source, fields, faults, { base: [index] });
      entries.push({
        key: idOf(element),
        faults,
        item,
        faultAt: (field, message) => faultAt(source, [index, field], message),
        label: () => `line ${source.positionOf([index]).line}`,
      });
      await rest();
    }
    return { faults: source.faults, entries };
  });
  const lastValid = new LastValid<z.output<T>>();
  let shown: z.output<T>[] = [];
  return async () => {
    const [read] = await readAll(pathExists(join(readers.dir, file)) ? [file] : []);
    const settled = read && !read.entries ? { items: shown, faults: [] } : lastValid.resolve(read?.entries ?? []);
    readers.report(limitFaults([...(read?.faults ?? []), ...settled.faults]));
    shown = settled.items;
    return shown;
  };
}

/** A folder of Markdown files, each an item. */
export function folder<T extends z.ZodType<object>>(readers: Readers, name: string, schema: T) {
  const readAll = reader(readers, (file): Read<z.output<T>> => {
    const source = readMarkdown(readers.dir, file);
    const faults = [...source.faults];
    const given = withoutDraft(readers, source, record(source, faults), faults);
    if (given === undefined && faults.length === 0) return { faults: [], entries: [] };
    readers.onFileRead?.(source);
    if (given === undefined || !source.isParsed) return { faults: [], entries: [entryOf(readers, file, faults)] };
    const { body, bodyLine, slug } = source;
    const text = body.trim();
    // The text is nothing that a schema could find fault with, unless there are but blanks.
    const defaults = { id: slug, slug, description: text ? undefined : body };
    const item = parseItem(
      readers,
      schema,
      source,
      { ...defaults, ...given, description: defaults.description },
      faults,
      {
        defaults,
      },
    );
    const line = bodyLine + (body.slice(0, body.indexOf(text)).match(/\n/g)?.length ?? 0);
    if (item) readers.texts.set(item, text, { file, line });
    return { faults: [], entries: [entryOf(readers, file, faults, item)] };
  });
  const lastValid = new LastValid<z.output<T>>();
  let shown: z.output<T>[] = [];
  return async () => {
    const files = listed(readers, name);
    if (!files) return shown;
    const read = await readAll(files);
    const { items, faults } = lastValid.resolve(read.flatMap(({ entries = [] }) => entries));
    readers.report(faults);
    shown = items;
    return shown;
  };
}

/** The Markdown files of a folder; undefined, and a fault, where it cannot be listed. */
function listed({ dir, report }: Readers, name: string): string[] | undefined {
  try {
    return listMarkdownFiles(dir, name);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    report([{ file: name, line: 1, column: 1, message: error.message }]);
    return undefined;
  }
}

/** A file that is one item. */
function entryOf<T>({ dir }: Readers, file: string, faults: readonly Fault[], item?: T): ParsedItem<T> {
  return {
    key: file,
    faults: limitFaults(faults),
    item,
    // Read again for a place that is seldom asked for, instead of holding every text.
    faultAt: (field, message) => faultAt(readMarkdown(dir, file), [field], message),
    label: () => file,
  };
}

/** Fields without their draft mark; undefined where drafts are not to be shown. */
function withoutDraft(
  { drafts }: Readers,
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

function record(source: ContentFile, faults: Fault[]): object {
  const { value } = source;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined && value !== null) faults.push(faultAt(source, [], 'expected fields: lines like "name: …"'));
  return {};
}

function idOf(element: unknown): string | undefined {
  const id = typeof element === 'object' && element !== null && 'id' in element ? element.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() : undefined;
}
