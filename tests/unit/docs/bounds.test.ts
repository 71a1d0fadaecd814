import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* A test of the document, not of the bounds: it says what the code has. Bounds that are the code's alone need no row. */

interface Row {
  what: string;
  bound: string;
  file: string;
  name?: string;
}

const document = readFileSync('docs/bounds.md', 'utf8').split('\n');
const rows = document
  .filter((line) => line.startsWith('| ') && /`(server|client|shared|packages|tools)\//.test(line))
  .map((line): Row => {
    const [, what = '', bound = '', , where = ''] = line.split('|').map((cell) => cell.trim());
    const [, file = '', name] = /`((?:server|client|shared|packages|tools)\/[^`]+)`(?: `(\w+)`)?/.exec(where) ?? [];
    return { what, bound, file, name };
  });

const SHARES: Record<string, string> = {
  '0.5': 'half',
  '0.25': 'a quarter',
  '1 / 8': 'an eighth',
};

/** What the code has in the place of a row's bound, if that is something else. */
function disagreement({ what, bound, file, name }: Row): string[] {
  if (!existsSync(file)) return [`${what}: there is no ${file}`];
  if (!name) return [];
  const [, value] =
    new RegExp(`\\b${name}\\b(?: =|:) ([\\d_.]+(?: / \\d+)?)[,;]`).exec(readFileSync(file, 'utf8')) ?? [];
  if (value === undefined) return [`${what}: there is no ${name} in ${file}`];
  const number = /^([\d,]+)/.exec(bound)?.[1]?.replaceAll(',', '');
  const isSame = number === undefined ? SHARES[value] === bound.split(' of')[0] : value.replaceAll('_', '') === number;
  return isSame ? [] : [`${what}: ${bound}, but ${value} in ${file}`];
}

describe('docs/bounds.md', () => {
  it('says of each bound what the code has', () => {
    expect(rows.flatMap(disagreement)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  it('names a constant for each bound that no variable or option sets', () => {
    expect(rows.filter(({ name, bound }) => !name && !bound.startsWith('`'))).toEqual([]);
  });

  it('has no row that is not compared', () => {
    const lines = document.filter((line) => line.startsWith('| ') && !/^\| (what \| limit|---)/.test(line));
    expect(lines.length).toBe(rows.length);
  });
});
