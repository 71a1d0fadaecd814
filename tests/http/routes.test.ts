import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pages } from '../../shared/routes.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* The whole route table on the example organisation: every screen is complete, with its head. */

/** For each route an address, its heading, the types of its schema.org descriptions, and words of its main content. */
const ROUTES: Record<string, { address?: string; name: string; types: string[]; words: string }> = {
  '/': { name: 'Juneli Investment', types: ['WebSite', 'Organization'], words: 'What you can hold us to' },
  '/introduction': { name: 'Introduction', types: ['WebPage'], words: 'From two rooms to Juneli Bhawan' },
  '/profile': { name: 'Company profile', types: ['WebPage'], words: 'Ten years in figures' },
  '/category/:slug': {
    address: '/category/dividend',
    name: 'Dividend',
    types: [],
    words: 'Register closed for the dividend',
  },
  '/contact': { name: 'Contact us', types: ['ContactPage'], words: 'Grievance officer Sunita Lama' },
  '/about': { name: 'About Juneli', types: ['AboutPage'], words: 'We are not a bank and not a broker.' },
  '/faq': { name: 'Frequently asked questions', types: ['FAQPage'], words: '24 questions' },
  '/blogs': { name: 'Blogs', types: [], words: '1 to 12 of 15 blogs' },
  '/blogs/:id': {
    address: '/blogs/1',
    name: 'What a share is, told by a turbine',
    types: ['BlogPosting', 'BreadcrumbList'],
    words: 'By Sarita Maharjan',
  },
  '/career': { name: 'Careers', types: [], words: '8 vacancies' },
  '/career/:id/show': {
    address: '/career/8/show',
    name: 'Relief clerks for all service centres',
    types: ['JobPosting', 'BreadcrumbList'],
    words: 'Apply by',
  },
  '/management': { name: 'Management', types: ['Organization'], words: 'Rajan Adhikari' },
  '/services/:slug': { address: '/services/demat', name: 'Demat accounts', types: ['Service'], words: 'Procedure' },
  '/services/:parent/:slug': {
    address: '/services/mutual-fund/bishwas-balanced',
    name: 'Bishwas Balanced Fund',
    types: ['Service', 'BreadcrumbList'],
    words: 'Matures Magh 2090',
  },
  '/data': { name: 'Values and rates', types: [], words: 'Margin loans, month by month' },
  '/data/:slug': {
    address: '/data/margin-rates',
    name: 'Margin loans, month by month',
    types: ['Dataset', 'BreadcrumbList'],
    words: 'Kartik 2083',
  },
  '/bod': { name: 'Board of directors', types: ['Organization'], words: 'Nirmala Shrestha' },
  '/report': { name: 'Reports', types: [], words: '2080/81 Annual report 2080/81' },
  '/downloads': { name: 'Forms and downloads', types: [], words: '18 items' },
  '/notice': { name: 'Notices', types: [], words: 'Pinned' },
  '/calendar': { name: 'Calendar', types: ['Event', 'Event'], words: 'Open house at Juneli Bhawan' },
  '/notice/:id': {
    address: '/notice/14',
    name: 'Seventeenth annual general meeting',
    types: ['Article', 'Event', 'BreadcrumbList'],
    words: 'Proxy form',
  },
  '/page/:slug': { address: '/page/privacy', name: 'Privacy', types: ['WebPage'], words: 'What you can ask for' },
  '/album': { name: 'Albums', types: [], words: '5 albums' },
  '/album/:id': {
    address: '/album/1',
    name: 'The opening in Birendranagar',
    types: ['ImageGallery', 'BreadcrumbList'],
    words: '63 people came on the first day',
  },
  '/companyInfo': { name: 'Company information', types: ['Organization'], words: 'Registration number 00066/065/066' },
  '/department': { name: 'Departments', types: [], words: '6 departments' },
  '/department/:id': {
    address: '/department/1',
    name: 'Portfolio management',
    types: ['Organization', 'BreadcrumbList'],
    words: 'Tenzing Sherpa, Head of portfolio management',
  },
  '/news': { name: 'News', types: [], words: '1 to 12 of 14 news' },
  '/news/:id': {
    address: '/news/14',
    name: 'A walk for six libraries',
    types: ['NewsArticle', 'BreadcrumbList'],
    words: 'By Anju Thapa Magar',
  },
  '/service-center': { name: 'Service centres', types: Array(12).fill('LocalBusiness'), words: 'Head office' },
  '/search': { name: 'Search', types: [], words: 'Sections of the site' },
};

/** The fields that search engines require of each type. */
const REQUIRED: Record<string, string[]> = {
  WebSite: ['name', 'url'],
  Organization: ['name', 'url', 'logo'],
  WebPage: ['name', 'url'],
  AboutPage: ['name', 'url'],
  ContactPage: ['name', 'mainEntity'],
  FAQPage: ['mainEntity'],
  BlogPosting: ['headline', 'datePublished', 'author', 'publisher', 'image', 'mainEntityOfPage'],
  NewsArticle: ['headline', 'datePublished', 'author', 'publisher', 'image', 'mainEntityOfPage'],
  BreadcrumbList: ['itemListElement'],
  JobPosting: [
    'title',
    'description',
    'datePosted',
    'validThrough',
    'hiringOrganization',
    'jobLocation',
    'employmentType',
  ],
  Dataset: ['name', 'description', 'url', 'creator', 'distribution'],
  Service: ['name', 'provider', 'description', 'url'],
  Article: ['headline', 'datePublished', 'author', 'mainEntityOfPage'],
  Event: ['name', 'startDate', 'url', 'location', 'organizer'],
  ImageGallery: ['name', 'url', 'image'],
  LocalBusiness: ['name', 'address', 'telephone', 'geo', 'image', '@id'],
};

