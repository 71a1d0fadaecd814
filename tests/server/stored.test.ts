import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

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

const start = async (): Promise<TestSite> => {
  const site = await startSite({ FRONTAPI_URL: upstream.url, DATA_DIR: folder.dir });
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
const content = async () =>
  (await readdir(join(folder.dir, 'answers/content-v2'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a start while the upstream is down', () => {
  it('serves within a second what was seen before it', async () => {
    const first = await start();
    for (const path of ['/', '/blogs', '/blogs/1', '/notice']) await get(first, path).expect(200);
    await stop(first);
    goSilent();
    const second = await start();
    const started = Date.now();
    const answers = await Promise.all(['/', '/blogs', '/blogs/1', '/notice'].map((path) => get(second, path)));
    // The upstream has five seconds for an answer: none was waited for.
    expect(Date.now() - started).toBeLessThan(2500);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.text).toContain('Text of blog 1.');
    expect(answers[2]?.text).toContain('Himal Trust');
    expect(answers[2]?.headers['cache-status']).toMatch(/^foyer; hit; ttl=-\d+$/);
    expect((await get(second, '/frontapi/en/blogs')).body.data.blogs).toHaveLength(12);
  });

  it('has nothing of what was taken down', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    first.gateway.purge();
    await stop(first);
    upstream.answer('blogs/1', silence);
    const second = await startSite({ FRONTAPI_URL: upstream.url, DATA_DIR: folder.dir, UPSTREAM_TIMEOUT: '300' });
    sites.push(second);
    await get(second, '/blogs/1').expect(503);
  });
});

describe('what lies there', () => {
  it('damaged is skipped, and said to be', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    await stop(first);
    for (const file of await content())
      await writeFile(file, '{"error":false,"data":{"blog":{"id":"1","name":"Forged"}}}');
    const second = await start();
    const { status, text } = await get(second, '/blogs/1');
    expect(status).toBe(200);
    expect(text).toContain('Text of blog 1.');
    expect(second.log).toContainEqual(expect.objectContaining({ msg: 'stored answer skipped', call: 'blogs/1' }));
    await stop(second);
    const third = await start();
    await get(third, '/blogs/1').expect(200);
    expect(third.log).toEqual([]);
  });

  it('of another upstream is not read', async () => {
    const first = await start();
    await get(first, '/blogs/1').expect(200);
    await stop(first);
    const other = await startSite({ DATA_DIR: folder.dir });
    sites.push(other);
    other.upstream.answer('blogs/1', silence);
    const answer = get(other, '/blogs/1').timeout(700);
    await expect(answer).rejects.toThrow();
  });

  it('may be foreign', async () => {
    await folder.write({ 'answers/content-v2/x': 'x', 'answers/index-v5/aa/bb/cc': '\nnot\tours\n', 'other.txt': 'x' });
    const site = await start();
    await get(site, '/blogs/1').expect(200);
    await get(site, '/').expect(200);
  });

  it('may be shared by two at the same time', async () => {
    const both = await Promise.all([start(), start()]);
    await Promise.all(
      Array.from({ length: 28 }, (_, index) =>
        get(both[index % 2] ?? both[0], `/blogs/${1 + (index % 14)}`).expect(200),
      ),
    );
    await Promise.all(both.map(stop));
    goSilent();
    const third = await start();
    await get(third, '/blogs/2').expect(200);
    expect(third.log.filter(({ msg }) => msg === 'stored answer skipped')).toEqual([]);
  });
});
