// @module-tag repeated

import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { importPlace, runCommand, spawnCommand } from '../../support/commands.ts';
import { news } from '../../support/content.ts';
import { data, failure, hold, json, onlyFor, type TestUpstream, withHeaders } from '../../support/upstream.ts';

/* Imports that are repeated, interrupted, and continued. */

const place = importPlace({ UPSTREAM_TIMEOUT: '30000' });
const { importAll, read } = place;

const exists = (file: string) =>
  stat(join(place.dir, file)).then(
    () => true,
    () => false,
  );

/** The upstream's news from now on. */
function serveNews(items: ({ id: number; name: string } & Record<string, unknown>)[]): void {
  place.upstream.answer('news', data({ news: items }));
  for (const item of items) place.upstream.answer(`news/${item.id}`, data({ news: item }));
}

/** A proxy that answers so many calls in each period, and the others with 422. Files count for nothing. */
async function withQuota({ origin }: TestUpstream, { calls, milliseconds }: { calls: number; milliseconds: number }) {
  let period = -1;
  let left = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    const now = Math.floor(performance.now() / milliseconds);
    if (now !== period) {
      period = now;
      left = calls;
    }
    if (request.url?.startsWith('/frontapi/')) left -= 1;
    if (left < 0 && request.url?.startsWith('/frontapi/')) {
      refused += 1;
      return void response.writeHead(422).end(JSON.stringify({ error: true, message: 'Too many' }));
    }
    const answer = await fetch(origin + request.url, { method: request.method });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, refused: () => refused };
}

describe('a second import', () => {
  it('writes nothing if nothing has changed', async () => {
    await importAll();
    const before = await read('news/news-number-1.md');
    const { code, stdout } = await importAll();
    expect(stdout).toContain('Files: 0 new and 0 changed written');
    expect(stdout).toMatch(/0 fetched \(0 MB\), \d+ as they were/);
    expect(await read('news/news-number-1.md')).toBe(before);
    expect(code).toBe(0);
  });

  it('brings what is new and changed, and leaves what an editor has changed', async () => {
    await importAll();
    const [first, second, third] = await Promise.all([1, 2, 3].map((id) => read(`news/news-number-${id}.md`)));
    await writeFile(join(place.dir, 'news/news-number-1.md'), `${first}More.\n`);
    await writeFile(join(place.dir, 'news/news-number-2.md'), `${second}More.\n`);
    const changed = news.map((item) => (item.id === 1 ? item : { ...item, summary: 'Changed.' }));
    serveNews([...changed, { id: 4, name: 'Fourth' }]);
    const { code, stdout } = await importAll();
    expect(await read('news/news-number-1.md')).toBe(`${first}More.\n`);
    expect(await read('news/news-number-2.md')).toBe(`${second}More.\n`);
    expect(await read('.import/conflicts/news/news-number-2.md')).toContain('summary: Changed.');
    expect(await read('news/news-number-3.md')).toBe(third?.replace('files:', 'summary: Changed.\nfiles:'));
    expect(await read('news/fourth.md')).toBe('---\nid: 4\nname: Fourth\n---\n');
    expect(stdout).toMatch(/Changed by an editor, and not on the CMS[^\n]*:\n {2}news\/news-number-1\.md\n/);
    expect(stdout).toMatch(/Conflicts[^\n]*:\n {2}news\/news-number-2\.md\n/);
    expect(stdout).toContain('Files: 1 new and 1 changed written');
    expect(code).toBe(1);
  });

  it('has no conflict any more in a file whose copy the editor has deleted, until the CMS changes it again', async () => {
    await importAll();
    await writeFile(join(place.dir, 'news/news-number-2.md'), '---\nid: 2\nname: Ours\n---\n');
    serveNews(news.map((item) => (item.id === 2 ? { ...item, summary: 'Changed.' } : item)));
    await importAll();
    expect((await importAll()).stdout).toMatch(/Conflicts[^\n]*:\n {2}news\/news-number-2\.md\n/);
    const merged = '---\nid: 2\nname: Ours\nsummary: Changed.\n---\n';
    await writeFile(join(place.dir, 'news/news-number-2.md'), merged);
    expect((await importAll()).stdout).toContain('Conflicts');
    await rm(join(place.dir, '.import/conflicts/news/news-number-2.md'));
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout } = await importAll();
      expect(stdout).not.toContain('Conflicts');
      expect(stdout).toMatch(/Changed by an editor, and not on the CMS[^\n]*:\n {2}news\/news-number-2\.md\n/);
      expect(code).toBe(0);
    }
    expect(await read('news/news-number-2.md')).toBe(merged);
    expect(await exists('.import/conflicts.json')).toBe(false);
    serveNews(news.map((item) => (item.id === 2 ? { ...item, summary: 'Again.' } : item)));
    expect((await importAll()).stdout).toContain('Conflicts');
  });

  it('has a conflict where the copies are not, as on the machine of another editor', async () => {
    await importAll();
    await writeFile(join(place.dir, 'news/news-number-2.md'), '---\nid: 2\nname: Ours\n---\n');
    serveNews(news.map((item) => (item.id === 2 ? { ...item, summary: 'Changed.' } : item)));
    await importAll();
    await rm(join(place.dir, '.import/conflicts'), { recursive: true });
    await rm(join(place.dir, '.import/conflicts.json'));
    expect((await importAll()).stdout).toContain('Conflicts');
    expect(await read('.import/conflicts/news/news-number-2.md')).toContain('summary: Changed.');
  });

  it('names what the CMS does not have any more, and deletes it with --prune unless an editor has changed it', async () => {
    await importAll();
    await writeFile(join(place.dir, 'news/news-number-2.md'), '---\nid: 2\nname: Ours\n---\n');
    serveNews(news.filter(({ id }) => id === 3));
    const named = await importAll();
    expect(named.stdout).toMatch(/--prune deletes them:\n {2}news\/news-number-1\.md\n/);
    expect(await exists('news/news-number-1.md')).toBe(true);
    const pruned = await importAll('--prune');
    expect(pruned.stdout).toMatch(/deleted:\n {2}news\/news-number-1\.md\n/);
    expect(pruned.stdout).toMatch(/they stay:\n {2}news\/news-number-2\.md\n/);
    expect(await readdir(join(place.dir, 'news'))).toEqual(['news-number-2.md', 'news-number-3.md']);
  });

  it('follows an item whose name has changed, by its id', async () => {
    await importAll();
    serveNews(news.map((item) => (item.id === 1 ? { ...item, name: 'Another name' } : item)));
    await importAll();
    expect(await read('news/news-number-1.md')).toContain('name: Another name');
    expect((await readdir(join(place.dir, 'news'))).length).toBe(3);
  });
});

