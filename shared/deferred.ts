/* The blocks of a page: parts of its data that may arrive after the page has started. */

/** The result of a block's call: its data, or nothing because the call failed. */
export type BlockResult<T> = { ok: true; data: T } | { ok: false };

/** A block's data. Its promise never rejects. */
export interface Deferred<T> {
  readonly promise: Promise<BlockResult<T>>;
  /** Set once the promise has resolved: a later render need not suspend. */
  readonly result: BlockResult<T> | undefined;
}

class DeferredCall<T> implements Deferred<T> {
  result: BlockResult<T> | undefined;
  readonly promise: Promise<BlockResult<T>>;
  constructor(data: Promise<T>) {
    this.promise = data.then(
      (value): BlockResult<T> => ({ ok: true, data: value }),
      // The API client has logged the failure. The page is shown without the block.
      (): BlockResult<T> => ({ ok: false }),
    );
    this.promise.then((result) => {
      this.result = result;
    });
  }
}

/** Creates a block, so that the page starts without its data. */
export const defer = <T>(data: Promise<T>): Deferred<T> => new DeferredCall(data);

/** The blocks of a page's data, by name. */
export const blocksOf = (data: object): [string, Deferred<unknown>][] =>
  Object.entries(data).filter((entry): entry is [string, Deferred<unknown>] => isDeferred(entry[1]));

// Tests for the names only. In the browser, reading the promise of a block of the server's HTML loads the block's data.
const isDeferred = (value: unknown): value is Deferred<unknown> =>
  typeof value === 'object' && value !== null && 'promise' in value && 'result' in value;

/** The name of an additional block of a page that consists of blocks only: whether all of them failed. */
export const ALL_FAILED = 'all-failed';

/** Adds the block ALL_FAILED to the data of a page that consists of blocks only. */
export function addAllFailed(data: object): object {
  const blocks = blocksOf(data);
  if (blocks.length === 0 || blocks.length < Object.keys(data).length) return data;
  const results = Promise.all(blocks.map(([, { promise }]) => promise));
  return { ...data, [ALL_FAILED]: defer(results.then((all) => all.every(({ ok }) => !ok))) };
}

/** Whether all blocks of a page failed; undefined for a page that does not consist of blocks only. */
export const allFailedOf = (data: object): Deferred<boolean> | undefined =>
  ALL_FAILED in data ? (data[ALL_FAILED] as Deferred<boolean>) : undefined;
