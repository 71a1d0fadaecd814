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
