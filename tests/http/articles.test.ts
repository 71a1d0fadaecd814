import request from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { blogs } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure } from '../support/upstream.ts';

/* What articles and notices have beside their text. */

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ LOCALES: 'en,ne' });
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.gateway.purge();
  site.upstream.calls.length = 0;
});
afterEach(() => site.upstream.behave());

/** Crawlers get every page buffered. */
const get = (path: string, { app } = site) => request(app).get(path).set('User-Agent', 'Googlebot/2.1');
/** A site that has no answers yet which it could serve stale. */
async function freshSite(): Promise<TestSite> {
  const fresh = await startSite();
  onTestFinished(() => fresh.close());
  return fresh;
}
const callsOf = (kind: string) =>
  site.upstream.calls.map(({ address }) => address).filter((address) => address.split(/[?/]/, 1)[0] === kind);
const names = (html: string): string[] =>
  [
    ...(/<aside[^>]*aria-labelledby="others".*?<\/aside>/.exec(html)?.[0] ?? '').matchAll(/<h3[^>]*><a [^>]*>([^<]*)/g),
  ].map(([, name = '']) => name);

describe('the articles below another one', () => {
  it('are of its category, and come with the list of the newest', async () => {
    const { text, headers } = await get('/blogs/3');
    expect(names(text)).toEqual(['Blog number 13', 'Blog number 11', 'Blog number 9']);
    expect(callsOf('blogs').sort()).toEqual(['blogs', 'blogs/3']);
    expect(headers['cache-control']).toMatch(/^public/);
    expect((await get('/blogs/3')).headers['cache-status']).toContain('hit');
  });

  it('send the browser what they show, and nothing more', async () => {
    const { text } = await get('/blogs/3');
    const block: unknown = JSON.parse(/id="block-others">(.*?)<\/script>/.exec(text)?.[1] ?? '');
    expect(block).toMatchObject({ ok: true, data: [{ id: '13', href: '/blogs/13', name: 'Blog number 13' }, {}, {}] });
    expect(JSON.stringify(block)).not.toMatch(/summary|description|tags|category/);
  });

  it('are the newest where the category cannot be loaded: the page is cached all the same', async () => {
    const fresh = await freshSite();
    fresh.upstream.answer('blogs', (response, call) =>
      (call.url?.includes('category') ? failure(500) : data({ blogs }))(response, call),
    );
    const { text, headers } = await get('/blogs/4', fresh);
    expect(names(text)).toEqual(['Blog number 14', 'Blog number 12', 'Blog number 10']);
    expect(headers['cache-control']).toMatch(/^public/);
  });

  it('leave their place empty where there is no list', async () => {
    const fresh = await freshSite();
    fresh.upstream.answer('blogs', failure(500));
    fresh.upstream.answer('blogs/3', data({ blog: blogs.find(({ id }) => id === 3) }));
    const { text, status } = await get('/blogs/3', fresh);
    expect(status).toBe(200);
    expect(text).not.toContain('aria-labelledby="others"');
    expect(text).toContain('Text of blog 3.');
  });
});

describe('a long text', () => {
  const description = `${['One', 'Two', 'Three'].map((name) => `<h2>${name}</h2><p>${'word '.repeat(200)}</p>`).join('')}`;
  const blog = { ...blogs[0], description };

  it('has contents and a reading time, which are of its answer', async () => {
    site.upstream.answer('blogs/14', data({ blog }));
    const { body } = await get('/frontapi/en/blogs/14');
    expect(body.data.blog).toMatchObject({
      reading_minutes: 3,
      contents: [
        { id: 'text-one', name: 'One' },
        { id: 'text-two', name: 'Two' },
        { id: 'text-three', name: 'Three' },
      ],
    });
    const { text } = await get('/blogs/14');
    expect(text).toContain('<span>3 min read</span>');
    expect(text).toMatch(/<details><summary>On this page<\/summary>/);
    expect(text).toContain('<a href="#text-two">Two</a>');
    // Lists do not read the text of each item.
    expect((await get('/frontapi/en/blogs')).text).not.toMatch(/reading_minutes|contents/);
  });

  it('has none where there are fewer than three headings', async () => {
    site.upstream.answer('blogs/14', data({ blog: { ...blog, description: '<h2>One</h2><p>A</p><h2>Two</h2>' } }));
    const { text } = await get('/blogs/14');
    expect(text).toContain('<span>1 min read</span>');
    expect(text).not.toContain('On this page');
  });

  it('says so in Nepali', async () => {
    site.upstream.answer('ne/blogs/14', data({ blog }));
    expect((await get('/ne/blogs/14')).text).toContain('<span>३ मिनेटको पढाइ</span>');
  });
});

