import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Sessions } from '../../server/preview/sessions.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { Editor, PREVIEW_TOKEN, startPreviewServer, type TestPreview } from '../support/preview.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { storedTexts } from '../support/stored-texts.ts';

/* The built server with a preview listener, on a content folder: real sockets, a real thread. */

const DAY_MS = 86_400_000;
/** A time in Kathmandu so many days from now, as an editor writes it. */
const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MS + 5.75 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const item = (fields: Record<string, unknown>, text: string) =>
  `---\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n${text}\n`;

const FILES = {
  ...validFiles,
  'news/draft.md': item({ id: 11, name: 'A secret plan', draft: true, published_at: '2024-01-01' }, 'Plan.'),
  'news/later.md': item({ id: 12, name: 'Results', published_at: `"${inDays(10)}"` }, 'Better than expected.'),
  'news/now.md': item({ id: 13, name: 'Today', published_at: '2024-01-02' }, 'As usual.'),
  'news/draft.ne.md': item({ name: 'गोप्य योजना' }, 'योजना।'),
  'notice/over.md': item({ id: 21, name: 'Old tender', published_at: '2024-01-01', expires_at: '2024-02-01' }, 'Over.'),
  'notice/ends.md': item(
    { id: 22, name: 'Open call', published_at: '2024-01-01', expires_at: `"${inDays(5)}"` },
    'Apply.',
  ),
  'career/clerk.md': item({ id: 31, name: 'Clerk', deadline: `"${inDays(12)}"` }, 'Write to us.'),
  'faq.yaml': '- { id: 1, question: Why?, answer: Because., draft: true }\n- { id: 2, question: How?, answer: So. }\n',
};

let folder: Folder;
let data: Folder;
let preview: TestPreview;
/** Of the same folder, without a preview. */
let plain: TestServer;
beforeAll(async () => {
  folder = await makeFolder(FILES);
  data = await makeFolder({});
  const environment = {
    CONTENT_DIR: folder.dir,
    SEARCH: 'own',
    LOCALES: 'en,ne',
    SITE_URL: 'https://www.folder.example',
    WORKERS: '2',
    TRUST_PROXY: 'true',
  };
  preview = await startPreviewServer({ ...environment, DATA_DIR: data.dir });
  plain = await startServer({ ...environment, WORKERS: '1' });
});
afterAll(async () => {
  expect(await preview.stop()).toBe(0);
  expect(await plain.stop()).toBe(0);
  await Promise.all([folder.remove(), data.remove()]);
});

const guest = () => new Editor(preview.url);
async function editor(): Promise<Editor> {
  const browser = guest();
  expect((await browser.open()).status).toBe(303);
  return browser;
}
/** An editor who looks at the site as it will be in so many days. */
async function editorIn(days: number): Promise<Editor> {
  const browser = await editor();
  expect((await browser.post('/_preview/view', { at: inDays(days).replace(' ', 'T'), to: '/' })).status).toBe(303);
  return browser;
}

const PATHS = [
  '/',
  '/ne',
  '/news',
  '/news/11',
  '/no-such-page',
  '/frontapi/en/news',
  '/frontapi/en/news/11',
  '/frontapi/en/none',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/opensearch.xml',
  '/site.webmanifest',
  '/favicon.ico',
  '/media/hill.svg',
  '/media/@640/-/none.jpg.avif',
  '/.well-known/security.txt',
  '//news',
  '/%E0%A4%A',
  '/healthz',
  '/readyz',
  '/_preview',
  '/_preview/bar.css',
  '/_preview/bar.js',
  '/_preview/findings',
  '/_preview/none',
];

