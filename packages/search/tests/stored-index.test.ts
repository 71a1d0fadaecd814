import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { startTestSearch, type TestSearch } from '../../../tests/support/search.ts';
import { data, failure, hold, silence, startUpstream, type TestUpstream } from '../../../tests/support/upstream.ts';
import type { IndexPart } from '../src/search-index.ts';
import { StoredIndex, type StoredState } from '../src/stored-index.ts';

/* The search index in a file. */

const compress = promisify(brotliCompress);
const FILE = 'index.json.br';
const HEAD = { scope: `${version} scope`, state: { isComplete: true, versions: [] } };
let upstream: TestUpstream;
let folder: Folder;
let lines: { level: number; msg: string }[];
let running: TestSearch | undefined;
beforeEach(async () => {
  upstream = await startUpstream();
  for (const name of ['blogs', 'news', 'album', 'career', 'department', 'downloads', 'report', 'services'])
    upstream.answer(name, failure(404));
  folder = await makeFolder({});
  lines = [];
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await upstream.close();
  await folder.remove();
});

const stored = (scope = 'scope', dir = folder.dir) =>
  new StoredIndex(dir, scope, pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) }));
const path = () => join(folder.dir, FILE);
/** About the stored index, of it and of the searches that use it. */
const warnings = () =>
  [...lines, ...(running?.log ?? [])].filter(({ level, msg }) => level >= 40 && msg.includes('search index'));

/** @param isDown nothing listens at the upstream's address */
async function start(scope = 'scope', isDown = false): Promise<TestSearch> {
  running = await startTestSearch(
    { FRONTAPI_URL: isDown ? 'http://127.0.0.1:9/frontapi/en/' : upstream.url, UPSTREAM_TIMEOUT: '500' },
    { storedIndex: stored(scope) },
  );
  return running;
}
async function readAll(): Promise<{ state: StoredState; parts: IndexPart[] }> {
  const found = await stored().read();
  if (!found) throw new Error('nothing is stored');
  const parts: IndexPart[] = [];
  for await (const part of found.parts) parts.push(part);
  return { state: found.state, parts };
}
async function stop() {
  await running?.close();
  lines.push(...(running?.log ?? []));
  running = undefined;
}
/** Stores the index of the test upstream. */
async function fill() {
  await start();
  await stop();
  expect(await readdir(folder.dir)).toEqual([FILE]);
}

