import { setImmediate } from 'node:timers/promises';
import { shareTimeLimit } from './time-limit.ts';

/** The longest that it runs before it yields: a time limit takes time, too. */
const TIME_SLICE_MS = 4;
const ITEMS_PER_SLICE = 100;

/** As `mapInTurns`, for a function that converts Markdown within a time limit. It is called again for an item at which the limit of several ran out. */
export async function convertInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < items.length) {
    const sliceStart = performance.now();
    shareTimeLimit(() => {
      for (const item of items.slice(results.length, results.length + ITEMS_PER_SLICE)) {
        results.push(convert(item));
        if (performance.now() - sliceStart >= TIME_SLICE_MS) break;
      }
    });
    if (results.length < items.length) await setImmediate();
  }
  return results;
}
