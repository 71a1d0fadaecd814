import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { keepDurations, nameOf } from './longest-first.ts';

/** More of them than this fail a run: a test that fails every second time would pass three of four. */
const MAX_REPEATS = 3;

/**
 * Ends a run with what it proves: how many tests passed, how many passed only when they were repeated (each by name, with its first error),
 * and how many were left out. With DURATIONS=keep in the environment it also keeps how long each file took.
 */
export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const repeated = tests.filter((test) => test.diagnostic()?.flaky);
    for (const test of repeated)
      console.log(`passed when repeated: ${nameOf(test.module.moduleId)} > ${described(test)}`);
    if (repeated.length > MAX_REPEATS) {
      console.log(`${repeated.length} tests passed only when they were repeated; ${MAX_REPEATS} may`);
      process.exitCode = 1;
    }
    if (process.env.DURATIONS === 'keep')
      keepDurations(Object.fromEntries(modules.map((module) => [nameOf(module.moduleId), secondsOf(module)])));
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(count);
    console.log(
      `${passed} passed, ${failed} failed${outside.length ? `, ${outside.length} errors outside of tests` : ''}`,
    );
    console.log(
      `Repeated: ${repeated.length}. Left out: ${skipped}${skipped ? ' (see `npm run test:exhaustive`)' : ''}.`,
    );
  }
}

function described(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return `${test.fullName}: ${error?.message ?? 'no error'}`;
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}
