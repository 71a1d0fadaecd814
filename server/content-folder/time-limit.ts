import { createContext, Script } from 'node:vm';

const context: { work?: () => void } = createContext({});
const script = new Script('work()');

/**
 * Runs synchronous work and interrupts it after `limitMs`: a regular expression or a parser that never ends would
 * otherwise stop the process for ever. Throws what the work throws, or an error for which `isTimeLimitError` is true.
 */
export function withTimeLimit<T>(limitMs: number, work: () => T): T {
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
export const isTimeLimitError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