describe('a page is shared', () => {
  it.each(['/blogs/3', '/news/1', '/notice/1', '/album/1'])('%s, with its address and name', async (path) => {
    const { text } = await get(path);
    const url = encodeURIComponent(`https://www.himal.example${path}`);
    const links = [...text.matchAll(/<a href="([^"]+)" rel="noopener nofollow">([^<]+)/g)].map(
      ([, href = '', name]) => {
        expect(href).toContain(url);
        return `${name} ${href.split(/[:/]/, 1)[0]}`;
      },
    );
    expect(links).toEqual(['Facebook https', 'WhatsApp https', 'Viber viber', 'X https', 'E-mail mailto']);
  });

  it('with a name that needs escapes', async () => {
    site.upstream.answer('notice/1', data({ notice: { id: 1, name: 'Fees & "rates" #1' } }));
    expect((await get('/notice/1')).text).toContain(
      'href="mailto:?subject=Fees%20%26%20%22rates%22%20%231&amp;body=https%3A%2F%2Fwww.himal.example%2Fnotice%2F1"',
    );
  });
});

describe('a notice', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('has its dates among its facts, and how far the coming ones are', async () => {
    const dates = [
      { name: 'Book closure', date: inDays(-20) },
      { name: 'General meeting', date: inDays(12) },
      { name: 'Voting', date: inDays(1) },
    ];
    site.upstream.answer('notice/1', data({ notice: { id: 1, name: 'Meeting', dates } }));
    const { text } = await get('/notice/1');
    expect(text).toMatch(/<dt>Book closure<\/dt><dd><time [^>]*>[^<]*<\/time> <\/dd>/);
    expect(text).toMatch(/<dt>General meeting<\/dt><dd><time [^>]*>[^<]*<\/time> <small[^>]*>in 12 days<\/small>/);
    expect(text).toMatch(/<dt>Voting<\/dt><dd><time [^>]*>[^<]*<\/time> <small[^>]*>tomorrow<\/small>/);
  });

  it('in Nepali has the dates of the English edition in English, on its page and in lists', async () => {
    const notice = {
      id: 1,
      name: 'लाभांश',
      lang: 'ne',
      created_at: '2024-01-01',
      dates: [{ name: 'बुक क्लोज', date: '2024-01-03' }],
      category: { slug: 'meetings', name: 'Meetings' },
    };
    site.upstream.answer('notice', data({ notices: [notice] }));
    site.upstream.answer('notice/1', data({ notice }));
    for (const path of ['/notice', '/notice/1']) {
      const { text } = await get(path);
      expect(text).toContain('>January 1st 2024</time>');
      expect(text, path).not.toMatch(/<time[^>]*>[^<]*जनवरी/);
    }
    expect((await get('/notice/1')).text).toContain('>January 3rd 2024</time>');
  });
});

describe('an address without a page', () => {
  it.each([
    ['/notices', '<a href="/notice">Notices</a>'],
    ['/ne/notices', '<a href="/ne/notice">सूचनाहरू</a>'],
    ['/notice/999', '<a href="/notice">Notices</a>'],
  ])('%s is 404, and names the page that is probably meant', async (path, link) => {
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect(text).toContain(link);
    expect(text).toMatch(/"meant":\{"label":"[^"]+","href":"[^"]+"\}/);
    expect((await get(path)).text).toBe(text);
  });

  it('names none where nothing is like it, whatever was requested before', async () => {
    const texts = await Promise.all(
      ['/notices', '/nothing-like-it', '/blog'].map(async (path) => (await get(path)).text),
    );
    expect(texts.map((text) => /Did you mean <a href="([^"]+)/.exec(text)?.[1])).toEqual([
      '/notice',
      undefined,
      '/blogs',
    ]);
  });
});