describe('after a restart the search', () => {
  it('finds everything although the upstream cannot be reached', async () => {
    await fill();
    const search = await start('scope', true);
    expect(await search.found('closure')).toEqual(['notice/2']);
    expect((await search.search('HT/80/12')).direct).toMatchObject({ kind: 'notice', id: '2' });
    expect((await search.search('meeting')).is_partial).toBeUndefined();
    expect(search.service.status).toMatchObject({ isComplete: true });
    expect(warnings()).toEqual([]);
  });

  it('reads no item that has not changed', async () => {
    await fill();
    const before = upstream.calls.length;
    await start();
    const addresses = upstream.calls.slice(before).map(({ address }) => address);
    expect(addresses).toContain('notice?per_page=50');
    expect(addresses.filter((address) => /^notice\//.test(address))).toEqual([]);
  });

  it('finds what has changed in between', async () => {
    await fill();
    const notice = { id: 7, name: 'Zebra', created_at: '2024-01-01' };
    upstream.answer('notice', data({ notices: [notice] }));
    upstream.answer('notice/7', data({ notice }));
    const search = await start();
    expect(await search.found('zebra')).toEqual(['notice/7']);
    expect(await search.found('closure')).not.toContain('notice/2');
    expect((await search.search('HT/80/12')).direct).toBeUndefined();
  });

  it('stores an index that it has read from a file', async () => {
    await fill();
    await start('scope', true);
    await stop();
    const search = await start('scope', true);
    expect(await search.found('closure')).toEqual(['notice/2']);
  });
});

describe('a file that cannot be used', () => {
  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['is shorter than its checksum', (bytes: Buffer) => bytes.subarray(0, 20)],
    ['is truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
    ['has a wrong byte', (bytes: Buffer) => Buffer.from(bytes).fill(1, 500, 501)],
    ['has a wrong checksum', (bytes: Buffer) => Buffer.from(bytes).fill(0, 0, 32)],
    ['is text', () => Buffer.from('{"scope":"scope"}')],
  ])('because it %s is built again, with one warning', async (_, damage) => {
    await fill();
    await writeFile(path(), damage(await readFile(path())));
    const search = await start();
    expect(warnings()).toHaveLength(1);
    expect(await search.found('closure')).toEqual(['notice/2']);
    await stop();
    expect(await stored().read()).toBeDefined();
    expect(warnings()).toHaveLength(1);
  });

  it.each([
    ['no object', 'null'],
    ['no JSON', '{'],
    ['another state', [{ scope: 'x', state: { versions: [] } }]],
    ['another part', [HEAD, { document: { key: 1 } }]],
    ['a part of no kind', [HEAD, {}]],
    ['terms without numbers', [HEAD, { terms: [['zebra', [0, '1', 2]]] }]],
    ['other fields', [HEAD, { fields: { name: 0 }, averageLengths: [1], nextNumber: 1 }]],
    ['an unknown kind of content', [HEAD, { document: { key: 'a/1', kind: 'constructor', texts: {} } }]],
  ])('because it contains %s is built again, with one warning', async (_, content) => {
    const lines = Array.isArray(content) ? content.map((line) => `${JSON.stringify(line)}\n`).join('') : content;
    const compressed = await compress(lines);
    await writeFile(path(), Buffer.concat([createHash('sha256').update(compressed).digest(), compressed]));
    const search = await start();
    expect(warnings()).toHaveLength(1);
    expect(await search.found('closure')).toEqual(['notice/2']);
  });

  it('because its terms are of other documents is built again, with one warning', async () => {
    await fill();
    const { state, parts } = await readAll();
    const [first, ...others] = parts;
    expect(first).toHaveProperty('document');
    await stored().write(state, others, () => true);
    const search = await start();
    expect(warnings()).toHaveLength(1);
    expect(await search.found('closure')).toEqual(['notice/2']);
  });

  it('because it is of other content is built again, without a word', async () => {
    await fill();
    expect(await stored('other').read()).toBeUndefined();
    const search = await start('other', true);
    expect(await search.found('closure')).toEqual([]);
    expect(warnings()).toEqual([]);
  });

  it('because there is none is no reason for a warning', async () => {
    expect(await stored().read()).toBeUndefined();
    expect(warnings()).toEqual([]);
  });
});

describe('storing', () => {
  it('says whether everything had been read', async () => {
    upstream.answer('notice', failure(500));
    await start();
    await stop();
    const search = await start();
    expect((await search.search('meeting')).is_partial).toBe(true);
    await stop();
    upstream.behave();
    expect((await (await start()).search('meeting')).is_partial).toBeUndefined();
  });

  it('does not happen if the search ends while it reads', async () => {
    const held = hold(data({ notices: [] }));
    upstream.answer('notice', held.behaviour);
    const starting = start();
    await expect.poll(() => upstream.calls.some(({ address }) => address.startsWith('notice'))).toBe(true);
    held.release();
    upstream.answer('notice', silence);
    await starting;
    await running?.service.close();
    expect((await readdir(folder.dir)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('replaces the file as a whole, also when it happens twice at once', async () => {
    await fill();
    const index = stored();
    const { state, parts } = await readAll();
    const before = await readFile(path());
    const always = () => true;
    const writing = Promise.all([
      index.write({ ...state, versions: [] }, parts, always),
      index.write(state, parts, always),
    ]);
    // A reader sees one version or the other, never a part of one.
    for (let reads = 0; reads < 20; reads += 1) expect((await readAll()).parts).toEqual(parts);
    expect(await writing).toEqual([true, true]);
    expect(await readFile(path())).toEqual(before);
    expect(await readdir(folder.dir)).toEqual([FILE]);
    expect(warnings()).toEqual([]);
  });

  it('that fails is a warning and nothing else', async () => {
    await writeFile(join(folder.dir, 'file'), '');
    const index = stored('scope', join(folder.dir, 'file'));
    running = await startTestSearch({ FRONTAPI_URL: upstream.url }, { storedIndex: index });
    expect(await running.found('closure')).toEqual(['notice/2']);
    await stop();
    expect(warnings().map(({ msg }) => msg)).toContain('the search index cannot be stored');
  });
});
