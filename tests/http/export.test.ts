import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../packages/config/src/config.ts';
import { exportSite } from '../../server/export/export-site.ts';
import { hostFiles } from '../../server/export/host-files.ts';
import { runCommand, spawnCommand } from '../support/commands.ts';
import { type Export, exportPlace, type Host, SITE_URL, startNginx } from '../support/export.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { contentOf, data, failure, hold, startUpstream, type TestUpstream } from '../support/upstream.ts';

/** Redirects of an editor, as YAML and as Location, that would be directives of nginx. */
const HOSTILE = [
  ['/quote";return 200 "x', '/notice?q=";return 200 "y', '/notice?q=%22;return%20200%20%22y'],
  ['/price$1$uri', '/notice?q=$host', '/notice?q=%24host'],
  ['/brace{};}server{', '/blogs?q=};{', '/blogs?q=};{'],
  ['/back%5Cslash%5C"', '/blogs/1?q=\\"', '/blogs/1?q=\\%22'],
  ['/hash#x', '/blogs/1', undefined],
  ['/line%0Abreak', '/blogs/1', undefined],
] as const;

const FILES = {
  ...validFiles,
  'site.yaml': `${validFiles['site.yaml']}  - { label: Nowhere, href: /blogs/nowhere }\n`,
  'redirects.yaml':
    '- { from: /old-blog, to: /blogs/1 }\n- { from: /gone, gone: true }\n- { from: /सूचना, to: /notice }\n' +
    '- { from: /about-us.html, to: /about }\n- { from: /old-blog, to: /about }\n- { from: /blogs, to: /about }\n' +
    '- { from: /a-loop, to: /b-loop }\n- { from: /b-loop, to: /a-loop }\n' +
    '- { from: /branches.php, to: /contact }\n- { from: /form.doc, gone: true }\n' +
    '- { from: /elsewhere.html, to: "https://other.example/" }\n- { from: /rules, to: /media/rules-2024 }\n' +
    '- { from: /more, to: /blogs?page=1 }\n- { from: /dividends, to: "/notice?category=dividend" }\n' +
    HOSTILE.map(([from, to]) => `- { from: '${from}', to: '${to}' }\n`).join(''),
  'blogs/old.md':
    '---\nid: 9\nname: Old\n---\n[Branches](/branches.php), [form](/form.doc), [other](/elsewhere.html), [blog](/old-blog), ' +
    '[plan](/media/plan)\n',
  'notice/dividend.md': '---\nid: 8\nname: Dividend\ncategory: { slug: dividend, name: Dividend }\n---\nText.\n',
  'notice/script.md':
    '---\nid: 10\nname: Script\n---\n[svg](/media/x.svg) [html](/media/x.html) [js](/media/x.js) [pdf](/media/x.PDF) ' +
    '[talk](/media/x.mp3) [form](/media/x.docx) [dates](/media/x.ics)\n',
  'media/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'media/x.html': '<script>alert(1)</script>',
  'media/x.js': 'alert(1)',
  'media/x.PDF': '%PDF-1.4',
  'media/x.mp3': 'ID3',
  'media/x.docx': 'PK',
  'media/x.ics': 'BEGIN:VCALENDAR',
  'media/plan': 'A plan',
  'media/rules-2024': 'Rules',
  'blogs/later.md': '---\nid: 3\nname: Later\npublished_at: 2041-01-01\n---\nLater.\n',
};

