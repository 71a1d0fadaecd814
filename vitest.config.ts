import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const suite = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});
const cores = availableParallelism();
/** The files of a worker share its modules: to import the server for each file takes longer than most files' tests. */
const SHARED_MODULES = { isolate: false };
/** Real sockets, processes and browsers starve on a busy machine. Each repetition is named at the end of the run. */
const REPEATED_ONCE = { retry: 1 };

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/flaky-tests.ts'],
    // Bounds for what hangs: on a busy machine the start of a few processes alone takes ten seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Without a build, Redis or Chromium.
      suite('unit', { ...SHARED_MODULES, maxWorkers: cores }),
      // With the build and Redis. Many of these files wait for timeouts and processes: more of them than cores run at once.
      suite('http', {
        globalSetup: 'tests/support/setup-http.ts',
        ...SHARED_MODULES,
        ...REPEATED_ONCE,
        maxWorkers: 2 * cores,
        sequence: { groupOrder: 1 },
      }),
      // With the build and Chromium.
      suite('browser', {
        globalSetup: 'tests/support/setup-browser.ts',
        ...REPEATED_ONCE,
        // A browser uses several cores by itself, and these tests look at what happens within milliseconds.
        maxWorkers: Math.max(1, cores - 1),
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
