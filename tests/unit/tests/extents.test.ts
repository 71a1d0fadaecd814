import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { tags } from '../../support/extents.ts';

/* Every test runs in CI: in `npm test`, or in `npm run test:exhaustive`. */

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file));
const sources = files.map((file) => readFileSync(`tests/${file}`, 'utf8'));
const ci = readFileSync('.ci/run', 'utf8');
const hosted = readFileSync('.github/workflows/ci.yml', 'utf8');

describe('a tag', () => {
  it.each(tags.map(({ name }) => name))('%s is one that tests have', (name) => {
    const isUsed = new RegExp(`'${name}'|@module-tag ${name}\\n`);
    expect(sources.some((source) => isUsed.test(source))).toBe(true);
  });
});

describe('the two extents', () => {
  it('are run by npm test and by npm run test:exhaustive', () => {
    // What the first leaves out is what the second runs, and properties run in both.
    expect(packageFile.scripts.test).toBe("vitest run --tags-filter '!exhaustive/*'");
    expect(packageFile.scripts['test:exhaustive']).toBe(
      "EXAMPLES=5 vitest run --tags-filter 'exhaustive/* || properties'",
    );
  });

  it('are both run by .ci/run', () => {
    for (const command of ['npm test', 'npm run test:exhaustive']) expect(ci).toMatch(new RegExp(`^${command}`, 'm'));
  });

  it('are both run by hosted CI, each shard of them, on each line of Node that is supported', () => {
    for (const command of ['npm test', 'npm run test:exhaustive'])
      expect(hosted).toMatch(new RegExp(`- run: ${command} -- --shard=\\$\\{\\{ matrix\\.shard \\}\\}/3`));
    expect(hosted).toMatch(/shard: \[1, 2, 3\]/);
    expect(hosted).toMatch(/node: \['22', '24', '26'\]/);
    expect(hosted).toMatch(/node: '20\.19'/);
  });
});

it('no test is left out by hand, but where a system cannot have what it needs', () => {
  const skipping = /\b(?:it|test|describe)\.(?:skip|todo|only|fails)\b(?!If)|\bctx\.skip\(|\.runIf\(/;
  expect(files.filter((_, index) => skipping.test(sources[index] ?? ''))).toEqual([]);
});
