import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeEntry } from '../../packages/runtime/src/disk-cache/disk-folder.ts';
import { resetClock, skipTime } from '../support/clock.ts';
import { type Folder, makeFolder } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* What outlives the process in DATA_DIR. */

let folder: Folder;
let upstream: TestUpstream;
let sites: TestSite[];
beforeEach(async () => {
  [folder, upstream] = await Promise.all([makeFolder({}), startUpstream()]);
  sites = [];
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await upstream.close();
  await folder.remove();
});

const start = async (environment: Record<string, string> = {}): Promise<TestSite> => {
  const site = await startSite({ FRONTAPI_URL: upstream.url, DATA_DIR: folder.dir, ...environment });
  sites.push(site);
  return site;
};
const stop = async (site: TestSite) => {
  sites = sites.filter((other) => other !== site);
  await site.close();
};
const get = ({ app }: TestSite, path: string) => request(app).get(path).set('User-Agent', 'Googlebot/2.1');
const CALLS = ['site', 'home', 'sliders', 'blogs', 'blogs/1', 'blogs/2', 'notice'];
const goSilent = () => {
  for (const call of CALLS) upstream.answer(call, silence);
};
const answers = () => join(folder.dir, 'answers');
const names = () => readdir(answers());
const nameOf = (address: string) =>
  `${createHash('sha256').update(upstream.url).digest('base64url').slice(0, 12)},${encodeURIComponent(address)}`;
/** Stores an answer as the server would. */
const put = async (address: string, text: string) => {
  const name = nameOf(address);
  await mkdir(answers(), { recursive: true });
  await writeFile(join(answers(), name), encodeEntry(name, Buffer.from(text)));
  return name;
};

