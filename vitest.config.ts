import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Vitest's own second is too short for a process to start on a machine that is busy.
    expect: { poll: { timeout: 5_000 } },
  },
});
