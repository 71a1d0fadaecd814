import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* Lists that one can take in: filters, chips, orders, tables of documents, what is new and what comes. */

const ORIGIN = 'https://www.juneli.example';
let site: TestSite;
beforeAll(async () => {
  site = await startSite({ CONTENT_DIR: 'content', SITE_URL: ORIGIN, LOCALES: 'en,ne' });
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const page = async (path: string): Promise<string> => {
  const { status, text } = await get(path);
  expect(status, path).toBe(200);
  return text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
};
const matches = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text);
const canonical = (html: string) => matches(html, /<link rel="canonical" href="([^"]+)"/g)[0];

describe('the search and the filters of a list', () => {
  const chips = (html: string) => matches(html, /<a href="([^"]+)" aria-label="Remove filter/g);

  it('are each taken off by a link of its own, which leaves the others', async () => {
    const html = await page('/report?search=accounts&category=quarterly&fiscal_year=2081%2F82');
    expect(chips(html)).toEqual([
      '/report?category=quarterly&fiscal_year=2081%2F82',
      '/report?search=accounts&fiscal_year=2081%2F82',
      '/report?search=accounts&category=quarterly',
    ]);
    expect(html).toContain('aria-label="Remove filter: Search “accounts”"');
    expect(html).toContain('aria-label="Remove filter: Category Quarterly reports"');
    expect(html).toContain('aria-label="Remove filter: Fiscal year 2081/82"');
    expect(html).toContain('<a href="/report">Show all</a>');
  });

  it('alone needs no link to the whole list', async () => {
    const html = await page('/report?category=annual');
    expect(chips(html)).toEqual(['/report']);
    expect(html).not.toContain('Show all');
    expect(chips(await page('/report'))).toEqual([]);
  });

  it('have the digits of the edition', async () => {
    expect(await page('/ne/report?fiscal_year=2081%2F82')).toContain('aria-label="फिल्टर हटाउनुहोस्: आर्थिक वर्ष २०८१/८२"');
  });

  it('are links with counts beside rows too, the current one marked', async () => {
    const html = await page('/notice?category=dividend&search=dividend');
    expect(html).toContain('<a href="/notice?search=dividend">All</a>');
    expect(html).toContain('<a href="/notice?search=dividend&category=dividend" aria-current="true">Dividend (4)</a>');
    expect(html).toMatch(/<a href="\/notice\?search=dividend&category=general-meeting">General meeting \(\d\)<\/a>/);
    expect(await page('/notice?page=2')).toContain('<a href="/notice" aria-current="true">All</a>');
  });

  it.each(['/notice?category=', '/report?fiscal_year=', '/downloads?category='])(
    'with a value that the list does not have (%s) are not for search engines',
    async (address) => {
      expect(await page(`${address}call-0900-now`)).toContain('<meta name="robots" content="noindex"/>');
    },
  );

  it('with values that the list has are for search engines', async () => {
    for (const address of ['/notice?category=dividend', '/report?category=quarterly&fiscal_year=2081%2F82']) {
      expect(await page(address)).not.toContain('noindex');
    }
  });

  it('that match nothing leave the way to the other values', async () => {
    const html = await page('/notice?search=nothing-like-it');
    expect(html).toMatch(/<a href="\/notice\?search=nothing-like-it&category=dividend">Dividend \(4\)<\/a>/);
    expect(html).toContain('No notices match this.');
  });
});

describe('downloads', () => {
  const names = (html: string) =>
    matches(html, /<strong[^>]*>([^<]+)<\/strong>/g).filter((name) => /^[A-Z]/.test(name));
  const headings = (html: string) => matches(html, /<th (scope="col"[^>]*><a href="[^"]+)"/g);

  it('are in the order of a column, and their headings lead to the orders', async () => {
    const html = await page('/downloads');
    expect(headings(html).map((text) => text.replace(/ class="[^"]+"/, ''))).toEqual([
      'scope="col"><a href="/downloads?sort=category',
      'scope="col"><a href="/downloads?sort=name',
      'scope="col"><a href="/downloads?sort=date',
    ]);
    const sorted = await page('/downloads?sort=name');
    expect(names(sorted)).toEqual([...names(html)].sort((a, b) => a.localeCompare(b)));
    expect(names(await page('/downloads?sort=-name'))).toEqual(names(sorted).reverse());
    expect(sorted).toMatch(
      /<th scope="col" aria-sort="ascending"[^>]*><a href="\/downloads\?sort=-name" title="Sort by Name">/,
    );
    expect(await page('/downloads?sort=-name')).toMatch(/aria-sort="descending"[^>]*><a href="\/downloads\?sort=name"/);
  });

  it('in the order of their names begin with those in the letters of the edition', async () => {
    const firstName = async (path: string) => matches(await page(path), /<strong[^>]*>([^<]+)<\/strong>/g)[0];
    expect(await firstName('/downloads?sort=name')).toMatch(/^[A-Z]/);
    expect(await firstName('/ne/downloads?sort=name')).toMatch(/^[\u0900-\u097f]/);
  });

  it('in another order have the address of the list in search engines', async () => {
    const html = await page('/downloads?sort=-date&category=policies');
    expect(canonical(html)).toBe(`${ORIGIN}/downloads?category=policies`);
    expect(html).not.toContain('noindex');
    expect(canonical(await page('/downloads?sort=name'))).toBe(`${ORIGIN}/downloads`);
  });

  it('stay in that order when they are searched and filtered', async () => {
    const html = await page('/downloads?sort=-name&category=policies');
    expect(html).toContain('<input type="hidden" name="sort" value="-name"/>');
    expect(matches(html, /<a href="([^"]+)" aria-label="Remove filter/g)).toEqual(['/downloads?sort=-name']);
    expect(html).toMatch(/<a href="\/downloads\?category=shareholders&sort=-name">Shareholders \(4\)<\/a>/);
    expect(await page('/downloads')).not.toContain('name="sort"');
  });

  it('have no other order: a calm 400, on the page and in the API', async () => {
    const { status, text } = await get('/downloads?sort=size');
    expect(status).toBe(400);
    expect(text).toContain('Sorry error occured!!!');
    const api = await request(site.app).get('/frontapi/en/downloads?sort=size');
    expect(api.status).toBe(400);
    expect(api.body).toEqual({
      error: true,
      message: expect.stringContaining('sort: expected one of name, date, category'),
    });
    expect((await request(site.app).get('/frontapi/en/faq?sort=size')).status).toBe(200);
    expect(canonical(await page('/notice?sort=size'))).toBe(`${ORIGIN}/notice`);
  });

  it('of an upstream that pages come in its own order; it gets the parameter', async () => {
    const upstream = await startSite();
    const item = (id: number, name: string) => ({ id, name });
    const pagination = { current_page: 1, last_page: 2, per_page: 2, total: 3 };
    upstream.upstream.answer('downloads', data({ downloads: [item(1, 'B'), item(2, 'A')], pagination }));
    const { body } = await request(upstream.app).get('/frontapi/en/downloads?sort=name&per_page=2');
    expect(body.data.downloads.map(({ name }: { name: string }) => name)).toEqual(['B', 'A']);
    expect(upstream.upstream.calls.map(({ address }) => address)).toContain('downloads?per_page=2&sort=name');
    await upstream.close();
  });
});

