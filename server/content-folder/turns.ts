import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../content-api/steps.ts';
import { shareTimeLimit } from './time-limit.ts';

/** The longest that work runs before it yields. */
const TIME_SLICE_MS = 2;
/** As `TIME_SLICE_MS`, for work whose time is limited: a limit takes time, too. */
const LIMITED_SLICE_MS = 4;
const ITEMS_PER_SLICE = 100;
/** Short steps between two looks at the clock. */
const STEPS_PER_LOOK = 50;

let urgentRuns = 0;

/**
 * The turn of the event loop in which long work runs. After each step the work asks whether the turn has been long enough, and if so
 * ends it, so that requests are answered in between. It does not await each step: a promise for each of a hundred thousand takes longer
 * than their work.
 */
export class Turn {
  #startedAt = performance.now();
  readonly #isUrgent: boolean;

  constructor({ isUrgent = false } = {}) {
    this.#isUrgent = isUrgent;
  }

  get isOver(): boolean {
    return performance.now() - this.#startedAt >= TIME_SLICE_MS;
  }

  /** Resolves in the next turn, or the first one in which nothing urgent runs. */
  async end(): Promise<void> {
    do await setImmediate();
    while (urgentRuns > 0 && !this.#isUrgent);
    this.#startedAt = performance.now();
  }
}

/** Maps items and yields to the event loop in between: converting long texts takes time. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const turn = new Turn();
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    if (turn.isOver) await turn.end();
  }
  return results;
}

/** Runs steps and yields to the event loop in between. */
export async function runInTurns<Result>(steps: Steps<Result>, turn = new Turn()): Promise<Result> {
  for (let step = 1; ; step += 1) {
    const { done, value } = steps.next();
    if (done) return value;
    if (step % STEPS_PER_LOOK === 0 && turn.isOver) await turn.end();
  }
}

/** As `runInTurns`, before all other work in turns: a visitor waits for it, and after an edit much else is to be done. */
export async function runUrgently<Result>(steps: Steps<Result>): Promise<Result> {
  urgentRuns += 1;
  try {
    return await runInTurns(steps, new Turn({ isUrgent: true }));
  } finally {
    urgentRuns -= 1;
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
