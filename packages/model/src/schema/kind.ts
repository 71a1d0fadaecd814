import * as z from 'zod';
import { list } from './list-field.ts';
import { listAnswer } from './pagination.ts';
import type { ParseContext } from './parse-context.ts';

/* How a kind of content is defined (packages/model/src/kinds/): its calls of the content API, and its place in a content folder. */

/** Creates a schema for a ParseContext: time zone, origin, strictness. */
export type SchemaOf<Schema extends z.ZodType> = (ctx: ParseContext) => Schema;

export interface ListOptions {
  /** Query parameters that filter the list, named like the field of the item. */
  filters?: readonly string[];
  /** The orders that a visitor can ask for with `sort`: the field of the item by the order's name. */
  sorts?: Readonly<Record<string, string>>;
  /** `newest`: by date of publication, pinned items first; `given`: as the upstream or the file orders them. */
  order?: 'newest' | 'received';
  /** Its items are of a day: one without `created_at` and `published_at` stands last, and feeds have no date of it. */
  dated?: boolean;
  /** The list is never paged. */
  unpaged?: boolean;
  /** The query parameter with the words to search for. Default: `search`. */
  searchParameter?: string;
  /** False: an answer without a paginator is no complete list to filter and search: only the upstream knows what matches. */
  arranged?: boolean;
  /** Items have `latitude` and `longitude`: the query parameter `near`, a district or postcode, orders them by distance. */
  near?: boolean;
  /** Query parameters whose only value is 1. */
  flags?: readonly string[];
}

/** How a content folder answers a call: from the list of its items, from one item, from all items, or from a file with a single object. */
type FolderAnswer = 'list' | 'item' | 'all' | 'single';

/** A call of the content API. `name` is the property of `data` that holds the content. */
export interface CallDefinition<Data extends z.ZodType = z.ZodType> {
  data: SchemaOf<Data>;
  name: string;
  /** Only for a list with paging, search and filters. */
  list?: ListOptions;
  /** `none`: a content folder has no answer. `composed`: it contains several kinds, so packages/folder/src/composed-answers.ts has a function for it. */
  folderAnswer: FolderAnswer | 'composed' | 'none';
  /** The `data` in place of a 404: an API need not have the call. */
  whenMissing?: object;
  /** The item is a table, whose rows are paged, searched, filtered and sorted. */
  isTable?: true;
  /** Only for a call of one certain item: its id. */
  itemId?: string;
  /** The answer shows items of other kinds: a purge of any kind concerns it. */
  showsOtherKinds?: true;
  /** Properties of the answer with items of lists, by the list's path: their own calls are listed by it. */
  alsoLists?: Readonly<Record<string, string>>;
  /** The answers are fresh for seconds, and neither disk nor Redis stores them: what visitors search for is personal. */
  isTransient?: boolean;
}

/** Where the items of a kind are in a content folder. */
export interface FolderSource<Schema extends z.ZodType<object> = z.ZodType<object>> {
  /** `markdown`: a folder `<kind>/` with a file for each item; `list`: a file `<kind>.yaml` with a list; `single`: a file `<kind>.yaml` with a single object. */
  layout: 'markdown' | 'list' | 'single';
  schema: SchemaOf<Schema>;
  /** Each item has a CSV file beside it with the same name: its rows. */
  hasTable?: true;
  /** True: its items have no `lang` and no `translations`, as a single object never has. */
  isUnmarked?: true;
  /** No call has its items: they are the names of what other items say by an id. */
  hasNamesOnly?: true;
}

export interface Kind {
  /** By path below the API's base, with `{id}` or `{slug}` in the place of an item's name. */
  calls: Record<string, CallDefinition>;
  /** None: all of its calls are composed. */
  folder?: FolderSource;
  /** Fields that are searched beside name, summary, text and tags. */
  searched?: readonly string[];
}

/** Ties the types of a kind's parts together. */
export const kind = <const Definition extends Kind>(definition: Definition): Definition => definition;

/** A list with paging, search and filters. @param bounds of a list that is shown as a whole */
export const listCall = <const Name extends string, Item extends z.ZodType, const Options extends ListOptions>(
  name: Name,
  item: SchemaOf<Item>,
  list: Options,
  bounds?: { maxElements: number },
) => ({
  name,
  list,
  data: (ctx: ParseContext) => listAnswer(ctx, name, item(ctx), bounds),
  folderAnswer: 'list' as const,
});

/** One item, by the id or slug in the path. @param itemId a call of one certain item */
export const itemCall = <const Name extends string, Item extends z.ZodType>(
  name: Name,
  item: SchemaOf<Item>,
  itemId?: string,
) => ({
  name,
  data: (ctx: ParseContext) => z.object(property(name, item(ctx))),
  folderAnswer: 'item' as const,
  itemId,
});

/** A short list without paging or search. @param arrange orders it @param bounds of a list that no page shows */
export const allCall = <const Name extends string, Item extends z.ZodType>(
  name: Name,
  item: SchemaOf<Item>,
  arrange: (items: z.output<Item>[]) => z.output<Item>[] = (items) => items,
  bounds?: { maxElements: number },
) => ({
  name,
  data: (ctx: ParseContext) => z.object(property(name, list(ctx, name, item(ctx), bounds).transform(arrange))),
  folderAnswer: 'all' as const,
});

/** A single object. */
export const singleCall = <const Name extends string, Content extends z.ZodType>(
  name: Name,
  content: SchemaOf<Content>,
) => ({ name, data: (ctx: ParseContext) => z.object(property(name, content(ctx))), folderAnswer: 'single' as const });

/** A call that contains several kinds. */
export const composedCall = <Call extends Omit<CallDefinition, 'folderAnswer'>>(call: Call) => ({
  ...call,
  folderAnswer: 'composed' as const,
});

const property = <Name extends string, Value>(name: Name, value: Value) => ({ [name]: value }) as Record<Name, Value>;
