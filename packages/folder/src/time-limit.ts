import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createContext, Script } from 'node:vm';

const context: { work?: () => void } = createContext({});
const script = new Script('work()');

/** For several pieces of work that are short, each of which has a limit of its own if this one runs out. */
const SHARED_TIME_LIMIT_MS = 2_000;
let isShared = false;

/**
 * Descriptors that are held for the time limits of `vm`: each opens an event loop, and Node aborts the process if that gets none of
 * the four that it needs. So connections cannot take them, and some more, as other threads may take one in between.
 */
const HELD_DESCRIPTORS = 8;
const held: number[] = [];
const hold = () => {
  while (held.length < HELD_DESCRIPTORS) held.push(openSync(devNull, 'r'));
};
tryToHold();

function tryToHold(): void {
  try {
    hold();
  } catch {
    // The next limit tries again, and throws.
  }
}

/**
 * Runs synchronous work and interrupts it after `limitMs`: a regular expression or a parser that never ends would
 * otherwise stop the process for ever. Throws what the work throws, an error for which `isTimeLimitError` is true, or the system's
 * error if this process has no descriptors left.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): T {
  return isShared ? work() : interrupted(limitMs, work);
}

/**
 * Runs synchronous work that sets time limits, all of them by a single one: a limit costs 0.1 ms, as much as a short text. If
 * it runs out, the work is called again, with a limit for each part.
 * @param work goes on where it was interrupted, when it is called again
 */
export function shareTimeLimit(work: () => void): void {
  isShared = true;
  try {
    interrupted(SHARED_TIME_LIMIT_MS, work);
  } catch (error) {
    isShared = false;
    if (!isTimeLimitError(error)) throw error;
    work();
  } finally {
    isShared = false;
  }
}

function interrupted<T>(limitMs: number, work: () => T): T {
  const results: T[] = [];
  context.work = () => {
    results.push(work());
  };
  hold();
  for (const descriptor of held.splice(0)) closeSync(descriptor);
  try {
    script.runInContext(context, { timeout: limitMs });
  } finally {
    delete context.work;
    tryToHold();
  }
  const [result] = results;
  return result as T;
}

/** Whether an error was thrown because the time of `withTimeLimit` ran out. */
export function isTimeLimitError(error: unknown): boolean {
  // An error of another realm is no instance of this one's Error.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