it('a file that was in media/ before the first import stays', async () => {
  await mkdir(join(place.dir, 'media'), { recursive: true });
  await writeFile(join(place.dir, 'media/news-1.jpg'), 'An editor has put it here');
  await importAll();
  expect(await read('media/news-1.jpg')).toBe('An editor has put it here');
  expect(await read('news/news-number-1.md')).toContain('location: /media/news-1-2.jpg');
});

describe('--dry-run', () => {
  it('writes nothing, and says what would be', async () => {
    const { code, stdout, stderr } = await importAll('--dry-run');
    expect(stdout).toContain('Would be written:\n');
    expect(stdout).toContain('  news/news-number-1.md\n');
    expect(stderr).toMatch(/\d+ pictures and documents, [\d.]+ MB to be fetched/);
    expect(code).toBe(0);
    expect(await exists('.')).toBe(false);
  });

  it('names what a run writes and nothing else, where a folder has lost its manifest', async () => {
    serveNews([{ id: 1, name: 'With a picture', files: [{ location: '/storage/n.jpg', alt: '' }] }]);
    await importAll();
    expect(await read('news/with-a-picture.md')).toContain("alt: ''");
    await rm(join(place.dir, '.import/manifest.json'));
    const dry = await importAll('--dry-run');
    const named = ({ stdout }: typeof dry) => stdout.split('\n').filter((line) => line.startsWith('  '));
    const run = await importAll();
    expect(run.stderr).not.toContain('Error');
    expect(named(dry)).toEqual(named(run));
    expect(run.code).toBe(dry.code);
  });
});