/** As it is: `fetch` would tidy the path. */
async function rawGet(url: string, path: string): Promise<IncomingHttpHeaders> {
  const sent = httpRequest(url, { path }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  response?.resume();
  return response?.headers ?? {};
}

describe('an export', () => {
  let folder: Folder;
  let place: Export;
  let first: { code: number | null; stdout: string };
  beforeAll(async () => {
    folder = await makeFolder(FILES);
    place = await exportPlace({ CONTENT_DIR: folder.dir, SITE_TIME_ZONE: 'Asia/Kathmandu' });
    first = await place.run();
  });
  afterAll(async () => {
    await place.remove();
    await folder.remove();
  });

  const read = (file: string) => readFile(join(place.dir, file), 'utf8');

  it('names what leads nowhere, and is complete', () => {
    const dead = [...first.stdout.matchAll(/^(\S+) leads nowhere, linked on (\S+)$/gm)].map(([, address]) => address);
    expect(dead.sort()).toEqual(['/about', '/blogs/nowhere', '/contact', '/form.doc']);
    expect(first.stdout).not.toContain('could not be made');
    expect(first.code).toBe(0);
  });

  it('has what redirects lead to, and no copies of it', async () => {
    const files = Object.keys(await place.files());
    expect(files).toEqual(expect.arrayContaining(['media/plan', 'media/rules-2024', 'notice/category/dividend.html']));
    for (const from of ['branches.php', 'elsewhere.html', 'form.doc', 'rules']) expect(files).not.toContain(from);
    const redirects = await read('_redirects');
    for (const line of [
      '/branches.php /contact 301',
      '/elsewhere.html https://other.example/ 301',
      '/form.doc /404.html 410',
      '/rules /media/rules-2024 301',
      '/dividends /notice/category/dividend 301',
    ])
      expect(redirects.split('\n')).toContain(line);
  });

  it('has pages, answers, files and the lists as a whole', async () => {
    const files = Object.keys(await place.files());
    for (const file of [
      'index.html',
      'index.html.gz',
      'blogs.html',
      'blogs/1.html',
      'blogs/9.html',
      'blogs/old.html',
      'frontapi/en/site.json',
      'frontapi/en/blogs.json',
      'frontapi/en/blogs/1.json',
      'frontapi/en/blogs/_all.json',
      'feed.xml',
      'sitemap.xml',
      'robots.txt',
      'favicon.ico',
      'search-index/index.json',
      '404.html',
      '_headers',
      '_redirects',
    ])
      expect(files).toContain(file);
    expect(files.filter((file) => /^assets\/.*\.js\.br$/.test(file)).length).toBeGreaterThan(20);
    expect(files.some((file) => file.includes('later') || file === 'blogs/3.html')).toBe(false);
    expect(await read('sitemap.xml')).toContain(`<loc>${SITE_URL}/blogs/1</loc>`);
  });

  it('says when the content changes by itself: at the next midnight at the latest', async () => {
    const { code, stdout } = await place.run('--next');
    expect(code).toBe(0);
    const until = Date.parse(stdout.trim()) - Date.now();
    expect(until).toBeGreaterThan(0);
    expect(until).toBeLessThanOrEqual(86_400_000);
  });

  it('writes nothing when nothing has changed', async () => {
    const before = await place.files();
    const { code, stdout } = await place.run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/ pages, 0 of them made anew; .* 0 written, 0 removed/);
    const { '.foyer/manifest.json': _, ...after } = await place.files();
    expect(after).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== '.foyer/manifest.json')),
    );
  });

  it('writes what shows an edit, and nothing else; removes what is gone', async () => {
    const before = await place.files();
    await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Two\ncreated_at: 2024-03-06\n---\nAnother text.\n' });
    expect((await place.run()).code).toBe(0);
    const after = await place.files();
    const changed = Object.keys(after).filter((file) => after[file] !== before[file] && !/\.(br|gz)$/.test(file));
    expect(changed).toContain('blogs/2.html');
    expect(changed).toContain('frontapi/en/blogs/2.json');
    expect(changed).not.toContain('blogs/1.html');
    expect(changed).not.toContain('blogs.html');
    expect(await read('blogs/2.html')).toContain('Another text.');
    await rm(join(folder.dir, 'blogs/two.md'));
    expect((await place.run()).stdout).toMatch(/[1-9]\d* removed/);
    expect(Object.keys(await place.files())).not.toContain('blogs/2.html');
  });

  it('leaves the last one if it is ended by a signal, and goes on with the next', async () => {
    const before = await place.files();
    const beside = () => readdir(dirname(place.dir));
    await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Ended\ncreated_at: 2024-03-06\n---\nText.\n' });
    const stopped = await place.interrupted('SIGTERM');
    expect(stopped).toMatchObject({ code: 1, stderr: 'Stopped. The last export is as it was.\n' });
    expect(await beside()).toEqual(['site']);
    expect((await place.interrupted('SIGKILL')).code).toBeNull();
    expect(await place.files()).toEqual(before);
    expect(await beside()).toEqual(['site', 'site.next']);
    expect((await place.run()).code).toBe(0);
    expect(await beside()).toEqual(['site']);
    expect(await read('blogs/2.html')).toContain('Ended');
  });

  it('makes again what was deleted or changed by hand', async () => {
    const [page, answer] = ['blogs/1.html', 'frontapi/en/blogs.json'];
    const before = await read(page);
    await rm(join(place.dir, page));
    await writeFile(join(place.dir, answer), 'changed');
    expect((await place.run()).code).toBe(0);
    expect(await read(page)).toBe(before);
    expect(JSON.parse(await read(answer)).error).toBe(false);
  });

  describe('on nginx', () => {
    let host: Host;
    beforeAll(async () => {
      host = await startNginx(place.dir);
    });
    afterAll(() => host.close());
    const get = (path: string, headers = {}) => fetch(host.url + path, { redirect: 'manual', headers });

    it.each([
      ['/', 200],
      ['/blogs', 200],
      ['/blogs/1', 200],
      ['/frontapi/en/blogs.json', 200],
      ['/feed.xml', 200],
      ['/no-such-page', 404],
      ['/frontapi/en/no.json', 404],
      ['/gone', 410],
      ['/.foyer/manifest.json', 404],
    ])('%s is %i', async (path, status) => {
      const response = await get(path);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it.each([
      ['/old-blog', '/blogs/1'],
      ['/about-us.html', '/about'],
      ['/%E0%A4%B8%E0%A5%82%E0%A4%9A%E0%A4%A8%E0%A4%BE', '/notice'],
      ['/blogs/', '/blogs'],
      ['/blogs.html', '/blogs'],
      ['/index.html', '/'],
      ['/blogs/1.html?a=b', '/blogs/1?a=b'],
    ])('%s leads to %s', async (path, to) => {
      const response = await get(path);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(to);
    });

    it.each(HOSTILE)('%s leads to %s, and is no directive', async (from, _, location) => {
      const response = await get(encodeURI(from).replaceAll('%25', '%').replace('#', '%23'));
      expect(response.status).toBe(location ? 301 : 404);
      expect(response.headers.get('location')).toBe(location ?? null);
    });

    it.each([
      ['/media/x.svg', 'inline', 'image/svg+xml'],
      ['/media/x.html', 'attachment', 'text/html'],
      ['/media/x.js', 'attachment', 'application/octet-stream'],
      ['/media/x.PDF', 'inline', 'application/pdf'],
      ['/media/x.mp3', 'inline', 'audio/mpeg'],
      ['/media/x.docx', 'attachment', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['/media/x.ics', 'attachment', 'text/calendar; charset=utf-8'],
      ['/media/plan', 'attachment', 'application/octet-stream'],
    ])('%s is %s, and runs no script', async (path, disposition, type) => {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toBe(disposition);
      expect(headers.get('content-type')).toMatch(type);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const policy = headers.get('content-security-policy');
      if (type === 'application/pdf') expect(policy).toBeNull();
      else expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; sandbox$/);
    });

    it('leads to no other host', async () => {
      for (const path of [
        '//elsewhere.example/a.html',
        '//elsewhere.example/index.html',
        '//elsewhere.example/',
        '/%5Celsewhere.example/',
      ])
        expect((await rawGet(host.url, path)).location ?? '/').toMatch(/^\/(?![/\\])/);
    });

    it('shows a page that a redirect would hide, and follows no redirects in a circle', async () => {
      expect((await get('/blogs')).status).toBe(200);
      expect((await get('/a-loop')).status).toBe(404);
    });

    it('sends what is compressed already, and lets browsers keep what never changes', async () => {
      const [page] = [await get('/blogs', { 'accept-encoding': 'gzip' })];
      expect(page.headers.get('content-encoding')).toBe('gzip');
      expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const script = Object.keys(await place.files()).find((file) => /^assets\/.*\.js$/.test(file));
      expect((await get(`/${script}`)).headers.get('cache-control')).toContain('immutable');
    });
  });
});

