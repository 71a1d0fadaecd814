import { setImmediate } from 'node:timers/promises';

/** The longest that work runs before it yields. */
const TIME_SLICE_MS = 2;

/**
 * A time slice of long work. After each step the work asks whether the slice is used up, and if so yields to the event loop, so that
 * requests are answered in between. It does not await each step: a promise for each of thousands takes longer than their work.
 */
export class TimeSlice {
  #startedAt = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.#startedAt >= TIME_SLICE_MS;
  }

  /** Begins the next time slice, in the next turn of the event loop. */
  async end(): Promise<void> {
    await setImmediate();
    this.#startedAt = performance.now();
  }
}

/** Maps items and yields to the event loop in between: converting long texts takes time. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const slice = new TimeSlice();
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    if (slice.isUsedUp) await slice.end();
  }
  return results;
}