it('UPSTREAM_BUDGET limits the calls of a minute', async () => {
  const { code, stderr } = await spawnCommand(
    'import-content',
    [place.upstream.url, place.dir],
    { UPSTREAM_BUDGET: '30' },
    {
      meanwhile: async (kill) => {
        while (place.upstream.calls.length < 30) await new Promise((resolve) => setTimeout(resolve, 50));
        // An import without a budget makes all of its calls in this time.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        kill('SIGINT');
      },
    },
  );
  expect(place.upstream.calls.length).toBe(30);
  expect(stderr).toBe('Stopped. Run the same command again: it goes on where it has stopped.\n');
  expect(code).toBe(1);
});

describe('an API that wants fewer calls', () => {
  it('is waited for', async () => {
    const wait = withHeaders(429, { 'retry-after': '1' }, JSON.stringify({ error: true, message: 'Slowly' }));
    place.upstream.answer('faq', onlyFor(1, wait, data({ faqs: [] })));
    const { code, stderr } = await importAll();
    expect(stderr).toContain('The API asks for fewer calls: waiting 1 s');
    expect(code).toBe(0);
  });

  it('with 422 after every 18 calls is waited for', async () => {
    const { server, refused } = await withQuota(place.upstream, { calls: 18, milliseconds: 2_000 });
    const { port } = server.address() as AddressInfo;
    const { code } = await runCommand(importContent, [`http://127.0.0.1:${port}/frontapi/en/`, place.dir], {
      UPSTREAM_TIMEOUT: '30000',
    });
    server.closeAllConnections();
    server.close();
    expect(refused()).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect((await readdir(join(place.dir, 'blogs'))).length).toBe(14);
  });

  it('with 422 is given up after --max-wait, and the next import goes on', async () => {
    const refuse = json(422, { error: true, message: 'Too many' });
    for (const { id } of news) place.upstream.answer(`news/${id}`, refuse);
    const given = await importAll('--max-wait', '2');
    expect(given.stderr).toMatch(
      /has asked for a pause for \d+ s\. The import gives up\. Run the same command again later/,
    );
    expect(given.code).toBe(1);
    expect(await readdir(place.dir)).toEqual(['.import']);
    const answered = new Set(
      place.upstream.calls.map(({ address }) => address).filter((address) => !/^news\/\d/.test(address)),
    );
    place.upstream.calls.length = 0;
    place.upstream.behave();
    const { code, stderr } = await importAll();
    expect(stderr).toContain('Goes on where the last import has stopped');
    expect(code).toBe(0);
    const again = place.upstream.calls.filter(({ address }) => answered.has(address) && !/^\w+$/.test(address));
    // Only what was in progress is asked again.
    expect(answered.size).toBeGreaterThan(40);
    expect(again.length).toBeLessThanOrEqual(8);
    expect(await read('news/news-number-1.md')).toContain('name: News number 1');
    expect(await exists('.import/answers')).toBe(false);
  });
});

describe('an interrupted import', () => {
  it.each<[NodeJS.Signals, number | null]>([
    ['SIGINT', 1],
    ['SIGKILL', null],
  ])('by %s leaves no file, and goes on', async (signal, exitCode) => {
    const { behaviour, release } = hold(failure(404));
    place.upstream.answer('news/2', behaviour);
    const { code, stderr } = await spawnCommand(
      'import-content',
      [place.upstream.url, place.dir],
      { UPSTREAM_TIMEOUT: '30000' },
      {
        meanwhile: async (kill) => {
          while (place.upstream.calls.length < 40) await new Promise((resolve) => setTimeout(resolve, 50));
          kill(signal);
        },
      },
    );
    if (signal === 'SIGINT') expect(stderr).toContain('Stopped. Run the same command again');
    expect(code).toBe(exitCode);
    expect(await readdir(place.dir)).toEqual(['.import']);
    release();
    place.upstream.behave();
    const next = await importAll();
    expect(next.stderr).toContain('Goes on where the last import has stopped');
    expect(next.code).toBe(0);
    expect((await readdir(join(place.dir, '.import'))).sort()).toEqual(['manifest.json']);
  });
});