it('a later export makes a list in an order of its own again when an item has come', async () => {
  const folder = await makeFolder({ ...validFiles, 'screens.yaml': '- { screen: blogs, order: name }\n' });
  const place = await exportPlace({ CONTENT_DIR: folder.dir });
  await place.run();
  await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Newcomer\ncreated_at: 2024-03-06\n---\nText.\n' });
  expect((await place.run()).code).toBe(0);
  expect(await readFile(join(place.dir, 'blogs.html'), 'utf8')).toContain('Newcomer');
  expect(Object.keys(await place.files()).filter((file) => file.includes('/sort/'))).toEqual([]);
  await place.remove();
  await folder.remove();
});

describe('an export of a folder with a fault', () => {
  it('fails, names it with its place, and leaves the last one, in which the item was without a fault', async () => {
    const folder = await makeFolder(validFiles);
    const place = await exportPlace({ CONTENT_DIR: folder.dir });
    expect((await place.run()).code).toBe(0);
    const before = await place.files();
    await folder.write({ 'blogs/one.md': '---\nid: 1\ncreated_at: 2026-02-30\n---\nText.\n' });
    const failed = await place.run();
    expect(failed.stdout).toMatch(/^blogs\/one\.md:\d+:\d+: .* \(it is not in the export\)$/m);
    expect(failed.stdout).toContain('The last export is as it was.');
    expect(failed.code).toBe(1);
    expect(await place.files()).toEqual(before);
    const kept = await place.run('--keep-going');
    expect(kept.code).toBe(1);
    expect(kept.stdout).toMatch(/^blogs\/one\.md/m);
    expect(await place.files()).toHaveProperty('index.html');
    expect(await place.files()).not.toHaveProperty('blogs/1.html');
    await folder.write({ 'site.yaml': 'nothing: here\n' });
    const unusable = await place.run();
    expect(unusable).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^the content folder cannot be served: /m),
    });
    expect(unusable.stderr).not.toMatch(/\n\s+at /);
    await place.remove();
    await folder.remove();
  });
});

