/** mapping.yaml: how the API of a CMS differs from the contract (docs/mapping.md). Expressions are JMESPath. */
export interface Mapping {
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** The API's names of our query parameters; null: never sent. */
  parameters?: Readonly<Record<string, string | null>>;
  /** Forms of dates, tried before ISO 8601. */
  dates?: readonly string[];
  /** Where the contract's `data` is in the whole body. */
  data?: string;
  /** By the call's path. `none`: the API has no such call. */
  calls?: Readonly<Partial<Record<string, CallMapping | 'none'>>>;
  /** Tables that are gathered of further calls, by their slugs; `{name}` in any text is a field of `each`. */
  datasets?: Readonly<Record<string, DatasetMapping>>;
  /** What items are about, where the API does not say it: by the names in their titles. */
  subjects?: readonly SubjectMapping[];
}

export interface SubjectMapping {
  slug: string;
  name: Texts;
  /** Further names, as the symbol of a fund. */
  known_as?: readonly string[];
}

/** A text, or one for each edition. */
export type Texts = string | Readonly<Record<string, string>>;

export interface DatasetMapping {
  name: Texts;
  summary?: Texts;
  /** One table for each element that this call has. */
  each?: { path: string; rows?: string; fields: Readonly<Record<string, string>> };
  /** Path and query; `{year}`, `{month}` and `{page}` are filled in. */
  path: string;
  /** The first year that is asked for, of a path with `{year}`. */
  since?: string;
  /** Of a path with `{page}`: the number of pages. */
  pages?: string;
  /** The list in the body: of objects, or of lists. */
  rows: string;
  columns: readonly DatasetColumn[];
  chart?: { kind: 'line' | 'bar'; x: string; y: readonly string[] };
  filters?: readonly string[];
  unique_by?: readonly string[];
  order?: 'newest' | 'given';
  frequency?: string;
  subject?: { slug: string; name: Texts };
  category?: { slug: string; name: Texts };
  /** Minutes after which the newest rows are asked for again. */
  refresh?: number;
}

export interface DatasetColumn {
  key: string;
  label?: Texts;
  /** An expression on a row. */
  value: string;
  type?: string;
  unit?: Texts;
  align?: string;
  calendar?: 'ad' | 'bs';
  formats?: readonly string[];
}

export interface CallMapping {
  /** Below FRONTAPI_URL, or from its origin's root with a leading `/`. Several: the items of all of them are one list. */
  path?: string | readonly string[];
  data?: string;
  /** The list or the item in `data`. */
  content?: string;
  /** Our fields, by expressions on an item as received. */
  fields?: Readonly<Record<string, string>>;
  /** After `fields`: what stands in a field, and what it means. */
  values?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;
  dates?: readonly string[];
  parameters?: Readonly<Record<string, string | null>>;
}