describe('without a session', () => {
  it('no address shows anything of the site', async () => {
    for (const path of PATHS) {
      const { status, headers, text } = await guest().get(path);
      const isOpen = /^\/(healthz|robots\.txt|_preview\/bar\.)/.test(path);
      expect.soft(status, path).toBe(isOpen ? 200 : 403);
      expect.soft(text, path).not.toMatch(/Folder Trust|secret plan/i);
      expect.soft(headers['cache-control'], path).toBe('no-store');
      expect.soft(headers['x-robots-tag'], path).toBe('noindex, nofollow');
    }
  });

  it('says how to get in, in the language of the edition, and keeps the way to the page', async () => {
    const { text } = await guest().get('/news/11');
    expect(text).toContain('The preview is not open');
    expect(text).toContain('name="to" value="/news/11"');
    expect((await guest().get('/ne/news')).text).toContain('पूर्वावलोकन खुला छैन');
  });

  it('forbids robots everything', async () => {
    expect((await guest().get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  });
});

it('lets a browser store the built files, which are those of the public port', async () => {
  const browser = await editor();
  const [, font = ''] = /href="(\/assets\/[^"]+\.woff2)"/.exec((await browser.get('/news')).text) ?? [];
  const { status, headers } = await browser.get(font);
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('immutable');
  expect(headers['x-robots-tag']).toBe('noindex, nofollow');
  expect((await guest().get(font)).status).toBe(403);
});

describe('a session', () => {
  it('is opened by the link, which leads to the page', async () => {
    const browser = guest();
    const { status, headers } = await browser.open('/news/11');
    expect(status).toBe(303);
    expect(headers.location).toBe('/news/11');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['set-cookie']).toMatch(/^foyer_preview=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/news/11')).text).toContain('Plan.');
  });

  it('is opened by the form', async () => {
    const browser = guest();
    const { status, headers } = await browser.post('/_preview', { token: PREVIEW_TOKEN, to: '/notice' });
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/notice' });
    expect((await browser.get('/notice')).status).toBe(200);
  });

  it.each(['https', 'https, http'])('is for https alone behind a proxy that says %s', async (protocols) => {
    const link = `/_preview?token=${PREVIEW_TOKEN}`;
    const { headers } = await guest().get(link, { 'x-forwarded-proto': protocols });
    expect(headers['set-cookie']).toMatch(/; Secure$/);
  });

  it('ends by its button, and leads back to the public site', async () => {
    const browser = await editor();
    const { text, headers } = await browser.post('/_preview/end', {});
    expect(headers['set-cookie']).toMatch(/^foyer_preview=; Path=\/; Max-Age=0;/);
    expect(text).toContain('The preview has ended');
    expect((await browser.get('/news')).status).toBe(403);
  });

  it('ends in the language of the page on which it is ended', async () => {
    const browser = await editor();
    const page = (await browser.get('/ne/news')).text;
    const [, to = ''] = /action="\/_preview\/end"[^>]*><input type="hidden" name="to" value="([^"]+)"/.exec(page) ?? [];
    const { text } = await browser.post('/_preview/end', { to });
    expect(text).toContain('<html lang="ne">');
    expect(text).toContain('पूर्वावलोकन अन्त्य भयो');
  });

  it('ends after an hour, and needs its signature and its token', async () => {
    const minutesAgo = (minutes: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() - minutes * 60_000);
    const cookieOf = (token: string) => {
      const sessions = new Sessions(token);
      const session = sessions.open(token);
      return session ? (sessions.cookie(session, false).split(';')[0] ?? '') : '';
    };
    const status = async (cookie: string) => (await new Editor(preview.url, cookie).get('/news')).status;
    minutesAgo(59);
    const young = cookieOf(PREVIEW_TOKEN);
    vi.restoreAllMocks();
    minutesAgo(61);
    const over = cookieOf(PREVIEW_TOKEN);
    vi.restoreAllMocks();
    expect(await status(young)).toBe(200);
    expect(await status(over)).toBe(403);
    expect(await status(cookieOf('another-token-of-a-preview'))).toBe(403);
    const [name, value = ''] = young.split('=');
    const [, signature = ''] = value.split('.');
    const longer = Buffer.from(JSON.stringify({ until: Date.now() * 2, view: {} })).toString('base64url');
    for (const tampered of [`${longer}.${signature}`, `${longer}.`, longer, '', `${value}x`, '.', 'null.null'])
      expect(await status(`${name}=${tampered}`)).toBe(403);
    expect(await status(`other=1; ${young}; more=2`)).toBe(200);
    const { headers } = await new Editor(preview.url, young).post('/_preview/view', { to: '/news' });
    const [, seconds] = /Max-Age=(\d+)/.exec(String(headers['set-cookie'])) ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  it.each([
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/evil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['javascript:alert(1)', '/'],
    ['/news\r\nSet-Cookie: a=b', '/newsSet-Cookie:%20a=b'],
    ['/news?page=2\nX: y', '/news?page=2X:%20y'],
    ['/news/%0d%0aX', '/'],
    ['news', '/'],
    ['', '/'],
    ['/ne/news?page=2', '/ne/news?page=2'],
    ['/category/लाभांश', '/category/%E0%A4%B2%E0%A4%BE%E0%A4%AD%E0%A4%BE%E0%A4%82%E0%A4%B6'],
    [`/${'x'.repeat(3_000)}`, '/'],
  ])('opened with to=%j leads to %s', async (to, location) => {
    expect((await guest().open(to)).headers.location).toBe(location);
  });

  it('is not opened by another token, and by the right one after many others of the same client', async () => {
    const attempt = (token: string) =>
      fetch(`${preview.url}/_preview`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.7' },
        body: new URLSearchParams({ token }),
        redirect: 'manual',
      });
    const first = await attempt('wrong');
    expect(first.status).toBe(403);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(await first.text()).toContain('This is not the token of the preview.');
    const late = await Promise.all(Array.from({ length: 12 }, (_, count) => attempt(`wrong ${count}`)));
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([403]));
    const right = await attempt(PREVIEW_TOKEN);
    expect(right.status).toBe(303);
    expect(right.headers.get('set-cookie')).toMatch(/^foyer_preview=./);
  });
});

