import { createContext, Script } from 'node:vm';

const context: { work?: () => void } = createContext({});
const script = new Script('work()');

/** For several pieces of work that are short, each of which has a limit of its own if this one runs out. */
const SHARED_TIME_LIMIT_MS = 2_000;
let isShared = false;

/**
 * Runs synchronous work and interrupts it after `limitMs`: a regular expression or a parser that never ends would
 * otherwise stop the process for ever. Throws what the work throws, or an error for which `isTimeLimitError` is true.
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
  try {
    script.runInContext(context, { timeout: limitMs });
  } finally {
    delete context.work;
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