describe('reports', () => {
  it('of quarters are a table of fiscal years by quarters, each cell a named document', async () => {
    const html = await page('/report');
    const table = html.slice(html.indexOf('id="category-quarterly"'), html.indexOf('id="category-mutual-fund"'));
    expect(matches(table, /<th scope="col">([^<]+)</g)).toEqual([
      'Fiscal year',
      'Quarter 1',
      'Quarter 2',
      'Quarter 3',
      'Quarter 4',
    ]);
    expect(matches(table, /<th scope="row">([^<]+)</g)).toEqual(['2083/84', '2082/83', '2081/82']);
    expect(matches(table, /<tr><th scope="row">2083\/84<\/th>(.*?)<\/tr>/g)[0]?.match(/<td>/g)).toHaveLength(4);
    expect(table).toMatch(/>Third quarter 2081\/82<\/span> PDF, \d+\u00a0kB<\/a>/);
  });

  it('begin with the newest of a quarter and of a year in full, and have links to the tables', async () => {
    const html = await page('/report');
    expect(html).toMatch(
      /<h2 lang="en">First quarter 2083\/84<\/h2><p.*?>Newest<\/strong>.*?<h2 lang="en">Annual report 2082\/83<\/h2><p.*?>Newest<\/strong>.*?<p lang="en">Report of the board/,
    );
    expect(matches(html, /<a href="#(category-[\w-]+)">/g)).toEqual([
      'category-annual',
      'category-quarterly',
      'category-mutual-fund',
    ]);
    for (const id of ['category-annual', 'category-quarterly', 'category-mutual-fund'])
      expect(html).toContain(`id="${id}"`);
  });

  it('that a search found are rows with the words that matched', async () => {
    const html = await page('/report?search=9%2C312');
    expect(html).toContain('In this half-year 9,312 demat accounts were opened with us.');
    expect(html).not.toContain('>Newest<');
    expect(html).not.toContain('href="#category');
  });

  it('name their years in the digits and both calendars of the edition', async () => {
    expect(await page('/ne/report')).toContain('<th scope="row">२०८१/८२ (2024/25)</th>');
  });
});

describe('a notice', () => {
  it('says what is new, what closes and what comes', async () => {
    const own = await startSite();
    const notice = (id: number, fields: object) => ({ id, name: `Notice ${id}`, created_at: '2024-01-01', ...fields });
    const dates = [
      { name: 'Book closure', date: inDays(-2) },
      { name: 'Dividend', date: inDays(40) },
      { name: 'General meeting', date: inDays(26) },
    ];
    own.upstream.answer(
      'notice',
      data({
        notices: [
          notice(1, { published_at: inDays(-3), expires_at: inDays(12) }),
          notice(2, { dates, expires_at: inDays(90) }),
          notice(3, { dates: [{ name: 'Closing', date: inDays(0) }] }),
        ],
      }),
    );
    const { text } = await request(own.app).get('/notice').set('User-Agent', 'Googlebot/2.1');
    const row = (id: number) =>
      new RegExp(`<article[^>]*>((?!</article>).)*/notice/${id}".*?</article>`)
        .exec(text)?.[0]
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ');
    expect(row(1)).toMatch(/^ Notice 1 New /);
    expect(row(1)).toMatch(/Closes in 12 days, \w+ \d+\w\w \d{4}/);
    expect(row(2)).not.toContain('New');
    expect(row(2)).not.toContain('Closes');
    expect(row(2)).toMatch(/General meeting in 26 days, \w+ \d+\w\w \d{4}/);
    expect(row(2)).not.toContain('Book closure');
    expect(row(3)).toMatch(/Closing today, /);
    await own.close();
  });
});