describe('with a session', () => {
  it('no address is stored by a cache or listed by an engine', async () => {
    const browser = await editor();
    const conditions: Record<string, string> = {
      'if-none-match': '*',
      'if-modified-since': new Date(Date.now() + DAY_MS).toUTCString(),
    };
    for (const path of [...PATHS, '/nothing.xml', '/news?page=9']) {
      for (const sent of [conditions, { 'accept-encoding': 'br, gzip' }]) {
        const { status, headers } = await browser.get(path, sent);
        expect.soft(status, path).not.toBe(304);
        expect.soft(headers['cache-control'], path).toBe('no-store');
        expect.soft(headers['x-robots-tag'], path).toBe('noindex, nofollow');
        for (const name of ['etag', 'last-modified', 'age', 'cache-status', 'expires'])
          expect.soft(headers[name], `${path}: ${name}`).toBeUndefined();
      }
    }
  });

  it('drafts, scheduled and expired items are in lists and on their pages, and say so', async () => {
    const browser = await editor();
    const list = async (path: string) =>
      (await browser.get(path)).text.replace(/<foyer-preview.*<\/foyer-preview>/s, '');
    expect(await list('/news')).toMatch(/Draft: A secret plan/);
    expect(await list('/news')).toMatch(/Scheduled for \d+ \w+ \d{4}, \d\d:\d\d: Results/);
    expect(await list('/news')).not.toMatch(/: Today/);
    expect(await list('/notice')).toMatch(/Expired: Old tender/);
    expect(await list('/faq')).toMatch(/Draft: Why\?/);
    expect(await list('/news/11')).toMatch(/<h1[^>]*>Draft: A secret plan/);
    expect(await list('/news/12')).toMatch(/Better than expected/);
    expect(await list('/ne/news')).toMatch(/मस्यौदा: गोप्य योजना/);
    expect(await list('/ne/news')).toMatch(/ मा प्रकाशित हुने: Results/);
    expect(JSON.parse((await browser.get('/frontapi/en/news/11')).text).data.news.name).toBe('Draft: A secret plan');
    expect((await browser.get('/news/feed.xml')).text).toContain('Draft: A secret plan');
  });

  it('every page has the bar, in the language of its edition, also one that does not exist', async () => {
    const browser = await editor();
    const { text, headers } = await browser.get('/news/13');
    expect(text).toMatch(/<foyer-preview lang="en">.*<\/foyer-preview><\/body>/s);
    expect(text).toContain('Everything, drafts included');
    expect(text).toMatch(/<a href="\/ne\/news\/13"[^>]*>नेपाली<\/a>/);
    const [, nonce] = /<link rel="stylesheet" href="\/_preview\/bar.css" nonce="([^"]+)"/.exec(text) ?? [];
    expect(headers['content-security-policy']).toContain(`style-src 'nonce-${nonce}'`);
    expect((await browser.get('/ne/notice')).text).toContain('<foyer-preview lang="ne">');
    for (const path of ['/none', '/%E0%A4%A', '/news?page=x'])
      expect((await browser.get(path)).text).toContain('<foyer-preview');
  });

  it('shows an edit with the next page', async () => {
    const browser = await editor();
    expect((await browser.get('/news/99')).status).toBe(404);
    await folder.write({ 'news/new.md': item({ id: 99, name: 'Just written', draft: true }, 'Fresh ink.') });
    await expect.poll(async () => (await browser.get('/news/99')).text).toContain('Fresh ink.');
  });

  it('a page shows the findings of its files, and one page all of them', async () => {
    await folder.write({ 'news/broken.md': item({ id: 98, name: 'Broken' }, '![](/media/none.jpg)') });
    const browser = await editor();
    const page = async (path: string) => (await browser.get(path)).text;
    await expect.poll(() => page('/news/98')).toMatch(/<code>news\/broken\.md:5<\/code>/);
    expect(await page('/news/13')).not.toContain('broken.md');
    expect(await page('/_preview/findings?to=/news/98')).toMatch(/news\/broken\.md:5.*href="\/news\/98"/s);
    expect(await page('/_preview/findings?to=//evil.example')).toContain('<a href="/">');
  });
});