describe('an export of a CMS', () => {
  let upstream: TestUpstream;
  let place: Export;
  let before: Awaited<ReturnType<Export['files']>>;
  beforeAll(async () => {
    upstream = await startUpstream();
    place = await exportPlace({ FRONTAPI_URL: upstream.url });
    expect((await place.run()).code).toBe(0);
    before = await place.files();
  });
  afterEach(() => upstream.behave());
  afterAll(async () => {
    await place.remove();
    await upstream.close();
  });

  it('fails for a page that cannot be made, and leaves the last one', async () => {
    upstream.answer('blogs/3', failure(500));
    const failed = await place.run();
    expect(failed.stdout).toMatch(/^\/blogs\/3 could not be made: /m);
    expect(failed.stdout).toContain('The last export is as it was.');
    expect(failed.code).toBe(1);
    expect(await place.files()).toEqual(before);
  });

  it('fails for a picture that cannot be fetched: the placeholder is none', async () => {
    upstream.picture('/storage/blog-14.jpg', failure(503));
    const failed = await place.run();
    expect(failed.stdout).toMatch(
      /^\/media\/@\d+\/.*\/storage\/blog-14\.jpg\.\w+ could not be made: the picture cannot be shown$/m,
    );
    expect(failed.code).toBe(1);
    expect(await place.files()).toEqual(before);
  });

  it('keeps with --keep-going all that it cannot make, and all that a list which cannot be read would name', async () => {
    for (const call of ['blogs/3', 'notice', 'site']) upstream.answer(call, failure(500));
    const incomplete = await place.run('--keep-going');
    expect(incomplete.stdout).toMatch(/^\/notice could not be made: /m);
    expect(incomplete.code).toBe(1);
    expect(Object.keys(await place.files()).sort()).toEqual(Object.keys(before).sort());
  });
});

