import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
