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

it.each(rows)('$what is in $file', ({ value, file, name }) => {
  const code = readFileSync(file, 'utf8').replace(/(?<=\d)_(?=\d)/g, '');
  expect(code).toMatch(new RegExp(`(?<![\\w.])${escaped(value)}(?!\\w)`));
  if (name) expect(code).toMatch(new RegExp(`\\b${name}\\b`));
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
