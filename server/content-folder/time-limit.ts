import { createContext, Script } from 'node:vm';

const context: { work?: () => void } = createContext({});
const script = new Script('work()');

/**
 * Runs synchronous work and interrupts it after some time: a regular expression or a parser that never ends would
 * otherwise stop the whole process. Throws an error whose `code` is ERR_SCRIPT_EXECUTION_TIMEOUT.
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

export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
