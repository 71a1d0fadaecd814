import type { ComponentType } from 'react';
import type { Api, ListPath, Parameters } from './content-api.ts';
import type { Site } from './kinds/site.ts';
import type { File } from './schema/file.ts';

/** What a block came to: its data, or nothing because its call failed. */
export type Settled<T> = { ok: true; data: T } | { ok: false };

/** A block of a page whose data need not be there when the page starts. Its promise never rejects. */
export interface Deferred<T> {
  readonly promise: Promise<Settled<T>>;
  /** Set once the promise has settled, so that whoever renders afterwards need not wait. */
  readonly settled: Settled<T> | undefined;
}

class Call<T> implements Deferred<T> {
  settled: Settled<T> | undefined;
  readonly promise: Promise<Settled<T>>;
  constructor(data: Promise<T>) {
    this.promise = data.then(
      (value): Settled<T> => ({ ok: true, data: value }),
      // Whoever made the call has told of its failure; the page goes on without the block.
      (): Settled<T> => ({ ok: false }),
    );
    this.promise.then((settled) => {
      this.settled = settled;
    });
  }
}

/** Lets a page start without this data. */
export const defer = <T>(data: Promise<T>): Deferred<T> => new Call(data);

/** The blocks of a page's data, by name. */
export const blocksOf = (data: object): [string, Deferred<unknown>][] =>
  Object.entries(data).filter((entry): entry is [string, Deferred<unknown>] => isDeferred(entry[1]));

// By name alone: to read the promise of a block that came with the page would load it.
const isDeferred = (value: unknown): value is Deferred<unknown> =>
  typeof value === 'object' && value !== null && 'promise' in value && 'settled' in value;

/** The name of the block that says whether every other one failed. */
const NOTHING = 'nothing';

/** Adds to the data of a page that is made of blocks alone whether, in the end, there is nothing of it. */
export function judged(data: object): object {
  const blocks = blocksOf(data);
  if (blocks.length === 0 || blocks.length < Object.keys(data).length) return data;
  const ends = Promise.all(blocks.map(([, { promise }]) => promise));
  return { ...data, [NOTHING]: defer(ends.then((all) => all.every(({ ok }) => !ok))) };
}

export const verdictOf = (data: object): Deferred<boolean> | undefined =>
  NOTHING in data ? (data[NOTHING] as Deferred<boolean>) : undefined;

export interface Load<V = View> {
  api: Api;
  /** The names in the path's place. */
  params: Parameters;
  /** The page's own query parameters, as they stand in the address. */
  query: Parameters;
  /** The page's view, which is on its way at the same time. */
  view: Promise<V>;
}

/** What a page says of itself to browsers, search engines and whoever shares it. */
export interface Head {
  /** Without the organisation's name; none: the name alone. */
  title?: string;
  description?: string;
  /** Path and query of the page's one address. */
  canonical?: string;
  picture?: File;
  /** Of an article: when it was published, and last changed. */
  published?: string;
  modified?: string;
  index?: boolean;
  /** The way to the page, between its list and itself. */
  trail?: Crumb[];
  /** schema.org descriptions. */
  jsonLd?: object[];
}

export interface Crumb {
  label: string;
  href: string;
}

export interface HeadContext {
  site: Site;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  query: Parameters;
  page: Page;
}

/** What is to be seen of a page: a module of its own, loaded when it is wanted. */
export interface View<Data extends object = object> {
  head(data: Data, context: HeadContext): Head;
  Screen: ComponentType<ScreenProps<Data>>;
}

export interface ScreenProps<Data extends object = object> {
  data: Data;
  page: Page;
}

/** One screen of the site. */
export interface Page<Data extends object = object, V extends View<Data> = View<Data>> {
  /** The pattern of its address, React Router's. */
  path: string;
  id: string;
  /** The module of its view, where that is not called like the page. */
  chunk?: string;
  /** What it is called, where it is not called like the item that it shows. */
  label?: string;
  /** The list that its item stands in. */
  parent?: Page;
  /** The call that lists its items: its own, of a list's page, or its item's. */
  call?: ListPath;
  /** The field of its item that says until when search engines may list it. */
  indexedUntil?: 'deadline' | 'expires_at';
  /** Whether the list can be subscribed to. */
  feed?: boolean;
  /** The query parameters that mean something to it. */
  parameters?: readonly string[];
  /** Seconds that a shared cache may keep it. */
  maxAge: number;
  /** Awaits what decides status and head, defers the rest. Rejects with a ContentError. */
  load(load: Load<V>): Data | Promise<Data>;
  view(): Promise<V>;
  /** The view, once it is there. */
  loaded?: V;
}

/** A row of the route table: ties the types of one page's parts to each other, which the table then forgets. */
export const page = <Data extends object, V extends View<Data> = View<Data>>(row: Page<Data, V>): Page =>
  row as unknown as Page;

/** The parameters of a query string that a page knows. */
export function queryOf({ parameters = [] }: Page, search: URLSearchParams): Parameters {
  // A form sends its empty fields too.
  return Object.fromEntries(parameters.map((name) => [name, search.get(name) || undefined]));
}
