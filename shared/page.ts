import type { ComponentType } from 'react';
import type { Api, Parameters } from './contract/calls.ts';
import type { File } from './contract/file.ts';
import type { Site } from './contract/site.ts';

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

/** A block whose data had to be awaited for the page's status or head. */
export const arrived = <T>(data: T): Deferred<T> => {
  const settled: Settled<T> = { ok: true, data };
  return { promise: Promise.resolve(settled), settled };
};

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

export interface Load {
  api: Api;
  /** The names in the path's place. */
  params: Parameters;
  /** The page's own query parameters, as they stand in the address. */
  query: Parameters;
}

/** What a page says of itself to browsers, search engines and whoever shares it. */
export interface Head {
  /** Without the organisation's name; none: the name alone. */
  title?: string;
  description?: string;
  /** Path and query of the page's one address. */
  canonical?: string;
  picture?: File;
  type?: 'website' | 'article';
  index?: boolean;
  /** schema.org descriptions. */
  jsonLd?: object[];
}

export interface HeadContext {
  site: Site;
  /** Of the site's public address, e.g. https://www.example.org */
  origin: string;
  query: Parameters;
}

/** One screen of the site. */
export interface Page<Data extends object = object> {
  /** The pattern of its address, React Router's. */
  path: string;
  /** The screen's name: that of its module and its chunk. */
  id: string;
  /** In a menu. */
  label?: string;
  /** The query parameters that mean something to it. */
  parameters?: readonly string[];
  /** Seconds that a shared cache may keep it. */
  maxAge: number;
  /** Awaits what decides status and head, defers the rest. Rejects with a ContentError. */
  load(load: Load): Data | Promise<Data>;
  head(data: Data, context: HeadContext): Head;
  screen(): Promise<ComponentType<{ data: Data }>>;
  /** The screen, once it is there. */
  Screen?: ComponentType<{ data: Data }>;
}

/** A row of the route table: ties the types of one page's parts to each other, which the table then forgets. */
export const page = <Data extends object>(row: Page<Data>): Page => row as unknown as Page;

/** The parameters of a query string that a page knows. */
export function queryOf({ parameters = [] }: Page, search: URLSearchParams): Parameters {
  return Object.fromEntries(parameters.map((name) => [name, search.get(name) ?? undefined]));
}
