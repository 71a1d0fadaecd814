import type { Progress } from '@foyer/command-line';
import { addressWithPart, MAX_PER_PAGE } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import {
  type CallPath,
  ContentError,
  callPaths,
  calls,
  elementsOf,
  ITEM_NAME,
  list,
  listAnswer,
  MAX_TABLE_ROWS,
  type ParseContext,
} from '@foyer/model';
import type { RawTable } from '@foyer/tables';
import * as z from 'zod';
import type { ApiReader } from './api-reader.ts';
import { type Fields, type FolderKind, folderKinds, type ItemParser } from './item-parser.ts';
import { propertyOf, textOf } from './raw-fields.ts';
import type { Report } from './report.ts';
import { tableHead, tableInFile } from './table-in-file.ts';

/** Pages of one list. */
const MAX_PAGES = 2_000;

/** The items of a kind in one edition; of a kind with a single object, at most one. */
export interface SourceItems {
  items: Fields[];
  /** Whether nothing failed: what is not there, the CMS does not have. */
  isComplete: boolean;
  /** The rows of tables, by their ids. */
  tables?: ReadonlyMap<string, RawTable>;
}

export interface ReadOptions {
  reader: Pick<ApiReader, 'read' | 'partsOf'>;
  parser: ItemParser;
  context: ParseContext;
  report: Report;
  locale: Locale;
  /** Before the address of each call of the edition: `ne/`. */
  prefix: string;
  progress: Pick<Progress, 'planned' | 'done'>;
}

/** The calls of a kind that a folder has: of its list or single object, of each item, and of certain items. */
function callsOf({ name }: FolderKind) {
  const paths = callPaths.filter((path) => calls[path].kind === name && calls[path].folderAnswer !== 'none');
  return {
    whole: paths.find((path) => !path.includes('{') && calls[path].itemId === undefined),
    item: paths.find((path) => path.includes('{')),
    own: paths.filter((path) => calls[path].itemId !== undefined),
  };
}

/** The kinds of which a call has failed, or an item does not fit, in any edition. */
export const incompleteKinds = (content: ReadonlyMap<Locale, ReadonlyMap<string, SourceItems>>): ReadonlySet<string> =>
  new Set(
    [...content.values()].flatMap((kinds) => [...kinds].flatMap(([name, { isComplete }]) => (isComplete ? [] : name))),
  );

interface Part {
  call: CallPath;
  path: readonly string[];
  /** An element as a file has it, if the answer of an edition has another form. */
  asInFile?(element: unknown, locale: Locale): unknown;
}

/** Kinds without a call of their own: the call and the part of its data that has them. */
const PARTS: Partial<Record<string, Part>> = {
  virtues: { call: 'home', path: ['virtues'] },
  theme: { call: 'site', path: ['site', 'theme'] },
  screens: { call: 'site', path: ['site', 'screens'], asInFile: screenInFile },
};

