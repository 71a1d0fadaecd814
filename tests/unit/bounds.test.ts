import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* docs/bounds.md says what the code has. */

interface Row {
  what: string;
  bound: string;
  file: string;
  name?: string;
}

const rows = readFileSync('docs/bounds.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && /`(server|client)\//.test(line))
  .map((line): Row => {
    const [, what = '', bound = '', , where = ''] = line.split('|').map((cell) => cell.trim());
    const [, file = '', name] = /`((?:server|client)\/[^`]+)`(?: `(\w+)`)?/.exec(where) ?? [];
    return { what, bound, file, name };
  });

describe('the bound of', () => {
  it.each(rows)('$what is in $file', ({ bound, file, name }) => {
    expect(existsSync(file)).toBe(true);
    if (!name) return;
    const [, value = ''] =
      new RegExp(`\\b${name}\\b(?: =|:) ([\\d_.]+(?: / \\d+)?)[,;]`).exec(readFileSync(file, 'utf8')) ?? [];
    expect(value, `${name} in ${file}`).not.toBe('');
    const number = /^([\d,]+)/.exec(bound)?.[1]?.replaceAll(',', '');
    // Shares are written in words.
    if (number === undefined)
      expect({ '0.25': 'a quarter', '1 / 8': 'an eighth' }[value] ?? '').toBe(bound.split(' of')[0]);
    else expect(value.replaceAll('_', '')).toBe(number);
  });

  it('everything', () => expect(rows.length).toBeGreaterThan(40));
});