it('an export of a CMS without a site has the site that its pages show, and follows it', async () => {
  const upstream = await startUpstream();
  upstream.answer('site', failure(404));
  const folder = await makeFolder({ 'site.yaml': validFiles['site.yaml'] });
  const place = await exportPlace({ FRONTAPI_URL: upstream.url, CONTENT_DIR: folder.dir });
  const read = (file: string) => readFile(join(place.dir, file), 'utf8');
  const { code, stdout } = await place.run();
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('could not be made')]);
  const { error, data } = JSON.parse(await read('frontapi/en/site.json'));
  expect([error, await read('index.html')]).toEqual([false, expect.stringContaining(data.site.name)]);
  expect((await place.run()).stdout).toMatch(/ pages, 0 of them made anew/);
  await folder.write({ 'site.yaml': validFiles['site.yaml'].replace(data.site.name, 'Renamed') });
  expect((await place.run()).code).toBe(0);
  for (const file of ['index.html', 'frontapi/en/site.json']) expect(await read(file)).toContain('Renamed');
  await place.remove();
  await folder.remove();
  await upstream.close();
});

describe('an export of two editions, one page at a time', () => {
  it('waits for many calls at once without a warning of a leak', async () => {
    const upstream = await startUpstream();
    const place = await exportPlace({});
    // Calls of the first page, which is not asked for until they are answered. Of the lists, only those that the inventory does not page.
    const held = ['home', 'sliders', 'blogs', 'notice', 'career'].flatMap((call) => {
      const answer = data(contentOf(call));
      return ['', 'ne/'].map((edition) => {
        upstream.answer(`${edition}${call}?per_page=50`, answer);
        const { behaviour, release } = hold(answer);
        upstream.answer(edition + call, behaviour);
        return release;
      });
    });
    const run = spawnCommand('export-site', [place.dir, '--concurrency', '1'], {
      SITE_URL,
      FRONTAPI_URL: upstream.url,
      LOCALES: 'en,ne',
    });
    await expect.poll(() => upstream.calls.some(({ address }) => address === 'ne/home')).toBe(true);
    for (const release of held) release();
    expect((await run).stderr).not.toContain('leak');
    await place.remove();
    await upstream.close();
  });
});

describe('an export of what search engines may not index', () => {
  it('is made anew once they may', async () => {
    const upstream = await startUpstream();
    const environment: Record<string, string> = { FRONTAPI_URL: upstream.url, SITE_INDEXABLE: 'false' };
    const place = await exportPlace(environment);
    const home = () => readFile(join(place.dir, 'index.html'), 'utf8');
    const NOINDEX = '<meta name="robots" content="noindex"/>';
    expect((await place.run()).code).toBe(0);
    expect(await home()).toContain(NOINDEX);
    environment.SITE_INDEXABLE = 'true';
    expect((await place.run()).code).toBe(0);
    expect(await home()).not.toContain(NOINDEX);
    await place.remove();
    await upstream.close();
  });
});

describe('the command', () => {
  it('refuses a folder of something else, and unknown options', async () => {
    const folder = await makeFolder({ 'mine.txt': 'mine' });
    const place = await exportPlace({ CONTENT_DIR: 'content' });
    const unknown = await place.run('--no-such');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('--help') });
    const { code, stderr } = await place.run('--layout', 'tree');
    expect({ code, stderr }).toEqual({ code: 2, stderr: '--layout tree: expected files or folders.\n' });
    await folder.remove();
    await place.remove();
  });
});