describe('the site at another time', () => {
  it('shows what is published by then and has not expired, without drafts and marks', async () => {
    const browser = await editorIn(11);
    const news = (await browser.get('/news')).text;
    expect(news).toContain('Results');
    expect(news).not.toMatch(/Scheduled for|Draft|A secret plan/);
    expect(news).toContain('As of ');
    expect((await browser.get('/notice')).text).not.toContain('Open call');
    expect((await browser.get('/news/11')).status).toBe(404);
    expect((await browser.get('/ne/news/11')).status).toBe(404);
    expect((await browser.get('/faq')).text).not.toContain('Why?');
    expect((await (await editorIn(9)).get('/news/12')).status).toBe(404);
    expect((await browser.get('/news/12')).status).toBe(200);
  });

  it('counts days from then', async () => {
    const words = async (days: number) => (await (await editorIn(days)).get('/career')).text;
    expect(await words(2)).toMatch(/10 days/);
    expect(await words(5)).toMatch(/7 days/);
    expect(await words(13)).toMatch(/[Cc]losed/);
  });

  it('is that of each session, while other sessions show other times', async () => {
    const days = [1, 4, 6, 9, 11, 20];
    const browsers = await Promise.all([...days.map(editorIn), editor()]);
    for (let round = 0; round < 3; round += 1) {
      const seen = await Promise.all(
        browsers.map(async (browser) => ({
          news: (await browser.get('/frontapi/en/news')).text.includes('Results'),
          notice: (await browser.get('/frontapi/en/notice')).text.includes('Open call'),
          page: (await browser.get('/news/12')).status,
        })),
      );
      const expected = days.map((day) => ({ news: day > 10, notice: day < 5, page: day > 10 ? 200 : 404 }));
      expect(seen).toEqual([...expected, { news: true, notice: true, page: 200 }]);
    }
  });

  it('can be left, and refuses a text that is no time, with a link back', async () => {
    const browser = await editorIn(11);
    const back = await browser.post('/_preview/view', { to: '/news' });
    expect({ status: back.status, to: back.headers.location }).toEqual({ status: 303, to: '/news' });
    expect((await browser.get('/news')).text).toContain('Draft: A secret plan');
    const refused = await browser.post('/_preview/view', { at: 'tomorrow', to: '/news' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/This is not a date and time.*href="\/news"/s);
  });
});

describe('the public port', () => {
  const PUBLIC_PATHS = [
    '/',
    '/news',
    '/news/11',
    '/news/12',
    '/ne/news',
    '/notice',
    '/notice/21',
    '/faq',
    '/ne',
    '/ne/news/11',
    '/ne/notice/21',
    '/ne/faq',
    '/search?q=plan',
    '/search?q=today',
    '/ne/search?q=today',
    '/frontapi/en/news',
    '/frontapi/en/news/11',
    '/frontapi/en/notice/21',
    '/frontapi/en/search?q=plan',
    '/frontapi/en/search?q=today',
    '/frontapi/ne/search?q=today',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
  ];
  /** Without what differs in each response. */
  const answer = async (browser: Editor, path: string, headers: Record<string, string> = {}) => {
    const response = await browser.get(path, { 'user-agent': 'Googlebot/2.1', ...headers });
    const {
      'cache-control': cacheControl,
      'content-security-policy': policy,
      'set-cookie': setCookie,
    } = response.headers;
    return {
      status: response.status,
      text: response.text,
      cacheControl,
      policy,
      setCookie,
      etag: response.headers.etag,
    };
  };

  it('answers as a server without a preview, whatever a request says', async () => {
    const cookie = (await editor()).cookie ?? '';
    const at = new Date(Date.now() + 20 * DAY_MS).toISOString();
    const visitor = new Editor(preview.server.url);
    const elsewhere = new Editor(plain.url);
    const attempts: Record<string, string>[] = [
      { cookie },
      { 'x-preview': '1' },
      { 'x-preview': '1', 'x-preview-at': at },
      { authorization: PREVIEW_TOKEN },
      {
        authorization: `Bearer ${PREVIEW_TOKEN}`,
        cookie,
        'x-preview': '1',
        'x-preview-at': at,
        'x-forwarded-host': 'preview',
      },
    ];
    for (const path of PUBLIC_PATHS) {
      const expected = await answer(elsewhere, path);
      expect(await answer(visitor, path)).toEqual(expected);
      expect(expected.text).not.toMatch(/secret plan|Better than|foyer-preview|Draft|Scheduled|गोप्य/);
      for (const headers of attempts) expect(await answer(visitor, path, headers)).toEqual(expected);
      if (path.startsWith('/frontapi')) continue;
      for (const query of [
        `?token=${PREVIEW_TOKEN}`,
        '?preview=1',
        `?_preview=1&at=${encodeURIComponent(at)}`,
        '?draft=true',
      ]) {
        const { status, text } = await answer(
          visitor,
          path.includes('?') ? path + query.replace('?', '&') : path + query,
          {
            cookie,
          },
        );
        expect(status).toBe(expected.status);
        expect(text).not.toMatch(/secret plan|Better than|foyer-preview/);
      }
    }
  });

  it('has no address of the preview', async () => {
    const visitor = new Editor(preview.server.url, (await editor()).cookie);
    for (const path of [
      '/_preview',
      `/_preview?token=${PREVIEW_TOKEN}&to=/`,
      '/_preview/bar.js',
      '/_preview/bar.css',
      '/_preview/findings',
    ]) {
      const { status, headers } = await visitor.get(path);
      expect(status).toBe(404);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await visitor.post('/_preview', { token: PREVIEW_TOKEN })).status).toBe(405);
  });
});

