import type { Locale } from '@foyer/messages';
import { explain, type FolderSource, issuesOf, type Kind, type KindName, kinds, type ParseContext } from '@foyer/model';
import type * as z from 'zod';
import type { Report } from './report.ts';

/** The fields of an item as a folder has them, with placeholders for HTML. */
export type Fields = Record<string, unknown>;

export interface FolderKind {
  name: KindName;
  definition: Kind;
  source: FolderSource;
}

/** The kinds that a content folder has, without names alone: an API has them in the items, where an import leaves them. */
export const folderKinds: readonly FolderKind[] = (Object.entries(kinds) as [KindName, Kind][]).flatMap(
  ([name, definition]) =>
    definition.folder && !definition.folder.hasNamesOnly ? [{ name, definition, source: definition.folder }] : [],
);

const UNKNOWN = 'not a known field';
/** What Foyer's own API adds to the fields of a CMS, and the parts of answers that are kinds of their own. */
const OWN_FIELDS =
  /^(?:theme|screens|sections|sliders|virtues|blogs|news|albums)$|(?:^|\.)(?:\w+_(?:text|bs|count)|contents|reading_minutes|icon_path|line|line_from|shareholders_chart|table|scaled|colour|distance_km|sources|mime|size|width|height)$/;

/** Parses the items of one edition with the kinds' schemas, and reports by call and field what does not fit. */
export class ItemParser {
  readonly #schemas = new Map<KindName, { lenient: z.ZodType<object>; strict: z.ZodType<object> }>();
  readonly #contextOf: (kind: KindName) => ParseContext;
  readonly #report: Report;
  readonly #locale: Locale;

  constructor(locale: Locale, contextOf: (kind: KindName) => ParseContext, report: Report) {
    this.#contextOf = contextOf;
    this.#report = report;
    this.#locale = locale;
  }

  /** The item; undefined, with a line in the report, if a field that it needs does not fit. */
  parse({ name, source }: FolderKind, raw: unknown, call: string): Fields | undefined {
    const { lenient, strict } = this.#schemasOf(name, source);
    const label = `${call} (${this.#locale})`;
    this.#report.call = label;
    const checked = strict.safeParse(raw);
    for (const { path, message } of checked.success ? [] : issuesOf(checked.error)) {
      const field = path.filter((part) => typeof part === 'string').join('.');
      const isUnknown = message.startsWith(UNKNOWN);
      // A name of a field in one line for all items of the kind.
      if (isUnknown && !OWN_FIELDS.test(field))
        this.#report.add(name, field, 'a field that Foyer does not have', false);
      else if (!isUnknown) this.#report.add(label, path.join('.'), message);
    }
    const parsed = lenient.safeParse(raw);
    if (!parsed.success) {
      this.#report.add(label, '', `left out: ${explain(parsed.error)}`);
      return undefined;
    }
    return this.#withoutDerived(strict, parsed.data, label);
  }

  /** Removes what the schema has computed: a folder computes it again. */
  #withoutDerived(strict: z.ZodType<object>, item: object, label: string): Fields | undefined {
    const fields = compact(item) as Fields;
    // Its beginning is made of the text.
    if (fields.description !== undefined) delete fields.description_text;
    if (Array.isArray(fields.files) && fields.files_count === fields.files.length) delete fields.files_count;
    const result = strict.safeParse(fields);
    if (result.success) return fields;
    for (const { path, message } of issuesOf(result.error)) {
      removeAt(fields, path);
      if (!message.startsWith(UNKNOWN)) this.#report.add(label, path.join('.'), message);
    }
    const again = strict.safeParse(fields);
    if (again.success) return compact(fields) as Fields;
    this.#report.add(label, '', `left out: ${explain(again.error)}`);
    return undefined;
  }

  #schemasOf(name: KindName, source: FolderSource) {
    const known = this.#schemas.get(name);
    if (known) return known;
    const context = this.#contextOf(name);
    const plain: ParseContext = { ...context, strict: true, html: (value) => value, excerpt: (value) => value };
    const schemas = { lenient: source.schema(context), strict: source.schema(plain) };
    this.#schemas.set(name, schemas);
    return schemas;
  }
}

/** A copy without fields that have no value, and without empty lists. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const isEmpty = field === undefined || field === null || (Array.isArray(field) && field.length === 0);
    return isEmpty ? [] : [[name, compact(field)]];
  });
  return Object.fromEntries(fields);
}

function removeAt(value: unknown, path: readonly PropertyKey[]): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), value);
  const key = path.at(-1);
  if (isObject(parent) && key !== undefined) Reflect.deleteProperty(parent, key);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