it('leads on nginx from below a prefix in each edition to where it has moved, but from pages that are there', async () => {
  const redirects = [
    { from: '/old', isPrefix: true, query: '', to: '/new/*' },
    { from: '/gone', isPrefix: true, query: '' },
    { from: '/ne', isPrefix: true, query: '', to: '/nepali/*' },
    { from: '/ne/old', isPrefix: true, query: '', to: '/ne/new/*' },
    { from: '/ne/page.php', isPrefix: false, query: 'id=5', to: '/ne/five' },
  ];
  const config = readConfig({ SITE_URL, LOCALES: 'en,ne' });
  const host = { config, policy: '', redirects, layout: 'files', mediaExtensions: [] } as const;
  const root = await makeFolder({
    '.foyer/nginx.conf': hostFiles(host)['.foyer/nginx.conf'] ?? '',
    ...Object.fromEntries(
      ['404', 'ne/404', 'ne', 'ne/blogs', 'ne/old/kept', 'old/kept'].map((page) => [`${page}.html`, page]),
    ),
  });
  const nginx = await startNginx(root.dir);
  const found: Record<string, string> = {};
  const paths =
    '/old /old/a /old/kept /gone/a /ne /ne/a/b?c=d /ne/blogs /ne/old/a /ne/old/kept /ne/page.php?id=5 /none';
  for (const path of paths.split(' ')) {
    const response = await fetch(nginx.url + path, { redirect: 'manual' });
    found[path] = `${response.status} ${response.headers.get('location') ?? (await response.text())}`;
  }
  await nginx.close();
  await root.remove();
  expect(found).toEqual({
    '/old': '404 404',
    '/old/a': '301 /new/a',
    '/old/kept': '200 old/kept',
    '/gone/a': '410 404',
    '/ne': '200 ne',
    '/ne/a/b?c=d': '301 /nepali/a/b?c=d',
    '/ne/blogs': '200 ne/blogs',
    '/ne/old/a': '301 /ne/new/a',
    '/ne/old/kept': '200 ne/old/kept',
    '/ne/page.php?id=5': '301 /ne/five',
    '/none': '404 404',
  });
});

it('an export that cannot begin leaves nothing', async () => {
  const folder = await makeFolder(validFiles);
  const place = await exportPlace({ CONTENT_DIR: folder.dir });
  const environment = { SITE_URL, CONTENT_DIR: folder.dir };
  // Without a build no site can be opened.
  await runCommand(exportSite(join(folder.dir, 'dist')), [place.dir], environment).catch(() => {});
  expect(await readdir(dirname(place.dir))).toEqual([]);
  await place.remove();
  await folder.remove();
});

it('an export without the search has nothing of it, also after one with it', async () => {
  const folder = await makeFolder(validFiles);
  const environment: Record<string, string> = { CONTENT_DIR: folder.dir };
  const place = await exportPlace(environment);
  await place.run();
  environment.SEARCH = 'off';
  const { code, stdout } = await place.run();
  expect([code, stdout]).toEqual([0, expect.not.stringMatching(/search\S* leads nowhere/)]);
  const files = Object.keys(await place.files());
  expect(files).toContain('index.html');
  expect(files.filter((file) => /search/i.test(file) && !file.startsWith('assets/'))).toEqual([]);
  for (const file of ['index.html', 'blogs/1.html', '404.html'])
    expect((await readFile(join(place.dir, file), 'utf8')).match(/"\/search|opensearch/)).toBeNull();
  environment.CSP_SOURCES = 'style-src https://styles.example';
  await place.run();
  for (const file of ['index.html', 'blogs/1.html', '404.html'])
    expect(await readFile(join(place.dir, file), 'utf8')).toMatch(
      /<meta [^>]*style-src [^>]* https:\/\/styles\.example"/,
    );
  await place.remove();
  await folder.remove();
});
