import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeVariables } from '../../../packages/config/src/variables.ts';

/* docs/configuration.md has every variable of packages/config/src/variables.ts, with its default. */

const documented = new Map(
  readFileSync('docs/configuration.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .flatMap((line) => {
      const [, names = '', defaults = ''] = line.split('|');
      // In brackets: the default of the image.
      const texts = defaults.replace(/ \([^)]*\)/g, '').split(',');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], index): [string, string] => [
        name,
        (texts[index] ?? '').trim(),
      ]);
    }),
);
const variables = describeVariables()
  .trim()
  .split('\n')
  .map((line) => {
    const [, name = '', value] = /^(\w+) .*?(?:; (.+) if not set)?$/.exec(line) ?? [];
    return { name, value };
  });

it('each variable is documented with its default', () => {
  const faults = variables.filter(({ name, value }) => {
    const text = documented.get(name);
    return text === undefined || (value !== undefined && value !== 'none' && text !== `\`${value}\``);
  });
  expect(faults).toEqual([]);
  expect(variables.length).toBeGreaterThan(20);
});

it('no other variable is documented', () => {
  expect([...documented.keys()].sort()).toEqual(variables.map(({ name }) => name).sort());
});
