import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../packages/messages/src/en.ts';
import type { Locale } from '../../packages/messages/src/index.ts';
import ne from '../../packages/messages/src/ne.ts';
import { type Edition, editionPath } from '../../packages/model/src/edition.ts';
import { pages } from '../../shared/routes.ts';
import { makeFolder, validFiles } from '../support/folder.ts';
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
  '/services/:parent/:slug': '/services/mutual-fund/bishwas-balanced',
  '/data/:slug': '/data/margin-rates',
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
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=[1-9]\d+(?:, |$)/);
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

  it.each([
    ['/album/4', 'ne', 'बोर्डमा कोरिएको रेखाचित्रको छेउमा उभिएका एक जना र सुनिरहेका सात जना'],
    ['/album', 'ne', 'बोर्डमा कोरिएको रेखाचित्रको छेउमा उभिएका एक जना र सुनिरहेका सात जना'],
    ['/ne/blogs/4', 'en', 'A bus on a winding mountain road'],
    ['/ne/blogs', 'en', 'A bus on a winding mountain road'],
  ])('on %s has its alternative texts in its own language', async (path, lang, alt) => {
    const { text } = await get(path);
    const images = [...text.matchAll(/<img [^>]*>/g)].map(([image]) => image).filter((image) => image.includes(alt));
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toContain(`alt="${alt}" lang="${lang}"`);
  });

  it('has the names of its days in its own language', async () => {
    expect((await get('/ne/notice/2')).text).toContain('<dt lang="en">Register of shareholders closes</dt>');
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

describe('a text in another language than the page', () => {
  const FILES = {
    ...validFiles,
    'site.yaml': `name: Folder Trust
menu: [{ label: Blogs, href: /blogs }, { label: Help, children: [{ label: गुनासो, href: /contact }, { label: '24/7', href: /faq }] }]
footer: [{ label: Terms, href: /page/terms }]
social: [{ name: Videos, href: https://video.example }]
`,
    'album/walk.md': `---
id: 1
name: Walk
event_date: 2026-11-14
place: Dhulikhel
files: [{ location: /media/hill.svg, alt: A hill, caption: Above the town }]
---
`,
    'album/walk.ne.md': '---\nname: पदयात्रा\n---\n',
    'notice/meeting.md': `---
id: 1
name: Meeting
created_at: 2026-11-14
dates: [{ name: Register closes, date: 2041-01-01 }]
---
`,
    'notice/meeting.ne.md': '---\nname: साधारण सभा\n---\n',
    'career/clerk.md': '---\nid: 1\nname: Clerk\ndeadline: 2041-01-01\n---\n',
    'album/jatra.md': '---\nid: 2\nname: जात्रा\nlang: mai\nplace: जनकपुर\n---\n',
  };
  let mixed: TestSite;
  const show = async (path: string) => {
    const { status, text } = await request(mixed.app).get(path).set('User-Agent', 'Googlebot/2.1');
    expect(status).toBe(200);
    return text;
  };
  beforeAll(async () => {
    const folder = await makeFolder(FILES);
    mixed = await startSite({ CONTENT_DIR: folder.dir, SITE_URL: ORIGIN, LOCALES: 'en,ne' });
    return folder.remove;
  });
  afterAll(() => mixed.close());

  it('says so in menu and footer, and no other label does', async () => {
    const [english, nepali] = await Promise.all([show('/faq'), show('/ne/faq')]);
    expect(english).toContain('<a href="/blogs">Blogs</a>');
    expect(english).toContain('<summary data-here="true">Help</summary>');
    expect(english).toContain('<a href="/contact" lang="ne">गुनासो</a>');
    expect(english).toContain('<a href="/faq" aria-current="page">24/7</a>');
    expect(english).toContain('<a href="/page/terms">Terms</a>');
    expect(nepali).toContain('<a href="/ne/blogs" lang="en">Blogs</a>');
    expect(nepali).toContain('<summary data-here="true" lang="en">Help</summary>');
    expect(nepali).toContain('<a href="/ne/contact">गुनासो</a>');
    expect(nepali).toContain('<a href="/ne/faq" aria-current="page">24/7</a>');
    expect(nepali).toContain('<a href="/ne/page/terms" lang="en">Terms</a>');
    expect(nepali).toContain('<a href="https://video.example/" lang="en">Videos</a>');
  });

  it('says so where a translation has it of its original', async () => {
    const [album, albums, notice, notices, home] = await Promise.all(
      ['/ne/album/1', '/ne/album', '/ne/notice/1', '/ne/notice', '/ne'].map(show),
    );
    expect(album).toContain('<h1 lang="ne">पदयात्रा</h1>');
    expect(album).toContain('<span lang="en">Dhulikhel</span>');
    expect(album).toContain('<figcaption lang="en">Above the town</figcaption>');
    expect(album).toContain('alt="A hill" lang="en"');
    // The name of the link: the words of the page, then the picture's.
    expect(album).toMatch(
      new RegExp(`data-scripted="true"><span class="visually-hidden">${ne.openPicture({ index: 1 })}: </span>`),
    );
    expect(albums).toContain('<span lang="en">Dhulikhel</span>');
    expect(albums).toContain('alt="A hill" lang="en"');
    expect(notice).toContain('<dt lang="en">Register closes</dt>');
    expect(notices).toContain('<span lang="en">Register closes</span>');
    expect(home).toMatch(/<a href="\/ne\/notice\/1" lang="en">Register closes<\/a>/);
    expect(home).toContain(`${ne.lastDayToApply}: <span lang="en">Clerk</span></a>`);
  });

  it('has the language of its item, if that is neither of the two', async () => {
    expect(await show('/ne/album/2')).toContain('<span lang="mai">जनकपुर</span>');
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
