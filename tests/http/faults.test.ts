import { createHash } from 'node:crypto';
import { pino } from 'pino';
import supertest from 'supertest';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { faultyCalls } from '../../packages/gateway/src/fault-registry.ts';
import { type ContentFaults, listedFiles } from '../../server/management/faults-page.tsx';
import { createManagement } from '../../server/management/management.ts';
import { blogs } from '../support/content.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, raw, silence, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* GET /faults on the management port. */

const TOKEN = 'a-secret-of-the-cms-and-us';
const nameless = data({ blogs: [blogs[0], { id: 99, created_at: '2026-01-01' }] });

describe('the faults of a site', () => {
  let site: TestSite;
  afterEach(() => site.close());

  const management = (files: ContentFaults['files'] = listedFiles()) =>
    createManagement({
      purge: (what) => site.gateway.purge(what),
      metrics: async () => '',
      faults: async () => ({ calls: faultyCalls([site.gateway.faults()]), files }),
      log: pino({ level: 'silent' }),
    });
  const faults = () => supertest(management()).get('/faults');
  const visit = (path: string) => supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1');

  it('name ids and slugs that no address can have, and no page links to them', async () => {
    const category = { slug: 'बजार', name: 'बजार' };
    site = await startSite();
    site.upstream.answer(
      'blogs',
      data({
        blogs: [
          { ...blogs[0], slug: 'शेयर बजार', category },
          { ...blogs[1], id: 'क.१' },
        ],
      }),
    );
    site.upstream.answer(`blogs/${blogs[0]?.id}`, data({ blog: { ...blogs[0], category } }));
    const list = await visit('/blogs').expect(200);
    expect(list.text).toContain(`href="/blogs/${blogs[0]?.id}"`);
    expect(list.text).not.toContain('href="/blogs/क.१"');
    const page = await visit(`/blogs/${blogs[0]?.id}`).expect(200);
    expect(page.text).toContain('बजार');
    expect(page.text).not.toContain('/category/बजार');
    const { body } = await faults();
    const form = 'at most 100 letters (a to z), digits, - and _';
    const inCall = (path: string): string[] => {
      const calls: { path: string; faults: { path: string; reason: string }[] }[] = body.calls;
      const faults = calls.filter((call) => call.path === path).flatMap((call) => call.faults);
      return [...new Set(faults.map(({ path, reason }) => `${path}: ${reason}`))].sort();
    };
    expect(inCall('blogs')).toEqual([
      `blogs[0].category.slug: no page has this name: expected ${form}`,
      `blogs[0].slug: Expected ${form}, received "शेयर बजार"`,
      `blogs[1]: id: Expected ${form}`,
    ]);
    expect(inCall('blogs/{id}')).toEqual([`category.slug: no page has this name: expected ${form}`]);
  });

  it('are JSON, with call, pattern, place and reason, and end with an answer that fits', async () => {
    site = await startSite();
    await faults().expect(200, { calls: [], files: { count: 0, faults: [] } });
    site.upstream.answer('blogs', nameless);
    await visit('/blogs').expect(200);
    const { body, headers } = await faults().expect('Content-Type', /^application\/json/);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(body).toMatchObject({
      calls: [
        {
          call: 'blogs',
          path: 'blogs',
          count: 1,
          faults: [{ kind: 'dropped', path: 'blogs[1]', reason: 'name: is missing', since: time, seen: time }],
        },
      ],
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: expect.stringContaining('Accept') });
    site.upstream.behave();
    // The answer in memory is still the one that does not fit.
    await visit('/blogs').expect(200);
    expect((await faults()).body.calls).toHaveLength(1);
    await site.gateway.purge();
    await visit('/blogs').expect(200);
    expect((await faults()).body.calls).toEqual([]);
  });

  it('have a call that fails, until it is answered, and none that does not exist', async () => {
    site = await startSite();
    site.upstream.answer('blogs/3', failure(500, 'No database'));
    await visit('/blogs/3').expect(503);
    await visit('/blogs/999').expect(404);
    expect((await faults()).body.calls).toMatchObject([
      {
        call: 'blogs/3',
        path: 'blogs/{id}',
        faults: [{ kind: 'failed', status: 502, path: '', reason: expect.stringContaining('No database') }],
      },
    ]);
    site.upstream.behave();
    await visit('/blogs/3').expect(200);
    expect((await faults()).body.calls).toEqual([]);
  });

  it('have a failed call beside what visitors still see of it', async () => {
    site = await startSite();
    site.upstream.answer('blogs', nameless);
    await visit('/blogs').expect(200);
    site.upstream.answer('blogs', raw(200, 'text/html', '<title>Log in</title>'));
    await site.gateway.purge();
    await visit('/blogs').expect(200);
    const [call] = (await faults()).body.calls;
    expect(call.faults.map(({ kind }: { kind: string }) => kind)).toEqual(['failed', 'dropped']);
  });

  it('are those of answers that the upstream has sent, not of those that come from disk', async () => {
    const upstream = await startUpstream();
    const folder = await makeFolder({});
    const environment = { FRONTAPI_URL: upstream.url, DATA_DIR: folder.dir };
    upstream.answer('blogs', nameless);
    site = await startSite(environment);
    await visit('/blogs').expect(200);
    expect((await faults()).body.calls).toHaveLength(1);
    await site.close();
    upstream.answer('blogs', silence);
    site = await startSite(environment);
    expect((await visit('/blogs').expect(200)).text).toContain('Blog number 14');
    expect((await faults()).body.calls).toEqual([]);
    await Promise.all([upstream.close(), folder.remove()]);
  });

  it('are a page for a browser, which runs and loads nothing and quotes the upstream as text', async () => {
    site = await startSite();
    const mischief = '</p><script>alert(1)</script><img src=x onerror=alert(2)>';
    site.upstream.answer('blogs/3', failure(500, mischief));
    await visit('/blogs/3').expect(503);
    const file = { file: `news/"${mischief}.md`, line: 3, column: 5, message: `Expected a date: ${mischief}` };
    const app = management(listedFiles([file]));
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { text, headers } = await supertest(app).get('/faults').set('Accept', accept).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toContain('blogs/3');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('line 3, column 5');
    expect(text).not.toMatch(/<(script|img|link)|<[^>]* (style|src|href|on\w+)=/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  it('are a page that says so if there are none', async () => {
    site = await startSite();
    const { text } = await faults().set('Accept', 'text/html').expect(200);
    expect(text).toContain('Everything that has been read fits.');
    expect(text).not.toContain('<h2>');
  });
});

describe('the faults of a server', () => {
  let server: TestServer;
  let upstream: TestUpstream | undefined;
  let folder: Folder | undefined;
  afterEach(async () => {
    expect(await server.stop()).toBe(0);
    await Promise.all([upstream?.close(), folder?.remove()]);
    upstream = folder = undefined;
  });

  /** Over a connection of its own: the next one goes to the next worker. */
  const get = async (base: string, path: string) => {
    const { body } = await request(base + path, { reset: true, headers: { 'user-agent': 'Googlebot/2.1' } });
    return body.text();
  };
  const management = () => String(server.log.find((line) => line.management)?.url);
  const faults = async (): Promise<ContentFaults> => JSON.parse(await get(management(), '/faults'));
  const fromAll = (path: string) => Promise.all(Array.from({ length: 8 }, () => get(server.url, path)));

  it.each(['1', '2'])(
    'with %s workers are in one list and in the metrics',
    async (WORKERS) => {
      upstream = await startUpstream();
      upstream.answer('blogs', nameless);
      server = await startServer({
        FRONTAPI_URL: upstream.url,
        SITE_URL: 'https://www.himal.example',
        MANAGEMENT_PORT: '0',
        PURGE_TOKEN: TOKEN,
        WORKERS,
      });
      await fromAll('/blogs');
      const listed = async (call: string) => (await faults()).calls.filter((faulty) => faulty.call === call);
      expect(await listed('blogs')).toMatchObject([{ count: 1, faults: [{ kind: 'dropped', path: 'blogs[1]' }] }]);
      const metrics = await get(management(), '/metrics');
      expect(metrics).toMatch(/^foyer_answer_faults_total\{kind="dropped",call="blogs"\} [1-9]\d*$/m);
      expect(metrics).toMatch(/^foyer_faulty_calls\{kind="dropped"\} [1-9]\d*$/m);
      upstream.behave();
      const { body } = await request(`${management()}/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ all: true }),
      });
      await body.dump();
      // One visit: the other workers have an older answer.
      await get(server.url, '/blogs');
      await expect.poll(() => listed('blogs')).toEqual([]);
      await expect.poll(() => get(management(), '/metrics')).toContain('foyer_faulty_calls{kind="dropped"} 0\n');
    },
    60_000,
  );

  it('have what only the search reads', async () => {
    upstream = await startUpstream();
    upstream.answer('career', data({ careers: [{ id: 99 }, { id: 7, name: 'Analyst' }] }));
    server = await startServer({
      SEARCH: 'own',
      FRONTAPI_URL: upstream.url,
      SITE_URL: 'https://www.himal.example',
      MANAGEMENT_PORT: '0',
    });
    // No page of the site has 50 items.
    const careers = async () => (await faults()).calls.filter(({ call }) => call === 'career?per_page=50');
    await expect.poll(async () => (await careers()).length).toBeGreaterThan(0);
  });

  it('of a content folder have file and line', async () => {
    folder = await makeFolder({
      ...validFiles,
      'blogs/two.md': '---\nid: 2\nname: Two\ncreated_at: soon\n---\nText.\n',
    });
    server = await startServer({ CONTENT_DIR: folder.dir, MANAGEMENT_PORT: '0' });
    expect((await faults()).files).toMatchObject({
      count: 1,
      faults: [{ file: 'blogs/two.md', line: 4, message: expect.stringContaining('created_at') }],
    });
  });
});
