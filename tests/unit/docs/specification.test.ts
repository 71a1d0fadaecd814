import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/* docs/specification.md says where the code has each value. */

const rows = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, what = '', value = '', file = '', name] =
      /^\| (.+) \| `([^|]+)` \| `([^`|]+)`(?: `(\w+)`)? \|$/.exec(line) ?? [];
    return file ? [{ what, value, file, name }] : [];
  });

it('each value is in the file that it is said to be in', () => {
  const faults = rows.filter(({ value, file, name }) => {
    const code = readFileSync(file, 'utf8').replace(/(?<=\d)_(?=\d)/g, '');
    const hasValue = new RegExp(`(?<![\\w.])${escaped(value)}(?!\\w)`).test(code);
    return !hasValue || (name && !new RegExp(`\\b${name}\\b`).test(code));
  });
  expect(faults).toEqual([]);
});

it('every row is compared', () => {
  const lines = readFileSync('docs/specification.md', 'utf8').split('\n');
  const rules = lines.filter((line) => line.startsWith('| ') && !/^\| (what|---) /.test(line));
  expect(rows).toHaveLength(rules.length);
});

/** The text as a regular expression. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
