import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edition, editionPath } from '../../shared/edition.ts';
import en from '../../shared/messages/en.ts';
import type { Locale } from '../../shared/messages/index.ts';
import ne from '../../shared/messages/ne.ts';
import { pages } from '../../shared/routes.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* Every route of the example organisation's site in both editions. */

const ORIGIN = 'https://www.juneli.example';
const LOCALES = ['en', 'ne'] as const;

/** An address for each route with parameters: a translated item. */
const ADDRESSES: Record<string, string> = {
  '/category/:slug': '/category/general-meeting',
  '/blogs/:id': '/blogs/11',
  '/career/:id/show': '/career/3/show',
  '/services/:slug': '/services/demat',
  '/notice/:id': '/notice/14',
  '/page/:slug': '/page/privacy',
  '/album/:id': '/album/1',
  '/department/:id': '/department/1',
  '/news/:id': '/news/14',
};

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ CONTENT_DIR: 'content', SITE_URL: ORIGIN, LOCALES: 'en,ne' });
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').redirects(0);
const edition = (locale: Locale): Edition => ({ locale, locales: LOCALES });
const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const alternatesOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)" href="([^"]+)"\/>/g)].map(([, lang, href]) => [
      lang,
      href,
    ]),
  );

/** The English interface texts that are another text in Nepali. */
const englishTexts = new Set(
  Object.entries(en).flatMap(([key, text]) =>
    typeof text === 'string' && Reflect.get(ne, key) !== text ? [text.trim()] : [],
  ),
);
/** The texts of a page, outside of elements in English. */
function textsOf(html: string): string[] {
  const withoutData = html.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '');
  const withoutEnglish = withoutData.replace(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '');
  const attributes = [...withoutEnglish.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...withoutEnglish.replace(/<[^>]+>/g, '\n').split('\n'), ...attributes].map((text) =>
    text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim(),
  );
}

describe.each(pages.map((page) => [ADDRESSES[page.path] ?? page.path]))('%s', (address) => {
  it.each(LOCALES)('is complete in %s, and names the other edition', async (locale) => {
    const path = editionPath(address, edition(locale));
    const { status, headers, text } = await get(path);
    expect(status, path).toBe(200);
    expect(headers['content-language']).toBe(locale);
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(attribute(text, /<html lang="(\w+)"/)).toBe(locale);
    const alternates = alternatesOf(text);
    expect(Object.keys(alternates).sort()).toEqual(['en', 'ne', 'x-default']);
    expect(alternates['x-default']).toBe(alternates.en);
    expect(attribute(text, /<link rel="canonical" href="([^"]+)"/)).toBe(alternates[locale]);
    expect(attribute(text, /<meta property="og:locale" content="([^"]+)"/)).toBe(locale === 'en' ? 'en_US' : 'ne_NP');
    const other = locale === 'en' ? 'ne' : 'en';
    const target = new URL(alternates[other] ?? '').pathname;
    expect(alternatesOf((await get(target)).text)).toEqual(alternates);
    expect(text).toMatch(new RegExp(`<a [^>]*href="${target}" hrefLang="${other}" lang="${other}"`));
  });

  it('has no English interface text in Nepali', async () => {
    const { text } = await get(editionPath(address, edition('ne')));
    expect(textsOf(text).filter((part) => englishTexts.has(part))).toEqual([]);
  });
});

