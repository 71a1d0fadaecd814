import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { isTimeLimitError, shareTimeLimit, withTimeLimit } from '../src/time-limit.ts';

const attempt = (work: () => string): string => {
  try {
    return withTimeLimit(50, work);
  } catch (error) {
    if (isTimeLimitError(error)) return 'interrupted';
    throw error;
  }
};

it('of several pieces of work interrupts the one that never ends', () => {
  const pieces = [
    () => 'one',
    () => {
      for (;;);
    },
    () => 'three',
  ];
  const results: string[] = [];
  shareTimeLimit(() => {
    for (const piece of pieces.slice(results.length)) results.push(attempt(piece));
  });
  expect(results).toEqual(['one', 'interrupted', 'three']);
});

it('passes on what the work throws, and limits what comes after it', () => {
  const fail = () => {
    throw new Error('failed');
  };
  expect(() => shareTimeLimit(fail)).toThrow('failed');
  expect(
    attempt(() => {
      for (;;);
    }),
  ).toBe('interrupted');
});

it('needs no descriptor that others could have taken, and without any it throws', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../../tests/support/time-limits.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const script = `ulimit -n 64; exec "${process.execPath}" --input-type=module`;
  const output = execFileSync('sh', ['-c', script], { input: outputFiles[0]?.text, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(['done', 'done', 'interrupted', 'done', 'EMFILE', 'done']);
});