describe('a start while the upstream is down', () => {
  it('serves what was seen before it, and waits for nothing', async () => {
    const first = await start();
    for (const path of ['/', '/blogs', '/blogs/1', '/notice']) await get(first, path).expect(200);
    await stop(first);
    goSilent();
    // The upstream has ten minutes for an answer, and never gives it.
    const second = await start({ UPSTREAM_TIMEOUT: '600000' });
    const answers = await Promise.all(['/', '/blogs', '/blogs/1', '/notice'].map((path) => get(second, path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.text).toContain('Text of blog 1.');
    expect(answers[2]?.headers['cache-status']).toMatch(/^foyer; hit; ttl=-\d+$/);
    // A page does not wait for its frame for long, on a busy machine neither.
    await expect.poll(async () => (await get(second, '/blogs/1')).text.includes('Himal Trust')).toBe(true);
    expect((await get(second, '/frontapi/en/blogs')).body.data.blogs).toHaveLength(12);
  });

  it('has nothing of what was taken down', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    first.gateway.purge();
    await stop(first);
    upstream.answer('blogs/1', silence);
    const second = await start({ UPSTREAM_TIMEOUT: '300' });
    await get(second, '/blogs/1').expect(503);
  });
});

it('what the upstream has no more is deleted', async () => {
  const site = await start();
  for (const path of ['/blogs', '/blogs/1']) await get(site, path).expect(200);
  await expect.poll(names).toContain(nameOf('blogs/1'));
  upstream.answer('blogs/1', failure(404));
  skipTime(120_000);
  await expect.poll(async () => (await get(site, '/blogs/1')).status).toBe(404);
  resetClock();
  await stop(site);
  expect(await names()).not.toContain(nameOf('blogs/1'));
});

it('what visitors search for is never stored', async () => {
  const site = await start({ SEARCH: 'upstream' });
  const pagination = { current_page: 1, last_page: 1, per_page: 12, total: 0 };
  upstream.answer('search?q=loan', data({ results: [], pagination }));
  for (let times = 0; times < 3; times += 1) await get(site, '/frontapi/en/search?q=loan').expect(200);
  await get(site, '/frontapi/en/blogs').expect(200);
  await stop(site);
  expect(await names()).toEqual([nameOf('blogs')]);
});

describe('what lies there', () => {
  it('damaged is skipped, and said to be', async () => {
    const first = await start();
    for (const path of ['/blogs', '/blogs/1']) await get(first, path).expect(200);
    await stop(first);
    const files = await names();
    expect(files.some((name) => name.endsWith(',blogs%2F1'))).toBe(true);
    for (const name of files)
      await writeFile(join(answers(), name), '{"error":false,"data":{"blog":{"id":"1","name":"Forged"}}}');
    const second = await start();
    const { status, text } = await get(second, '/blogs/1');
    expect(status).toBe(200);
    expect(text).toContain('Text of blog 1.');
    expect(second.log).toContainEqual(expect.objectContaining({ msg: 'damaged file removed', dir: answers() }));
    await get(second, '/blogs').expect(200);
    await stop(second);
    const third = await start();
    await get(third, '/blogs/1').expect(200);
    expect(third.log).toEqual([]);
  });

  it.each([
    ['what is no answer', 'x'],
    ['an answer without its age', '{}\n{"error":false,"data":{"blog":{"id":"1","name":"Forged"}}}'],
    ['what its schema does not read', '{"freshUntil":0,"staleUntil":9e15}\n{"error":false,"data":{"blog":{"id":"1"}}}'],
  ])('whole, but %s, is skipped, removed and logged', async (_, text) => {
    const name = await put('blogs/1', text);
    const site = await start();
    expect((await get(site, '/blogs/1').expect(200)).text.includes('Text of blog 1.')).toBe(true);
    expect(site.log).toEqual([
      expect.objectContaining({ level: 40, msg: 'stored answer skipped', call: 'blogs/1', from: 'disk' }),
    ]);
    // In its place is what the upstream has given.
    await expect.poll(() => readFile(join(answers(), name), 'utf8')).toContain('Text of blog 1.');
  });

  it('is rebuilt from what its schema reads: no script in it reaches a visitor', async () => {
    const description = '<p>Stored <img src=x onerror=alert(1)></p><script>alert(1)</script>';
    const data = { blog: { id: 1, name: 'Stored', description }, secret: 'x' };
    await put(
      'blogs/1',
      `{"freshUntil":9e15,"staleUntil":9e15}\n${JSON.stringify({ error: false, data, secret: 'x' })}`,
    );
    goSilent();
    const { text, headers } = await get(await start(), '/frontapi/en/blogs/1').expect(200);
    expect(JSON.parse(text).data.blog).toMatchObject({ id: '1', name: 'Stored', description_text: 'Stored' });
    expect(text).not.toMatch(/onerror|<script|secret/);
    expect(headers.etag).toBe(`W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`);
  });

  it('of another upstream is not read', async () => {
    const first = await start();
    for (const path of ['/blogs', '/blogs/1']) await get(first, path).expect(200);
    await stop(first);
    expect((await names()).some((name) => name.endsWith(',blogs%2F1'))).toBe(true);
    const other = await startSite({ DATA_DIR: folder.dir });
    sites.push(other);
    other.upstream.answer('blogs/1', data({ blog: { id: 1, name: 'One', description: 'Of another upstream.' } }));
    expect((await get(other, '/blogs/1').expect(200)).text).toContain('Of another upstream.');
  });

  it('may be foreign', async () => {
    const foreign = { 'answers/content-v2/x': 'x', 'answers/cc': '\nnot\tours\n', 'other.txt': 'x' };
    await folder.write(foreign);
    const site = await start();
    for (const path of ['/', '/blogs', '/blogs/1']) await get(site, path).expect(200);
    site.gateway.purge();
    await stop(site);
    for (const [name, text] of Object.entries(foreign))
      expect(await readFile(join(folder.dir, name), 'utf8')).toBe(text);
  });

  it('may be shared by two at the same time', async () => {
    const both = await Promise.all([start(), start()]);
    await Promise.all(
      Array.from({ length: 28 }, (_, index) =>
        get(both[index % 2] ?? both[0], `/blogs/${1 + (index % 14)}`).expect(200),
      ),
    );
    // The end of a process does not wait long for a slow disk.
    const kept = [nameOf('site'), nameOf('blogs/2')];
    await expect.poll(async () => (await names()).filter((name) => kept.includes(name)).length).toBe(kept.length);
    await Promise.all(both.map(stop));
    goSilent();
    const third = await start();
    await get(third, '/blogs/2').expect(200);
    expect(third.log.filter(({ msg }) => msg === 'stored answer skipped')).toEqual([]);
  });
});

describe('what a visitor has made up', () => {
  const SEARCHES = 100;

  it('is not stored when it was asked for once', async () => {
    const site = await start();
    // An upstream that has an answer for any id.
    for (let number = 0; number < SEARCHES; number += 1)
      upstream.answer(`page/made-up-${number}`, data({ page: { id: number, name: 'Made up' } }));
    for (const path of ['/', '/blogs']) await get(site, path).expect(200);
    for (let number = 0; number < SEARCHES; number += 1) {
      await Promise.all([
        get(site, `/frontapi/en/blogs?search=word${number}`).expect(200),
        get(site, `/frontapi/en/blogs?category=x${number}&search=y`).expect(200),
        get(site, `/frontapi/en/page/made-up-${number}`).expect(200),
      ]);
    }
    await get(site, '/frontapi/en/news/1').expect(200);
    await stop(site);
    const stored = await names();
    expect(stored.length).toBeLessThan(10);
    expect(stored).toContain(nameOf('blogs'));
    expect(stored.filter((name) => /word|made-up|news/.test(name))).toEqual([]);
  });

  it('is stored when it is asked for again, and when a list names it', async () => {
    const first = await start();
    for (let times = 0; times < 2; times += 1) await get(first, '/frontapi/en/blogs?search=number').expect(200);
    await get(first, '/frontapi/en/notice').expect(200);
    await get(first, '/frontapi/en/notice/1').expect(200);
    await stop(first);
    expect((await names()).sort()).toEqual(['blogs?search=number', 'notice', 'notice/1'].map(nameOf).sort());
    upstream.answer('blogs', silence);
    const { body } = await get(await start(), '/frontapi/en/blogs?search=number').expect(200);
    expect(body.data.blogs.length).toBeGreaterThan(0);
  });

  it('is not stored under a name longer than a file system takes', async () => {
    const first = await start();
    const search = 'श'.repeat(100);
    for (let times = 0; times < 3; times += 1)
      await get(first, `/frontapi/en/blogs?search=${encodeURIComponent(search)}`).expect(200);
    await stop(first);
    expect(await names()).toEqual([]);
    expect(first.log).toEqual([]);
  });
});
