import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/* A test of the document, not of the bounds: it says what the code has, and all of it. */

interface Row {
  what: string;
  bound: string;
  file: string;
  name?: string;
}

const rows = readFileSync('docs/bounds.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && /`(server|client|shared)\//.test(line))
  .map((line): Row => {
    const [, what = '', bound = '', , where = ''] = line.split('|').map((cell) => cell.trim());
    const [, file = '', name] = /`((?:server|client|shared)\/[^`]+)`(?: `(\w+)`)?/.exec(where) ?? [];
    return { what, bound, file, name };
  });

const SHARES: Record<string, string> = {
  '0.5': 'half',
  '0.25': 'a quarter',
  '1 / 8': 'an eighth',
  '1 / 20': 'a twentieth',
  '1 / 100': 'a hundredth',
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

/** Named like bounds, but nothing from outside meets them. */
const NO_BOUNDS: Record<string, string> = {
  'server/content-api/field-parsers.ts MAX_GRAPHEME_LENGTH': 'a factor: code units of a grapheme',
  'server/content-api/replicas.ts MAX_COUNTER_DIGITS': 'the form of our own counter',
  'server/content-folder/next-change.ts MAX_TIMER_MS': "Node.js's own bound of a timer",
  'server/content-folder/unknown-files.ts MAX_TYPING_ERRORS': 'how far a suggestion may be from a name',
  'server/images/image-address.ts MAX_AFFIX_LENGTH': 'the length of our own size and format',
  'server/observability/line-output.ts MAX_RETRY_MS': 'how often a full pipe is tried',
};
const BOUND = /^(?:export )?const (MAX_\w+|\w+_TIMEOUT_MS|\w+_TIME_LIMIT_MS)\b/gm;

describe('docs/bounds.md', () => {
  const found = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => join('server', name))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(BOUND)].map(([, name]) => `${file} ${name}`));

  it('says of each bound what the code has', () => {
    expect(rows.flatMap(disagreement)).toEqual([]);
    expect(rows.length).toBeGreaterThan(200);
  });

  it('has a row for every bound of the server', () => {
    const listed = new Set(rows.map(({ file, name }) => `${file} ${name}`));
    expect(found.filter((bound) => !listed.has(bound) && !(bound in NO_BOUNDS))).toEqual([]);
    expect(found.length).toBeGreaterThan(60);
  });

  it('is excused from no other constant', () => {
    expect(Object.keys(NO_BOUNDS).filter((bound) => !found.includes(bound))).toEqual([]);
  });
});