/** Reads everything that a folder can have of one edition. Rejects with a CommandError if the API cannot be read. */
export async function readContent(options: ReadOptions): Promise<ReadonlyMap<string, SourceItems>> {
  const { reader, parser, context, report, locale, prefix, progress } = options;
  const answers = new Map<string, Promise<{ data?: unknown; hasFailed: boolean }>>();

  /** The data of a call of several kinds, which is made once. */
  function readShared(address: string): Promise<{ data?: unknown; hasFailed: boolean }> {
    const answer = answers.get(address) ?? read(address);
    answers.set(address, answer);
    return answer;
  }

  /** The data of a call; a failure is in the report. */
  async function read(address: string): Promise<{ data?: unknown; hasFailed: boolean }> {
    progress.planned(1);
    try {
      const answer = await reader.read(prefix + address);
      for (const { path, reason } of answer?.guesses ?? [])
        report.add(`${address} (${locale})`, path, `read as it is meant, ${reason}`, false);
      return { data: answer?.data, hasFailed: false };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      report.add(`${address} (${locale})`, '', `could not be read: ${error.message}`);
      return { hasFailed: true };
    } finally {
      progress.done();
    }
  }

  /** The elements of a list, from all of its paths, each id once. */
  async function readList(path: CallPath): Promise<{ elements: unknown[]; hasFailed: boolean }> {
    const numbers = Array.from({ length: reader.partsOf(path) }, (_, index) => index + 1);
    const parts = await Promise.all(numbers.map((part) => readPart(path, part)));
    // An item may move to the next page while the list is read.
    const ids = new Set<unknown>();
    const elements = parts
      .flatMap((part) => part.elements)
      .filter((element) => {
        const id = idOf(element);
        return id === undefined || ids.size !== ids.add(id).size;
      });
    return { elements, hasFailed: parts.some((part) => part.hasFailed) };
  }

  /** The elements of a list, from all pages of one of its paths. */
  async function readPart(path: CallPath, part: number): Promise<{ elements: unknown[]; hasFailed: boolean }> {
    const { name, list: options } = calls[path];
    const pageOf = async (page: number) => {
      const search = new URLSearchParams();
      if (options && !options.unpaged) search.set('per_page', String(MAX_PER_PAGE));
      if (page > 1) search.set('page', String(page));
      const { data, hasFailed } = await read(addressWithPart(search.size > 0 ? `${path}?${search}` : path, part));
      const parsed = listAnswer(context, name, z.unknown()).safeParse(data ?? {});
      if (!parsed.success) report.add(`${path} (${locale})`, name, 'expected a list');
      const elements: unknown[] = parsed.data?.[name] ?? [];
      const isMissing = page > 1 && data === undefined;
      if (isMissing && !hasFailed) report.add(`${path} (${locale})`, '', `page ${page} of the list is not there`);
      return {
        elements,
        lastPage: parsed.data?.pagination.last_page ?? 1,
        hasFailed: hasFailed || isMissing || !parsed.success,
      };
    };
    const first = await pageOf(1);
    const pages = Math.min(first.lastPage, MAX_PAGES);
    const others = await Promise.all(Array.from({ length: pages - 1 }, (_, index) => pageOf(index + 2)));
    const all = [first, ...others];
    const elements = all.flatMap((page) => page.elements);
    return { elements, hasFailed: first.lastPage > MAX_PAGES || all.some((page) => page.hasFailed) };
  }

  async function readKind(kind: FolderKind): Promise<SourceItems> {
    const { whole, item, own } = callsOf(kind);
    const part = PARTS[kind.name];
    if (part || kind.source.layout === 'single') return readParts(kind, part ?? { call: whole ?? 'home', path: [] });
    if (whole === undefined) return { items: [], isComplete: true };
    const ownIds = new Set(own.map((path) => calls[path].itemId));
    const { elements, hasFailed } = await readList(whole);
    const listed = elements.filter((element) => !ownIds.has(textOf(element, 'slug') ?? ''));
    const results = await Promise.all([
      ...listed.map((element) => (item ? readItem(kind, item, element) : parsed(kind, element, whole))),
      ...own.map((path) => readOwn(kind, path)),
    ]);
    return {
      items: fieldsOf(results),
      isComplete: !hasFailed && results.every((result) => !result.hasFailed),
      tables: new Map(
        results.flatMap(({ fields, table }) => (table === undefined ? [] : [[String(fields?.id), table]])),
      ),
    };
  }

  function parsed(kind: FolderKind, raw: unknown, call: string): ReadItem {
    const fields = parser.parse(kind, raw, call);
    return { fields, hasFailed: fields === undefined };
  }

  async function readItem(kind: FolderKind, path: CallPath, element: unknown): Promise<ReadItem> {
    const names = path.includes('{slug}') ? ['slug', 'id'] : ['id', 'slug'];
    const name = names
      .map((field) => textOf(element, field))
      .find((text) => text !== undefined && ITEM_NAME.test(text));
    if (name === undefined) {
      report.add(`${kind.name} (${locale})`, 'id', `no item can have the address ${textOf(element, 'id') ?? ''}`);
      return { hasFailed: true };
    }
    const address = path.replace(/\{\w+\}/, name);
    const { data, hasFailed } = await read(address);
    const raw = propertyOf(data, calls[path].name);
    if (raw !== undefined && calls[path].isTable) return readTable(kind, address, raw);
    if (raw !== undefined) return parsed(kind, raw, address);
    if (hasFailed) return { hasFailed };
    report.add(`${address} (${locale})`, '', 'only its entry in the list is there');
    return parsed(kind, element, address);
  }

  /** A table with the rows of all of its pages, or without rows: a part of them would take the place of all. */
  async function readTable(kind: FolderKind, address: string, raw: unknown): Promise<ReadItem> {
    const item = parsed(kind, tableHead(raw), address);
    const rows: unknown[] = [];
    for (let [page, last] = [1, 1]; page <= Math.min(last, MAX_PAGES); page += 1) {
      const { data, hasFailed } = await read(`${address}?per_page=${MAX_TABLE_ROWS}${page > 1 ? `&page=${page}` : ''}`);
      const table = propertyOf(data, 'dataset');
      const isMissing = table === undefined || table === null;
      if (isMissing && !hasFailed) report.add(`${address} (${locale})`, '', `page ${page} of the table is not there`);
      if (isMissing) return { ...item, hasFailed: true };
      rows.push(...(elementsOf(propertyOf(table, 'rows')) ?? []));
      last = Number(propertyOf(propertyOf(table, 'pagination'), 'last_page') ?? last);
    }
    return { ...item, table: tableInFile(raw, rows) };
  }

  /** An item with a call of its own. Its address depends on its slug. */
  async function readOwn(kind: FolderKind, path: CallPath): Promise<ReadItem> {
    const { name, itemId } = calls[path];
    const { data, hasFailed } = await read(path);
    const raw = propertyOf(data, name);
    if (raw === undefined) return { hasFailed };
    const { fields, ...rest } = parsed(kind, raw, path);
    return { ...rest, fields: fields && { ...fields, slug: itemId } };
  }

  /** The call `site` has the sections of the home page; the home call may say more of them. */
  async function withSections(home: unknown): Promise<unknown> {
    const own = propertyOf(home, 'sections');
    if (Array.isArray(own) && own.length > 0) return home;
    const { data } = await readShared('site');
    const sections = ['site', 'sections'].reduce(propertyOf, data);
    return Array.isArray(sections) && sections.length > 0 ? { ...Object(home), sections } : home;
  }

  /** A single object, or the part of an answer that is a kind of its own. */
  async function readParts(
    kind: FolderKind,
    { call, path, asInFile = (element) => element }: Part,
  ): Promise<SourceItems> {
    const { data, hasFailed } = await readShared(call);
    // The answer `home` has its parts beside one another.
    const at = path.length > 0 ? path : call === 'home' ? [] : [calls[call].name];
    const found = at.reduce(propertyOf, data);
    const raw = kind.name === 'home' && found !== undefined ? await withSections(found) : found;
    const isMissing = raw === undefined || raw === null;
    const elements = isMissing
      ? []
      : kind.source.layout === 'list'
        ? list(context, kind.name, z.unknown()).safeParse(raw).data
        : [raw];
    const results = (elements ?? []).map((element) => parsed(kind, asInFile(element, locale), call));
    return {
      items: fieldsOf(results),
      isComplete: !hasFailed && elements !== undefined && results.every((result) => !result.hasFailed),
    };
  }

  const entries = await Promise.all(folderKinds.map(async (kind) => [kind.name, await readKind(kind)] as const));
  const content = new Map<string, SourceItems>(entries);
  // A CMS without the call `sliders` has them in `home`.
  const sliders = folderKinds.find(({ name }) => name === 'sliders');
  const own = content.get('sliders');
  if (sliders && own?.items.length === 0) {
    const { items, isComplete } = await readParts(sliders, { call: 'home', path: ['sliders'] });
    content.set('sliders', { items, isComplete: isComplete && own.isComplete });
  }
  return content;
}

interface ReadItem {
  fields?: Fields;
  hasFailed: boolean;
  table?: RawTable;
}

const fieldsOf = (items: readonly ReadItem[]): Fields[] => items.flatMap(({ fields }) => (fields ? [fields] : []));

const idOf = (element: unknown) => textOf(element, 'id');

/** A screen of an answer, whose texts are those of one language, as a file has it. */
function screenInFile(screen: unknown, locale: Locale): unknown {
  const textsOf = (name: string) => {
    const text = propertyOf(screen, name);
    return typeof text === 'string' ? { [name]: { [locale]: text } } : {};
  };
  return { ...Object(screen), ...textsOf('name'), ...textsOf('summary') };
}