describe('an item without a translation', () => {
  const UNTRANSLATED = '/ne/blogs/13';

  it('is shown in its own language, marked, with the original as canonical', async () => {
    const { status, text } = await get(UNTRANSLATED);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1 lang="en">/);
    expect(alternatesOf(text)).toEqual({});
    expect(attribute(text, /<link rel="canonical" href="([^"]+)"/)).toBe(`${ORIGIN}/blogs/13`);
    expect(text).toContain(ne.notTranslated({ language: ne.inEnglish }));
  });

  it.each([
    ['/ne/blogs/13', '/blogs/13', 'en_US'],
    ['/page/nagarik-badapatra', '/ne/page/nagarik-badapatra', 'ne_NP'],
  ])('%s tells search engines and sharers of its original alone', async (path, original, openGraph) => {
    const { text } = await get(path);
    expect(attribute(text, /<meta property="og:url" content="([^"]+)"/)).toBe(ORIGIN + original);
    expect(attribute(text, /<meta property="og:locale" content="([^"]+)"/)).toBe(openGraph);
    const described = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].join();
    expect(described).toContain(`"${ORIGIN}${original}"`);
    expect(described).not.toContain(`"${ORIGIN}${path}"`);
  });

  it.each([
    ['/blogs/6', 'li', 'बचत'],
    ['/album/4', 'span', 'जनकपुर, धनुषा'],
    ['/album', 'span', 'जनकपुर, धनुषा'],
    ['/career', 'span', 'जनकपुरधाम, धनुषा'],
  ])('on %s has its tags and places in its own language', async (path, element, text) => {
    expect((await get(path)).text).toContain(`<${element} lang="ne">${text}</${element}>`);
  });

  it('is in lists and feeds, once', async () => {
    const lists = await Promise.all(LOCALES.map((locale) => get(`/frontapi/${locale}/blogs?per_page=50`)));
    const ids = lists.map(({ body }) => body.data.blogs.map(({ id }: { id: string }) => id));
    expect(ids[1]).toEqual(ids[0]);
    expect(new Set(ids[0]).size).toBe(ids[0].length);
    expect((await get('/ne/blogs?page=2')).text + (await get('/ne/blogs')).text).toContain(`>${ne.inEnglish}<`);
    const { text, headers } = await get('/ne/feed.xml');
    expect(headers['content-language']).toBe('ne');
    expect(text).toContain('xml:lang="ne"');
    const links = [...text.matchAll(/<link href="https:\/\/www\.juneli\.example(\/ne\/[^"]+)"\/>/g)].map(
      ([, link]) => link,
    );
    expect(links.length).toBeGreaterThan(10);
    expect(new Set(links).size).toBe(links.length);
  });
});

describe.each(LOCALES)('the home page in %s', (locale) => {
  it('shows the whole quotation of its communication', async () => {
    const { body } = await get(`/frontapi/${locale}/home`);
    const { description, description_text } = body.data.communications;
    expect(description).toBe(`<p>${description_text}</p>`);
  });
});

it.each(['/notice', '/ne/notice'])(
  '%s is in the language of its address, whatever the browser prefers',
  async (path) => {
    const { text, headers } = await get(path).set('Accept-Language', path === '/notice' ? 'ne' : 'en');
    expect(attribute(text, /<html lang="(\w+)"/)).toBe(path === '/notice' ? 'en' : 'ne');
    expect(headers.vary).not.toMatch(/language/i);
  },
);

describe('addresses', () => {
  it.each([
    ['/ne/', 308, '/ne'],
    ['/ne//news', 308, '/ne/news'],
    ['/en/news?page=2', 308, '/news?page=2'],
    ['/en', 308, '/'],
    // By redirects.yaml, which names pages of the default edition.
    ['/ne/board-of-directors', 301, '/ne/bod'],
    ['/board-of-directors', 301, '/bod'],
  ])('%s is redirected', async (address, status, location) => {
    const response = await get(address);
    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  it.each(['/ne/no-such-page', '/fr', '/fr/news'])('%s is 404', async (address) => {
    const { status, text } = await get(address);
    expect(status).toBe(404);
    expect(attribute(text, /<html lang="(\w+)"/)).toBe(address.startsWith('/ne') ? 'ne' : 'en');
  });

  it('are in the sitemap with those of the other edition', async () => {
    const { text } = await get('/sitemap.xml');
    const entries = text.split('<url>').slice(1);
    const linksOf = (address: string) => {
      const entry = entries.find((part) => part.includes(`<loc>${ORIGIN}${address}</loc>`)) ?? '';
      return [...entry.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)].map(([, lang, href]) => `${lang} ${href}`);
    };
    const both = [`en ${ORIGIN}/notice/14`, `ne ${ORIGIN}/ne/notice/14`, `x-default ${ORIGIN}/notice/14`];
    expect(linksOf('/notice/14')).toEqual(both);
    expect(linksOf('/ne/notice/14')).toEqual(both);
    expect(text).toContain(`<loc>${ORIGIN}/blogs/13</loc>`);
    expect(text).not.toContain(`<loc>${ORIGIN}/ne/blogs/13</loc>`);
  });
});

describe('with one edition', () => {
  let single: TestSite;
  beforeAll(async () => {
    single = await startSite({ CONTENT_DIR: 'content', SITE_URL: ORIGIN });
  });
  afterAll(() => single.close());

  it('nothing names another one', async () => {
    const { text, headers } = await request(single.app).get('/notice/14').set('User-Agent', 'Googlebot/2.1');
    expect(headers['content-language']).toBeUndefined();
    expect(text).not.toMatch(/hreflang|og:locale|translations/i);
    for (const address of ['/ne', '/ne/news', '/frontapi/ne/news', '/ne/feed.xml', '/en/news'])
      expect((await request(single.app).get(address)).status, address).toBe(404);
  });
});