it('no line of the log has the token, a cookie or a query', async () => {
  const browser = guest();
  await browser.open('/news?page=1');
  await browser.get('/news?token=in-a-query', { referer: `${preview.url}/_preview?token=${PREVIEW_TOKEN}` });
  const lines = () => JSON.stringify(preview.server.log);
  await expect.poll(lines).toContain('"path":"/_preview"');
  expect(lines()).not.toContain(PREVIEW_TOKEN);
  expect(lines()).not.toContain('in-a-query');
  expect(lines()).not.toContain(browser.cookie?.split('=')[1] ?? '');
});

it('nothing of a draft is in the folder for what outlives the process', async () => {
  const browser = await editor();
  for (const path of ['/news', '/news/11', '/ne/news/11', '/search?q=plan', '/frontapi/en/news/11'])
    await browser.get(path);
  // The index of the search has the published items.
  await expect.poll(async () => (await storedTexts(data.dir)).includes('As usual')).toBe(true);
  expect(await storedTexts(data.dir)).not.toMatch(/secret plan|Plan\.|गोप्य/);
});

describe('the link for a reviewer', () => {
  const linkOf = async (fields: { to: string; days: string }, browser?: Editor) => {
    const { status, text } = await (browser ?? (await editor())).post('/_preview/link', fields);
    return { status, link: /href="http:\/\/[^/]+(\/_preview\/item\?link=[^"]+)"/.exec(text)?.[1] ?? '' };
  };

  it('shows one page as the editor sees it, and no other', async () => {
    const { link } = await linkOf({ to: '/news/11?x=1', days: '3' });
    const reviewer = guest();
    const opened = await reviewer.get(link);
    expect([opened.status, opened.headers.location]).toEqual([303, '/news/11']);
    expect(String(opened.headers['set-cookie'])).toMatch(/Max-Age=25\d{4};/);
    const shown = await reviewer.get('/news/11');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('A secret plan');
    expect(shown.text).toContain('This page alone, until');
    expect(shown.text).not.toContain('Another time');
    for (const path of ['/', '/news', '/news/12', '/ne/news/11', '/frontapi/en/news', '/_preview/findings']) {
      const { status, text } = await reviewer.get(path);
      expect({ path, status }).toEqual({ path, status: 403 });
      expect(text, path).not.toMatch(/secret plan|Results/);
    }
    expect((await reviewer.post('/_preview/link', { to: '/news/12', days: '3' })).status).toBe(403);
    expect((await reviewer.post('/_preview/view', { to: '/news/12' })).status).toBe(403);
    expect((await reviewer.post('/_preview/end', { to: '/' })).status).toBe(200);
    expect((await reviewer.get('/news/11')).status).toBe(403);
  });

  it('shows it at the time that the editor has chosen', async () => {
    const { link } = await linkOf({ to: '/news/12', days: '1' }, await editorIn(11));
    const reviewer = guest();
    await reviewer.get(link);
    expect((await reviewer.get('/news/12')).text).toContain('Results');
  });

  it('is refused changed, and after its time', async () => {
    const { link } = await linkOf({ to: '/news/11', days: '1' });
    expect((await guest().get(`${link}x`)).status).toBe(403);
    expect((await guest().get('/_preview/item')).status).toBe(403);
    const over = new Sessions(PREVIEW_TOKEN).link('/news/11', {}, -1).link;
    expect((await guest().get(`/_preview/item?link=${over}`)).status).toBe(403);
    // The session of an editor is no link.
    const [, cookie = ''] = ((await editor()).cookie ?? '').split('=');
    expect((await guest().get(`/_preview/item?link=${cookie}`)).status).toBe(403);
  });

  it.each(['0', '31', '1.5', '', 'week'])('is not made for %s days', async (days) => {
    expect(await linkOf({ to: '/news/11', days })).toEqual({ status: 400, link: '' });
  });
});
