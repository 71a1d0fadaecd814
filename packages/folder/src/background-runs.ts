import { setTimeout as wait } from 'node:timers/promises';

/** After a run, the next one waits this many times the run's duration, so that requests are answered in between. */
const PAUSE_FACTOR = 5;
const MAX_PAUSE_MS = 5_000;

/**
 * Returns a function that runs `work`, which must not reject. Runs do not overlap: however often the function is called
 * during a run, or the pause after it, there is one more run.
 */
export function coalesceRuns(work: () => Promise<void>): () => void {
  let isRequested = false;
  let isRunning = false;
  async function run() {
    while (isRequested) {
      isRequested = false;
      const start = performance.now();
      await work();
      const pauseMs = Math.min((performance.now() - start) * PAUSE_FACTOR, MAX_PAUSE_MS);
      await wait(pauseMs, undefined, { ref: false });
    }
    isRunning = false;
  }
  return () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}

/** The share of the time that runs may take: a longer run makes the pause longer, up to MAX_LONG_PAUSE_MS. */
const MAX_SHARE = 1 / 100;
const MAX_LONG_PAUSE_MS = 600_000;

/** Runs `work`, which must not reject, over and over, with a pause before each run. @returns a function that ends it */
export function repeatWithPauses(pauseMs: number, work: () => Promise<void>): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout;
  function runAfter(milliseconds: number) {
    timer = setTimeout(async () => {
      const start = performance.now();
      await work();
      if (!isOver) runAfter(Math.max(pauseMs, Math.min((performance.now() - start) / MAX_SHARE, MAX_LONG_PAUSE_MS)));
    }, milliseconds).unref();
  }
  runAfter(pauseMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
