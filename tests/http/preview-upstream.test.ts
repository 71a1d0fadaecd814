import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../support/folder.ts';
import { Editor, PREVIEW_TOKEN, startPreviewServer, type TestPreview } from '../support/preview.ts';
import { startRedis } from '../support/redis.ts';
import { startServer } from '../support/server.ts';
import { storedTexts } from '../support/stored-texts.ts';
import { data, failure, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* The preview of a CMS: its calls ask for what is not published, with a credential of their own. */

const closers: (() => Promise<unknown>)[] = [];
const ofAll: typeof closers = [];
const close = async (from: typeof closers) => {
  for (const each of from.splice(0).toReversed()) await each();
};

interface Started {
  upstream: TestUpstream;
  preview: TestPreview;
  editor: Editor;
}

async function start(environment: Record<string, string> = {}, until = closers): Promise<Started> {
  const upstream = await startUpstream();
  until.push(() => upstream.close());
  const preview = await startPreviewServer({
    FRONTAPI_URL: upstream.url,
    FRONTAPI_AUTHORIZATION: 'Bearer public',
    PREVIEW_AUTHORIZATION: 'Bearer editor',
    SEARCH: 'upstream',
    ...environment,
  });
  until.push(() => preview.stop());
  const editor = new Editor(preview.url);
  await editor.open();
  return { upstream, preview, editor };
}

/** One server for the tests that say nothing of its environment. Of what the public port has stored, each asks for something else. */
let shared: Started;
beforeAll(async () => {
  shared = await start({}, ofAll);
});
beforeEach(async () => {
  shared.upstream.behave();
  shared.upstream.calls.length = 0;
  shared.editor = new Editor(shared.preview.url);
  await shared.editor.open();
});
afterEach(() => close(closers));
afterAll(() => close(ofAll));

const draft = { id: 7, name: 'Merger', draft: true, description: '<p>Between us.</p>', published_at: '2024-01-01' };
const isOfPreview = ({ headers }: TestUpstream['calls'][number]) => headers['x-preview'] !== undefined;

it('follows the redirects of a content folder beside the CMS, as they are at any time', async () => {
  const folder = await makeFolder({ 'redirects.yaml': '- { from: /old, to: /news }\n' });
  closers.push(() => folder.remove());
  const { editor } = await start({ CONTENT_DIR: folder.dir });
  const locationOf = async () => (await editor.get('/old')).headers.location;
  expect(await locationOf()).toBe('/news');
  await folder.write({ 'redirects.yaml': '- { from: /old, to: /blogs }\n' });
  await expect.poll(locationOf).toBe('/blogs');
});

describe('the calls of the preview', () => {
  it('say so, and have their own credential; those of the public have neither', async () => {
    const { upstream, preview, editor } = shared;
    upstream.answer('news/7', (response, request) =>
      (request.headers['x-preview'] ? data({ news: draft }) : failure(404))(response, request),
    );
    const { status, text } = await editor.get('/news/7');
    expect(status).toBe(200);
    expect(text).toMatch(/<h1[^>]*>Draft: Merger/);
    expect((await new Editor(preview.server.url, editor.cookie).get('/news/7', { 'x-preview': '1' })).status).toBe(404);
    const [own, others] = [upstream.calls.filter(isOfPreview), upstream.calls.filter((call) => !isOfPreview(call))];
    expect(own.length).toBeGreaterThan(1);
    for (const { headers } of own) {
      expect(headers['x-preview']).toBe('1');
      expect(headers['x-preview-at']).toBeUndefined();
      expect(headers.authorization).toBe('Bearer editor');
    }
    expect(others.map(({ address }) => address)).toContain('news/7');
    for (const { headers } of others) expect(headers.authorization).toBe('Bearer public');
  });

  it('have the credential of the site without one of their own', async () => {
    const { upstream, editor } = await start({ PREVIEW_AUTHORIZATION: '' });
    await editor.get('/news');
    expect(upstream.calls.filter(isOfPreview).map(({ headers }) => headers.authorization)).toContain('Bearer public');
  });

  it('name the chosen time, and what the CMS sends of other times is left out', async () => {
    const { upstream, editor } = shared;
    const item = (fields: object) => ({ id: 1, name: 'Notice', created_at: '2024-01-01', ...fields });
    upstream.answer(
      'notice',
      data({
        notices: [
          item({ id: 1, name: 'By then', published_at: '2038-01-01' }),
          item({ id: 2, name: 'After it', published_at: '2040-01-01' }),
          item({ id: 3, name: 'Over by then', expires_at: '2038-01-01' }),
        ],
      }),
    );
    expect((await editor.get('/notice')).text).toMatch(/Scheduled for 1 January 2038, 00:00: By then/);
    await editor.post('/_preview/view', { at: '2039-06-01T10:00', to: '/notice' });
    const { text } = await editor.get('/notice');
    expect(text).toContain('By then');
    expect(text).not.toMatch(/After it|Over by then|Scheduled/);
    const times = upstream.calls.map(({ headers }) => headers['x-preview-at']).filter(Boolean);
    expect(new Set(times)).toEqual(new Set(['2039-06-01T04:15:00.000Z']));
  });

  it('are made for each page: an edit in the CMS is there with the next one, also what was missing', async () => {
    const { upstream, editor } = shared;
    upstream.answer('news/7', failure(404));
    expect((await editor.get('/news/7')).status).toBe(404);
    upstream.answer('news/7', data({ news: draft }));
    expect((await editor.get('/news/7')).text).toContain('Merger');
    upstream.answer('news/7', data({ news: { ...draft, name: 'Takeover' } }));
    expect((await editor.get('/news/7')).text).toContain('Takeover');
    upstream.answer('news/7', failure(500));
    const { status, text } = await editor.get('/news/7');
    expect(status).toBe(503);
    expect(text).toContain('<foyer-preview');
  });
});

it('the bar shows what the texts of an item lack', async () => {
  const { upstream, editor } = shared;
  const description = '<h4>Terms</h4><p><a href="/news">here</a> <img src="/storage/a.jpg"></p>';
  upstream.answer('news/7', data({ news: { ...draft, description } }));
  const { text } = await editor.get('/news/7');
  expect(text).toMatch(/<code>news\/7 description<\/code> [^<]*has no alt/);
  expect(text).toContain('3 findings');
  expect(text).not.toContain('All findings of the site');
  expect((await editor.get('/blogs/14')).text).not.toContain('has no alt');
});

it('no seal of a picture on one port opens it on the other', async () => {
  const { upstream, preview, editor } = shared;
  const secret = { ...draft, files: [{ location: '/storage/draft.jpg', width: 1200, height: 800 }] };
  upstream.answer('news/7', (response, request) =>
    (request.headers['x-preview'] ? data({ news: secret }) : failure(404))(response, request),
  );
  const open = {
    ...draft,
    id: 8,
    draft: false,
    files: [{ location: '/storage/public.jpg', width: 1200, height: 800 }],
  };
  upstream.answer('news/8', data({ news: open }));
  const visitor = new Editor(preview.server.url);
  const sealed = ({ text }: { text: string }, name: string) =>
    new RegExp(`/media/@640/[^"\\s,]+${name}\\.jpg\\.avif`).exec(text)?.[0] ?? '';
  const drafts = sealed(await editor.get('/news/7'), 'draft');
  expect(drafts).toContain('~');
  expect((await editor.get(drafts)).status).not.toBe(404);
  expect((await visitor.get(drafts)).status).toBe(404);
  const published = sealed(await visitor.get('/news/8'), 'public');
  expect(published).toContain('~');
  expect((await visitor.get(published)).status).not.toBe(404);
  expect((await editor.get(published)).status).toBe(404);
});

it('nothing of a draft is on disk or in Redis', async () => {
  const [stored, redis] = await Promise.all([makeFolder({}), startRedis()]);
  closers.push(() => stored.remove(), redis.kill);
  const { upstream, preview, editor } = await start({ DATA_DIR: stored.dir, REDIS_URL: redis.url });
  upstream.answer('news/7', (response, request) =>
    (request.headers['x-preview'] ? data({ news: draft }) : failure(404))(response, request),
  );
  const open = { id: 8, name: 'Dividend', created_at: '2024-01-01' };
  upstream.answer('news', (response, request) =>
    data({ news: request.headers['x-preview'] ? [draft, open] : [open] })(response, request),
  );
  for (const path of ['/news', '/news/7']) expect((await editor.get(path)).text).toContain('Merger');
  expect((await new Editor(preview.server.url).get('/news')).text).toContain('Dividend');
  const client = await createClient({ url: redis.url }).connect();
  closers.push(() => client.close());
  const inRedis = async () => {
    const keys = (await client.keys('*')).filter((key) => !key.endsWith(':seal-keys'));
    return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await client.get(key)])));
  };
  for (const texts of [inRedis, () => storedTexts(stored.dir)]) {
    await expect.poll(async () => (await texts()).includes('Dividend')).toBe(true);
    expect(await texts()).not.toMatch(/Merger|Between us/);
  }
});

it('a preview that fails leaves the site alone, and the site goes on when it cannot listen', async () => {
  const { preview } = shared;
  const { port } = new URL(preview.url);
  const second = await startUpstream();
  closers.push(() => second.close());
  const server = await startServer({ FRONTAPI_URL: second.url, PREVIEW_PORT: port, PREVIEW_TOKEN });
  closers.push(() => server.stop());
  await expect.poll(() => server.log.map(({ msg }) => msg)).toContain('the thread of the preview has failed');
  expect((await new Editor(server.url).get('/news')).status).toBe(200);
});