const requiredOf = (type: string): string[] => {
  const fields = REQUIRED[type];
  if (!fields) throw new Error(`no required fields are listed for ${type}`);
  return fields;
};

/** Before the deadline of the vacancy in the table. */
const NOW = Date.parse('2026-12-01T00:00:00Z');
const AFTER_DEADLINE = Date.parse('2029-01-02T00:00:00Z');

const ORIGIN = 'https://www.juneli.example';
let site: TestSite;
beforeAll(async () => {
  vi.setSystemTime(NOW);
  site = await startSite({ CONTENT_DIR: 'content', SITE_URL: ORIGIN });
});
afterAll(async () => {
  vi.useRealTimers();
  await site.close();
});

it('has a row here for each route', () => {
  expect(Object.keys(ROUTES).sort()).toEqual(pages.map(({ path }) => path).sort());
});

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
const contentOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, content = '']) => unescaped(content));
const textOf = (html: string) =>
  unescaped(html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
const meta = (html: string, name: string) =>
  contentOf(html, new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"`, 'g'));

describe.each(pages.map((page) => ({ page, path: page.path })))('$path', ({ page, path }) => {
  const row = ROUTES[path];
  if (!row) throw new Error(`no row for ${path}`);
  const { address = path, name, types, words } = row;
  const get = () => request(site.app).get(address);
  // A crawler's page is buffered, however long its data takes, and answers every request after it.
  beforeAll(async () => {
    await get().set('User-Agent', 'Googlebot/2.1').expect(200);
  });

  it('is there, fit for a shared cache and unchanged for who has it', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const stale = `, stale-while-revalidate=${page.maxAge}, stale-if-error=86400`;
    expect(headers['cache-control']).toBe(
      `public, max-age=0, s-maxage=${page.maxAge}${page.mayBeStale === false ? '' : stale}`,
    );
    expect(headers['content-security-policy']).not.toMatch(/unsafe-|nonce-/);
    await get().set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('is complete without scripts: one heading, its landmarks, its words', async () => {
    const { text: html } = await get();
    const headings = contentOf(html, /<h1[^>]*>(.*?)<\/h1>/g);
    expect(headings).toEqual([name]);
    for (const landmark of ['header', 'main', 'footer']) {
      expect(html.match(new RegExp(`<${landmark}[ >]`, 'g'))?.length, landmark).toBeGreaterThanOrEqual(1);
    }
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    expect(html).toContain('aria-label="Main"');
    const [before = '', main = '', after = ''] = html.replace(/^[\s\S]*<body/, '').split(/<main[ >]|<\/main>/);
    expect(textOf(main)).toContain(words);
    // In the header or the footer the words would say nothing about the page.
    expect(textOf(before) + textOf(after)).not.toContain(words);
    expect(html).not.toContain('Loading...........');
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toContain('undefined');
  });

  it('tells search engines and sharers what it is', async () => {
    const { text: html } = await get();
    const [title = ''] = contentOf(html, /<title>(.*?)<\/title>/g);
    const [heading] = contentOf(html, /<h1[^>]*>(.*?)<\/h1>/g);
    expect(title).toBe(
      path === '/' ? 'Juneli Investment – Patient money, plainly explained' : `${heading} | Juneli Investment`,
    );
    expect(meta(html, 'description')[0]?.length).toBeGreaterThan(20);
    expect(contentOf(html, /<link rel="canonical" href="(.*?)"/g)).toEqual([ORIGIN + address]);
    expect(meta(html, 'og:url')).toEqual([ORIGIN + address]);
    expect(meta(html, 'og:title')).toEqual([path === '/' ? 'Juneli Investment' : heading]);
    expect(meta(html, 'og:site_name')).toEqual(['Juneli Investment']);
    expect(meta(html, 'og:type')[0]).toMatch(/^(website|article)$/);
    expect(meta(html, 'og:image')[0]).toMatch(/^https:\/\/www\.juneli\.example\/media\/.+\.(jpg|png)$/);
    expect(meta(html, 'twitter:card')).toEqual(['summary_large_image']);
    expect(meta(html, 'robots')).toEqual(page.indexed === false ? ['noindex'] : []);
  });

  it('describes itself in the terms of schema.org', async () => {
    const { text: html } = await get();
    const descriptions: Record<string, unknown>[] = [
      ...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ].map(([, json = '']) => JSON.parse(json));
    expect(descriptions.map((description) => description['@type'])).toEqual(types);
    for (const description of descriptions) {
      expect(description['@context']).toBe('https://schema.org');
      for (const field of requiredOf(String(description['@type']))) {
        expect(description[field], `${description['@type']}: ${field}`).toBeTruthy();
      }
      expect(JSON.stringify(description)).not.toMatch(/"(url|image|logo|item|contentUrl)":"\//);
    }
  });
});

it('keeps a vacancy out of search engines once its deadline is over', async () => {
  const { address = '' } = ROUTES['/career/:id/show'] ?? {};
  const robots = async () => {
    await site.gateway.purge();
    const { text: html } = await request(site.app).get(address).set('User-Agent', 'Googlebot/2.1').expect(200);
    expect(html).toContain('"validThrough"');
    return meta(html, 'robots');
  };
  expect(await robots()).toEqual([]);
  vi.setSystemTime(AFTER_DEADLINE);
  expect(await robots()).toEqual(['noindex']);
});
