import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { tags } from './tests/support/extents.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { POLLING } from './tests/support/polling.ts';

const cores = availableParallelism();

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/closing-lines.ts'],
    tags,
    sequence: { sequencer: LongestFirst },
    // Bounds for what hangs: a busy machine takes ten seconds for the start of a few processes, and two minutes for a build.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: POLLING },
    // The files of a worker share its modules: to import the server for each file takes longer than most files' tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{tests/unit,packages/*/tests,tools/*/tests}/**/*.test.{ts,tsx}'],
          maxWorkers: cores,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'site',
          include: ['tests/{http,browser}/**/*.test.{ts,tsx}'],
          globalSetup: 'tests/support/setup-site.ts',
          // React as it is built for visitors: its development build renders several times as long.
          env: { NODE_ENV: 'production' },
          // Some of these files wait for timeouts and processes. With more, a slow machine is late for times that tests hold.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
