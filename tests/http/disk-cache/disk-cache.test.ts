// @module-tag repeated

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskCache } from '../../../packages/runtime/src/disk-cache/disk-cache.ts';
import { encodeEntry } from '../../../packages/runtime/src/disk-cache/disk-folder.ts';
import type { DiskFault } from '../../../packages/runtime/src/metrics.ts';
import type { LogLine } from '../../support/site.ts';

/* The cache on disk that stored answers and scaled pictures share. */

let dir: string;
let caches: DiskCache[];
let log: LogLine[];
let faults: DiskFault[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-cache-'));
  caches = [];
  log = [];
  faults = [];
});
afterEach(async () => {
  await Promise.all(caches.map((cache) => cache.close()));
  await rm(dir, { recursive: true, force: true });
});

const open = (maxBytes = 64_000_000) => {
  const logger = pino({ base: undefined }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const cache = new DiskCache({
    dir,
    kind: 'answers',
    isName: (name) => name.startsWith('entry-'),
    maxBytes,
    log: logger,
    onFault: (fault) => faults.push(fault),
  });
  caches.push(cache);
  return cache;
};
const path = (name: string) => join(dir, name);
const names = async () => (await readdir(dir)).sort();
const messages = () => log.map(({ msg }) => msg);
/** As `du` counts. */
const blocks = async () => {
  const sizes = await Promise.all((await names()).map(async (name) => (await stat(path(name))).blocks * 512));
  return sizes.reduce((sum, size) => sum + size, 0);
};
const KB = 1_000;

describe('an entry', () => {
  it('can be read at once, and after a restart', async () => {
    const first = open();
    first.write('entry-1', Buffer.from('one'));
    expect(await first.read('entry-1')).toEqual(Buffer.from('one'));
    expect(await first.read('entry-2')).toBeUndefined();
    await first.close();
    expect(await open().read('entry-1')).toEqual(Buffer.from('one'));
    expect(await names()).toEqual(['entry-1']);
    expect(log).toEqual([]);
  });

  it('is missing at once after its deletion, and after a restart', async () => {
    const first = open();
    for (const name of ['entry-1', 'entry-2', 'entry-3']) first.write(name, Buffer.from(name));
    first.delete('entry-1');
    first.deleteWhere((name) => name === 'entry-2');
    for (const name of ['entry-1', 'entry-2']) expect(await first.read(name)).toBeUndefined();
    first.write('entry-2', Buffer.from('again'));
    expect(await first.read('entry-2')).toEqual(Buffer.from('again'));
    await first.close();
    expect(await names()).toEqual(['entry-2', 'entry-3']);
    expect(await open().read('entry-2')).toEqual(Buffer.from('again'));
  });

  it.each<[string, () => Promise<void>]>([
    ['empty', () => truncate(path('entry-1'))],
    ['cut off', () => truncate(path('entry-1'), 40)],
    ['zeroed', async () => writeFile(path('entry-1'), Buffer.alloc((await stat(path('entry-1'))).size))],
    ['written by another program', () => writeFile(path('entry-1'), 'not ours')],
    ['of another name', async () => writeFile(path('entry-1'), await readFile(path('entry-2')))],
    ['too large', () => truncate(path('entry-1'), 64_000_000)],
  ])('that is %s is missing, removed and logged', async (_, damage) => {
    const first = open();
    first.write('entry-1', Buffer.alloc(100, 'a'));
    first.write('entry-2', Buffer.alloc(100, 'b'));
    await first.close();
    await damage();
    const second = open();
    expect(await second.read('entry-1')).toBeUndefined();
    expect(await second.read('entry-2')).toEqual(Buffer.alloc(100, 'b'));
    await second.close();
    expect(await names()).toEqual(['entry-2']);
    // A file that is too large may be seen by the read and by the sweep.
    expect(new Set(messages())).toEqual(new Set(['damaged file removed']));
    expect(new Set(faults)).toEqual(new Set(['damaged']));
  });

  it('is not stored if it is too large, which is logged', async () => {
    const cache = open(1_600 * KB);
    cache.write('entry-1', Buffer.from('small'));
    cache.write('entry-1', Buffer.alloc(101 * KB));
    expect(await cache.read('entry-1')).toBeUndefined();
    await cache.close();
    expect(await names()).toEqual([]);
    expect(faults).toEqual(['dropped']);
    expect(messages()).toEqual(['answers not stored']);
  });

  it('can be stored after an operator has removed the folder', async () => {
    const cache = open();
    cache.write('entry-1', Buffer.from('one'));
    await expect.poll(names).toEqual(['entry-1']);
    await rm(dir, { recursive: true });
    cache.write('entry-2', Buffer.from('two'));
    await expect.poll(() => names().catch(() => [])).toEqual(['entry-2']);
  });
});

describe('the queue of writes', () => {
  it('is bounded by number and by bytes: the oldest is dropped and counted', async () => {
    const many = open(1_000_000 * KB);
    for (let number = 0; number < 1_500; number += 1) many.write(`entry-${number}`, Buffer.from('x'));
    const large = open(1_000_000 * KB);
    for (let number = 0; number < 12; number += 1) large.write(`entry-large-${number}`, Buffer.alloc(4_000 * KB));
    expect(faults).toEqual(Array(500 + 4).fill('dropped'));
    // All writes that were not dropped.
    await expect.poll(async () => (await names()).length).toBe(1_000 + 8);
    expect((await names()).filter((name) => name.includes('large'))).toHaveLength(8);
    expect(await many.read('entry-1499')).toEqual(Buffer.from('x'));
    // One line a minute for each cache.
    expect(messages()).toEqual(['answers not stored', 'answers not stored']);
  });
});

describe('a deletion by predicate', () => {
  it('takes one pass over the folder for a hundred of them', async () => {
    const first = open();
    await Promise.all(
      Array.from({ length: 3_000 }, (_, number) =>
        writeFile(path(`entry-${number}`), encodeEntry(`entry-${number}`, Buffer.from('x'))),
      ),
    );
    let asked = 0;
    for (let time = 0; time < 100; time += 1) {
      first.deleteWhere((name) => {
        asked += 1;
        return name === `entry-${time}`;
      });
    }
    await first.close();
    // Each of the first hundred names is tested until one predicate matches.
    expect(asked).toBe(2_900 * 100 + (100 * 101) / 2);
    expect(await names()).toHaveLength(2_900);
  });

  it('leaves later entries, and those that do not match', async () => {
    const cache = open();
    for (let number = 0; number < 50; number += 1) cache.write(`entry-${number}`, Buffer.from('old'));
    await expect.poll(async () => (await names()).length).toBe(50);
    cache.deleteWhere((name) => name.endsWith('1'));
    cache.write('entry-1', Buffer.from('new'));
    cache.deleteWhere((name) => name.endsWith('2'));
    await cache.close();
    expect(await names()).toHaveLength(50 - 10 + 1);
    expect(await open().read('entry-1')).toEqual(Buffer.from('new'));
  });
});

describe('the folder', () => {
  const nameOf = (number: number) => `entry-${String(number).padStart(5, '0')}`;
  /** Writes at most as many as may wait, until they are on disk. */
  const fill = async (cache: DiskCache, from: number, to: number, bytes = 10 * KB) => {
    for (let number = from; number < to; number += 1) cache.write(nameOf(number), Buffer.alloc(bytes, number));
    // They are written in order, and the newest stays.
    await expect.poll(names).toContain(nameOf(to - 1));
  };

  it('stays within its bound in blocks on disk, however small the entries are', async () => {
    const cache = open(1_600 * KB);
    // 3 MB on disk for 75 KB.
    await fill(cache, 0, 750, 100);
    await cache.close();
    const used = await blocks();
    expect(used).toBeLessThanOrEqual(1_700 * KB);
    expect(used).toBeGreaterThan(1_300 * KB);
    expect(log).toEqual([]);
  });

  it('stays within its bound over a restart, and evicts the least recently used entries', async () => {
    const first = open(6_400 * KB);
    await fill(first, 0, 400);
    await first.close();
    for (const [number, name] of (await names()).entries()) await utimes(path(name), 1_000 + number, 1_000 + number);
    const second = open(1_600 * KB);
    expect(await open(6_400 * KB).read('entry-00000')).toEqual(Buffer.alloc(10 * KB));
    await second.close();
    expect(await blocks()).toBeLessThanOrEqual(1_600 * KB);
    const third = open(1_600 * KB);
    expect(await third.read('entry-00399')).toEqual(Buffer.alloc(10 * KB, 399));
    expect(await third.read('entry-00001')).toBeUndefined();
  });

  it('does not evict an old entry that has just been read', async () => {
    await mkdir(dir, { recursive: true });
    for (const [number, name] of ['entry-a', 'entry-b', 'entry-c', 'entry-d', 'entry-e'].entries()) {
      await writeFile(path(name), encodeEntry(name, Buffer.alloc(100)));
      await utimes(path(name), 1_000 + number, 1_000 + number);
    }
    expect(await open().read('entry-a')).toBeDefined();
    await open(14 * KB).close();
    expect(await names()).toEqual(['entry-a', 'entry-d', 'entry-e']);
  });

  it('stays within its bound while several processes write to it', async () => {
    const three = [open(3_200 * KB), open(3_200 * KB), open(3_200 * KB)];
    await Promise.all(three.map((cache, index) => fill(cache, index * 400, index * 400 + 400)));
    await Promise.all(three.map((cache) => cache.close()));
    // Each may have written a sixteenth since its last sweep.
    expect(await blocks()).toBeLessThanOrEqual(3_200 * KB * (1 + 3 / 16));
    expect(await blocks()).toBeGreaterThan(3_200 * KB * 0.8);
    expect(log).toEqual([]);
  });

  it("is not cleared of files that are not the cache's", async () => {
    await mkdir(path('entry-folder'));
    await writeFile(path('entry-folder/file'), Buffer.alloc(100 * KB));
    await writeFile(path('thesis.odt'), Buffer.alloc(100 * KB));
    await symlink(path('thesis.odt'), path('entry-link'));
    const temporary = '01234567-0123-0123-0123-0123456789ab.part';
    const young = temporary.replace('a', 'c');
    for (const name of [temporary, young]) await writeFile(path(name), 'x');
    await utimes(path(temporary), 1_000, 1_000);
    const cache = open(16 * KB);
    await fill(cache, 0, 10, 500);
    cache.deleteWhere(() => true);
    await cache.close();
    expect(await names()).toEqual([young, 'entry-folder', 'thesis.odt']);
    expect(await readdir(path('entry-folder'))).toEqual(['file']);
  });

  it('is logged once if it cannot be created', async () => {
    await rm(dir, { recursive: true });
    await writeFile(dir, 'no folder');
    const cache = open();
    for (let number = 0; number < 5; number += 1) {
      cache.write(`entry-${number}`, Buffer.from('x'));
      await cache.read('entry-9');
    }
    await cache.close();
    expect(messages()).toEqual(['answers cannot be stored']);
    expect(log[0]).toMatchObject({ dir, cause: 'EEXIST' });
    expect(new Set(faults)).toEqual(new Set(['failed']));
  });
});

describe('without file descriptors', () => {
  let folder: string;
  let child: ChildProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-descriptors-'));
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('entries cannot be read and are not lost, which is logged once', async () => {
    const first = open();
    for (let number = 0; number < 20; number += 1) first.write(`entry-${number}`, Buffer.from('good'));
    await first.close();
    const outfile = join(folder, 'descriptors.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('../../support/descriptors.ts', import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const started = spawn('sh', ['-c', `ulimit -n 64; exec "${process.execPath}" "${outfile}" "${dir}"`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    let output = '';
    for await (const chunk of started.stdout) output += chunk;
    expect(JSON.parse(output)).toEqual({
      found: { before: 20, without: 0, after: 10 },
      log: [{ msg: 'answers cannot be read', cause: 'EMFILE' }],
      faults: { failed: expect.any(Number) },
    });
    expect(await names()).toHaveLength(10);
  });
});
