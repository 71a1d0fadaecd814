import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../content-api/steps.ts';
import { shareTimeLimit } from './time-limit.ts';

/** The longest that work runs before it yields. */
const TIME_SLICE_MS = 2;
/** As `TIME_SLICE_MS`, for work whose time is limited: a limit takes time, too. */
const LIMITED_SLICE_MS = 4;
const ITEMS_PER_SLICE = 100;

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

/** Runs steps and yields to the event loop in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const yieldTurn = createYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const turn = yieldTurn();
    if (turn) await turn;
  }
}

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
        if (performance.now() - sliceStart >= LIMITED_SLICE_MS) break;
      }
    });
    if (results.length < items.length) await setImmediate();
  }
  return results;
}
