import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const suite = (name: string, options: object = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options },
});
const cores = availableParallelism();

export default defineConfig({
  test: {
    // Bounds for what hangs: on a busy machine the start of a few processes alone takes ten seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      suite('unit', { maxWorkers: cores, isolate: false }),
      // These files mostly wait, for sockets, timeouts and processes: more of them than cores run at once.
      suite('http', {
        globalSetup: 'tests/support/setup-http.ts',
        isolate: false,
        maxWorkers: 2 * cores,
        sequence: { groupOrder: 1 },
      }),
      suite('browser', {
        globalSetup: 'tests/support/setup-browser.ts',
        maxWorkers: cores + 1,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
