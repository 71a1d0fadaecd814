import type { DatasetColumn, DatasetMapping, PlainConfig, Texts } from '@foyer/config';
import {
  type AnswerFault,
  arrangeList,
  type Call,
  type ContentSource,
  createParseContext,
  isNotFound,
  matchCall,
  type Normalise,
  type NormalisedAnswer,
  normalisedAnswer,
  readCall,
  readQuery,
} from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, contentNow, dayAt, type Locales, splitPath, tableHead } from '@foyer/model';
import { arrangeTable, factsOf, readTable, type Table, type TableFault, type TableHead } from '@foyer/tables';
import { ALL, type Element, filled, slugOf, versionOf } from './plan.ts';
import { type GatheredTable, TableFiles } from './table-files.ts';

interface GatheredOptions {
  datasets: Readonly<Record<string, DatasetMapping>>;
  files: TableFiles;
  locales: Locales;
  timeZone: string;
}

/** A table as an answer has it. */
interface Gathered {
  head: TableHead & { id: string; slug: string };
  table: Table;
  faults: readonly TableFault[];
}

const SUBJECT = /^\/subject\/([\w-]+)$/;
const DATASET = /^dataset(?:[/?]|$)/;

/** A CMS whose tables are those that are gathered of its other calls, if mapping.yaml has any: `dataset` and `dataset/{slug}` are answered from DATA_DIR. */
export function withTables({ upstream, tablesDir, site }: PlainConfig, source: ContentSource): ContentSource {
  const datasets = upstream?.mapping?.datasets;
  return datasets && tablesDir !== undefined
    ? gatheredSource(source, { datasets, files: new TableFiles(tablesDir), ...site })
    : source;
}

function gatheredSource(source: ContentSource, options: GatheredOptions): ContentSource {
  const { locales } = options;
  const tables = new GatheredTables(options);
  return {
    async get(address, request, normalise) {
      const { locale, path } = splitPath(`/${address}`, locales);
      const subject = SUBJECT.exec(path)?.[1];
      if (subject !== undefined) {
        const datasets = tables.about(subject, locale);
        // The CMS may have no such call.
        const answer = await source.get(address, request, normalise).catch((error: unknown) => {
          if (datasets.length === 0 || !isNotFound(error)) throw error;
          return undefined;
        });
        return datasets.length === 0 && answer ? answer : ofSubject(answer, datasets, normalise);
      }
      if (!DATASET.test(path.slice(1))) return source.get(address, request, normalise);
      const { pathname, searchParams } = new URL(`http://content.invalid${path}`);
      const matched = matchCall(pathname);
      const parameters = { ...readQuery(searchParams), ...matched.parameters };
      const call = readCall(matched.path, parameters, { locale, locales: [locale] });
      const { data, faults } = tables.answer(call, matched.parameters.slug ?? '', locale);
      const bytes = Buffer.from(JSON.stringify({ error: false, data }));
      const answer = normalisedAnswer(await normalise({ bytes, status: 200, isOurs: true }));
      return { ...answer, faults: [...answer.faults, ...faults] };
    },
    prioritise: (address) => source.prioritise?.(address),
    forgetLate: () => source.forgetLate?.(),
  };
}

/** What a CMS says of a subject, with the tables about it. */
async function ofSubject(
  answer: NormalisedAnswer | undefined,
  datasets: readonly object[],
  normalise: Normalise,
): Promise<NormalisedAnswer> {
  const main = datasets.find((dataset) => 'chart' in dataset && dataset.chart !== undefined);
  const totals = {
    ...(answer && 'totals' in answer.data ? Object(answer.data.totals) : {}),
    datasets: datasets.length,
  };
  const data = { ...answer?.data, datasets, main, totals };
  const bytes = Buffer.from(JSON.stringify({ error: false, data }));
  const read = normalisedAnswer(await normalise({ bytes, status: 200, isOurs: true }));
  return { ...read, faults: [...(answer?.faults ?? []), ...read.faults] };
}

class GatheredTables {
  readonly #options: GatheredOptions;
  readonly #head: ReturnType<typeof tableHead>;
  /** By what was gathered, which stays the same object until more is; by edition. */
  readonly #known = new WeakMap<GatheredTable, Map<Locale, Gathered>>();

  constructor(options: GatheredOptions) {
    this.#options = options;
    this.#head = tableHead(createParseContext({ timeZone: options.timeZone, videoOrigins: [], onDropped: () => {} }));
  }

