import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config/src/config.ts';
import { openSealKeys } from '../src/seal-keys.ts';

/* The keys that seal the addresses of a CMS's images. */

const CMS = { FRONTAPI_URL: 'https://cms.example.org/frontapi/en/' };
let dir: string;
let lines: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-keys-'));
  lines = [];
});
afterEach(() => rm(dir, { recursive: true }));

async function keysOf(environment: Record<string, string>, changes = {}) {
  const log = pino({ base: undefined }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  return (await openSealKeys({ ...readConfig(environment), ...changes }, log)).all;
}
const CHANGE = expect.stringContaining('the addresses of pictures change with each start');

it('are in DATA_DIR, for its owner alone, and the same for processes that start at once and later', async () => {
  const DATA_DIR = join(dir, 'data');
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => keysOf({ ...CMS, DATA_DIR })));
  const [keys] = atOnce;
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(new Set(atOnce.flat())).toEqual(new Set(keys));
  expect(await keysOf({ ...CMS, DATA_DIR, PURGE_TOKEN: 'another-token-than-before' })).toEqual(keys);
  expect(await readdir(DATA_DIR)).toEqual(['image-key']);
  expect((await stat(join(DATA_DIR, 'image-key'))).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([]);
});

it.each(['', 'short\n', '\0'.repeat(44)])('replace a file that holds none: %j', async (text) => {
  await writeFile(join(dir, 'image-key'), text);
  const [key] = await keysOf({ ...CMS, DATA_DIR: dir });
  expect(await readFile(join(dir, 'image-key'), 'utf8')).toBe(`${key}\n`);
});

it('are of one start without a folder that can be written, which is said once', async () => {
  await writeFile(join(dir, 'file'), '');
  const environments = [CMS, { ...CMS, DATA_DIR: join(dir, 'file', 'data') }];
  for (const environment of environments) {
    expect(await keysOf(environment)).not.toEqual(await keysOf(environment));
    expect(lines.splice(0)).toEqual([CHANGE, CHANGE]);
  }
});

it('are those of the operator: the first seals', async () => {
  expect(await keysOf({ ...CMS, DATA_DIR: dir, IMAGE_KEY: 'the-newest-of-all  the-one-of-before' })).toEqual([
    'the-newest-of-all',
    'the-one-of-before',
  ]);
  expect(await readdir(dir)).toEqual([]);
});

it('are not needed for a folder of content, and are the same in each export', async () => {
  await keysOf({ DATA_DIR: dir });
  expect(await keysOf({ ...CMS, DATA_DIR: dir }, { isExport: true })).toEqual(await keysOf(CMS, { isExport: true }));
  expect([await readdir(dir), lines]).toEqual([[], []]);
});
