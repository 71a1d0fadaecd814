import { setImmediate } from 'node:timers/promises';

/** The longest that work runs before it yields. */
const TIME_SLICE_MS = 2;

/**
 * Returns a function for long work to await after each step. Once the work has run for TIME_SLICE_MS, it yields to the
 * event loop, so that requests are answered in between; until then it returns undefined.
 */
export function createYielder(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < TIME_SLICE_MS) return undefined;
    return setImmediate().then(() => {
      sliceStart = performance.now();
    });
  };
}

/** Maps items and yields to the event loop in between: converting long texts takes time. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const yieldTurn = createYielder();
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    await yieldTurn();
  }
  return results;
}