  answer(call: Call, slug: string, locale: Locale): { data: object; faults: AnswerFault[] } {
    const today = dayAt(contentNow(), this.#options.timeZone);
    const all = this.#all(locale);
    if (call.list) {
      const items = all.map(({ head, table }) => ({ ...head, ...factsOf(table, head, today) }));
      const { items: datasets, ...rest } = arrangeList(items, call.list.query, { ...call.list, order: 'received' });
      return { data: { datasets, ...rest }, faults: [] };
    }
    const found = all.find(({ head }) => head.slug === slug);
    if (!found || !call.table) throw new ContentError(404, 'no such table');
    const arranged = arrangeTable(found.table, found.head, call.table, { locale, today });
    if (arranged.pagination.current_page > arranged.pagination.last_page)
      throw new ContentError(404, `no page ${arranged.pagination.current_page}`);
    const faults = found.faults.map(({ row, column, message }): AnswerFault => {
      const path = ['rows', row, column].filter((part) => part !== undefined).join('.');
      return { kind: 'dropped', path, reason: message };
    });
    return { data: { dataset: { ...found.head, ...arranged } }, faults };
  }

  /** The tables that name a subject, each with its newest rows. */
  about(subject: string, locale: Locale): object[] {
    const today = dayAt(contentNow(), this.#options.timeZone);
    return this.#all(locale).flatMap(({ head, table }) => {
      const named = 'subject' in head && isSubject(head.subject) && head.subject.slug === subject;
      return named ? [{ ...head, ...arrangeTable(table, head, NEWEST_ROWS, { locale, today }) }] : [];
    });
  }

  #all(locale: Locale): Gathered[] {
    const { datasets, files } = this.#options;
    return Object.entries(datasets).flatMap(([name, mapping]) =>
      (files.get(name, versionOf(mapping))?.tables ?? [])
        .filter(({ parts }) => Object.values(parts).some(({ rows }) => rows.length > 0))
        .map((table) => this.#read(name, mapping, table, locale)),
    );
  }

  #read(name: string, mapping: DatasetMapping, gathered: GatheredTable, locale: Locale): Gathered {
    const known = this.#known.get(gathered)?.get(locale);
    if (known) return known;
    const slug = slugOf(name, gathered.fields);
    const fields = headFields(mapping, gathered.fields, locale);
    const head = { ...fields, ...this.#head.parse(fields), id: slug, slug };
    const names = mapping.columns.map(({ key }) => key);
    const parts = Object.entries(gathered.parts);
    const rows = parts.flatMap(([, part]) => part.rows);
    const keys = parts.flatMap(([key, part]) => part.rows.map(() => key));
    const place = head.columns.findIndex(({ type }) => type === 'date');
    const { table, faults } = readTable({ names, rows }, head, (values, row) =>
      place < 0 ? undefined : dayFault(values[place] ?? '', keys[row] ?? ALL.key, mapping.since),
    );
    const read = { head, table, faults };
    const byLocale = this.#known.get(gathered) ?? new Map<Locale, Gathered>();
    this.#known.set(gathered, byLocale.set(locale, read));
    return read;
  }
}

const NEWEST_ROWS = { page: 1, perPage: 5, filters: {} };

const isSubject = (value: unknown): value is { slug: string } =>
  typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string';

/** APIs answer with another year where they have nothing, and years are mistyped. */
function dayFault(day: string, asked: string, since = ''): string | undefined {
  if (asked !== ALL.key && !day.startsWith(asked)) return `${day} was not asked for: the call was of ${asked}`;
  return day < since ? `${day} is before ${since}` : undefined;
}

/** The fields of a table's head in an edition, as an editor would write them. */
function headFields(mapping: DatasetMapping, element: Element, locale: Locale): object {
  const text = (texts: Texts | undefined): string | undefined => {
    const own = typeof texts === 'string' ? texts : (texts?.[locale] ?? Object.values(texts ?? {})[0]);
    return own === undefined ? undefined : filled(own, element);
  };
  const named = (group: { slug: string; name: Texts } | undefined) =>
    group && { slug: slugOf(group.slug, element), name: text(group.name) };
  const column = ({ value: _, label, unit, ...rest }: DatasetColumn) => ({
    ...rest,
    label: text(label),
    unit: text(unit),
  });
  const { name, summary, columns, subject, category, chart, filters, unique_by, order, frequency } = mapping;
  return {
    name: text(name),
    summary: text(summary),
    columns: columns.map(column),
    subject: named(subject),
    category: named(category),
    chart,
    filters,
    unique_by,
    order,
    frequency,
  };
}
