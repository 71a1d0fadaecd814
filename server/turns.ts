import { setImmediate } from 'node:timers/promises';
import type { Steps } from './steps.ts';

/** The longest that work runs before it yields. */
const TIME_SLICE_MS = 2;
/** How long work in the background waits for urgent work at most, each time. */
const BACKGROUND_WAIT_MS = 50;

let urgentRuns = 0;

/**
 * A time slice of long work. After each step the work asks whether the slice is used up, and if so yields to the event loop, so that
 * requests are answered in between. It does not await each step: a promise for each of a hundred thousand takes longer
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

  /** Begins the next time slice, in the next turn of the event loop. Work in the background waits for urgent work, at most BACKGROUND_WAIT_MS. */
  async end(): Promise<void> {
    const endedAt = performance.now();
    do await setImmediate();
    while (urgentRuns > 0 && !this.#isUrgent && performance.now() - endedAt < BACKGROUND_WAIT_MS);
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

/** Runs steps in time slices, and yields to the event loop in between. */
export async function runInTurns<Result>(steps: Steps<Result>, turn = new Turn()): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (turn.isOver) await turn.end();
  }
}

/** As `runInTurns`, before work in the background: a visitor waits for it, and after an edit much else is to be done. */
export async function runUrgently<Result>(steps: Steps<Result>): Promise<Result> {
  urgentRuns += 1;
  try {
    return await runInTurns(steps, new Turn({ isUrgent: true }));
  } finally {
    urgentRuns -= 1;
  }
}
