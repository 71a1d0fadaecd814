import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ne from '../../packages/messages/src/ne.ts';
import { notices, serviceCenters, site as siteContent } from '../support/content.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure, hold } from '../support/upstream.ts';

/* Content management systems with other habits about editions. The test upstream has no Nepali edition unless a test gives it one. */

let site: TestSite;
beforeEach(async () => {
  site = await startSite({ LOCALES: 'en,ne', UPSTREAM_TIMEOUT: '3000' });
});
afterEach(() => site.close());

const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').redirects(0);
const canonicalOf = (html: string) =>
  /<link rel="canonical" href="https:\/\/www\.himal\.example([^"]*)"/.exec(html)?.[1];
const alternatesOf = (html: string) =>
  [...html.matchAll(/hrefLang="(\w+)" href="https:\/\/www\.himal\.example([^"]*)"/g)].map(
    ([, lang, path]) => `${lang} ${path}`,
  );

const [first] = notices;
const NEPALI = { ...first, id: 2, name: 'लाभांश वितरण', summary: undefined, description: '<p>पाठ</p>' };

describe('an upstream without a Nepali edition', () => {
  it('has its English items in the Nepali frame, marked', async () => {
    const list = await get('/ne/notice');
    expect(list.status).toBe(200);
    expect(list.text).toContain('<html lang="ne">');
    expect(list.text).toContain(`>${ne.inEnglish}<`);
    expect(list.text).toContain('href="/ne/notice/2"');
    const item = await get('/ne/notice/2');
    expect(item.status).toBe(200);
    expect(canonicalOf(item.text)).toBe('/notice/2');
    expect(item.text).toContain(ne.notTranslated({ language: ne.inEnglish }));
  });

  it('is asked for it once while the answer is fresh', async () => {
    await get('/ne/notice');
    const before = site.upstream.calls.length;
    await get('/ne/notice');
    await get('/frontapi/ne/notice');
    expect(site.upstream.calls.length).toBe(before);
  });

  it.each([
    'downloads?sort=-name',
    'downloads?sort=date&category=forms',
    'service-center?near=Kaski&per_page=1',
    'blogs?page=2&search=blog',
  ])('has the list %s as in English', async (address) => {
    // The nearest one comes last.
    site.upstream.answer('service-center', data({ service_centers: serviceCenters.toReversed() }));
    const listed = async (locale: string) => {
      const { body } = await get(`/frontapi/${locale}/${address}`).expect(200);
      return Object.values<{ id?: string }[]>(body.data)[0]?.map(({ id }) => id);
    };
    const english = await listed('en');
    expect(english?.length).toBeGreaterThan(0);
    expect(await listed('ne')).toEqual(english);
  });

  it('has the suggestions of the English search', async () => {
    const searching = await startSite({ LOCALES: 'en,ne', SEARCH: 'upstream' });
    const pagination = { current_page: 1, last_page: 1, per_page: 12, total: 0 };
    searching.upstream.answer('search?q=loan&suggest=1', data({ results: [], pagination }));
    await request(searching.app).get('/frontapi/ne/search?q=loan&suggest=1').expect(200);
    await searching.close();
  });

  it('is no reason for a 404 while English fails', async () => {
    site.upstream.answer('notice/2', failure(500));
    expect((await get('/ne/notice/2')).status).toBe(503);
    site.upstream.behave();
    expect((await get('/ne/notice/2')).status).toBe(200);
  });

  it('has no item that English lacks', async () => {
    expect((await get('/ne/notice/999')).status).toBe(404);
    expect((await get('/frontapi/ne/notice/999')).status).toBe(404);
  });
});

describe('an upstream whose Nepali edition is partly translated', () => {
  it('has alternates for the items of both', async () => {
    site.upstream.answer('ne/notice/2', data({ notice: NEPALI }));
    const [english, nepali] = await Promise.all([get('/notice/2'), get('/ne/notice/2')]);
    expect(nepali.text).toContain('लाभांश वितरण');
    expect(canonicalOf(nepali.text)).toBe('/ne/notice/2');
    expect(alternatesOf(english.text)).toContain('ne /ne/notice/2');
    expect(alternatesOf(nepali.text)).toEqual(alternatesOf(english.text));
    const untranslated = await get('/ne/notice/1');
    expect(canonicalOf(untranslated.text)).toBe('/notice/1');
    expect(alternatesOf((await get('/notice/1')).text)).not.toContain('ne /ne/notice/1');
  });

  it('has no page of a list that its own list lacks', async () => {
    site.upstream.answer('ne/notice', data({ notices: [NEPALI] }));
    expect((await get('/ne/notice')).text).toContain('लाभांश वितरण');
    expect((await get('/ne/notice?page=2')).status).toBe(404);
  });

  it('has alternates for texts with addresses of their own', async () => {
    site.upstream.answer('ne/about', data({ page: { id: 3, slug: 'about', name: 'हाम्रो बारेमा' } }));
    expect(alternatesOf((await get('/about')).text)).toContain('ne /ne/about');
    expect(alternatesOf((await get('/ne/about')).text)).toContain('en /about');
  });

  it('may give translations ids of their own', async () => {
    const translations = { en: '2', ne: '902' };
    site.upstream.answer('notice/2', data({ notice: { ...first, id: 2, translations } }));
    site.upstream.answer('ne/notice/902', data({ notice: { ...NEPALI, id: 902, translations } }));
    const english = await get('/notice/2');
    expect(alternatesOf(english.text)).toContain('ne /ne/notice/902');
    expect(english.text).toContain('href="/ne/notice/902"');
    const nepali = await get('/ne/notice/902');
    expect(canonicalOf(nepali.text)).toBe('/ne/notice/902');
    expect(alternatesOf(nepali.text)).toContain('en /notice/2');
  });
});

describe('an upstream whose Nepali edition is slow or fails', () => {
  it.each([
    ['slow', hold(data({ notice: NEPALI })).behaviour],
    ['failing', failure(500)],
  ])('has the English item while it is %s, and no cache stores it for long', async (_, behaviour) => {
    site.upstream.answer('ne/notice/2', behaviour);
    const { status, text, headers } = await get('/ne/notice/2');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<html lang="ne">');
    expect((await get('/frontapi/ne/notice/2')).headers['cache-control']).toBe('no-store');
    site.upstream.answer('ne/notice/2', data({ notice: NEPALI }));
    await site.gateway.purge();
    expect((await get('/ne/notice/2')).text).toContain('लाभांश वितरण');
  });

  it('has a feed of the English items while its list fails, which no cache stores', async () => {
    site.upstream.answer('ne/news', failure(500));
    const { headers, text } = await get('/ne/news/feed.xml').expect(200);
    expect(text).toContain('<entry>');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has dates and rows of the English items in files that no cache stores, while its calls fail', async () => {
    for (const call of ['ne/notice', 'ne/dataset/values']) site.upstream.answer(call, failure(500));
    for (const path of ['/ne/calendar.ics', '/ne/data/values/table.csv'])
      expect((await get(path).expect(200)).headers['cache-control'], path).toBe('no-store');
    for (const path of ['/calendar.ics', '/data/values/table.csv'])
      expect((await get(path).expect(200)).headers['cache-control'], path).toContain('max-age');
  });

  it('is asked once for the addresses of an English page', async () => {
    site.upstream.answer('ne/notice/2', failure(500));
    expect((await get('/notice/2')).status).toBe(200);
    expect(site.upstream.calls.filter(({ address }) => address === 'ne/notice/2')).toHaveLength(1);
    expect(site.log.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it('does not hold the English page back', async () => {
    const patient = await startSite({ LOCALES: 'en,ne', UPSTREAM_TIMEOUT: '600000' });
    // Answered only after the English page.
    const twin = hold(data({ notice: NEPALI }));
    patient.upstream.answer('ne/notice/2', twin.behaviour);
    const { status, text } = await request(patient.app).get('/notice/2').set('User-Agent', 'Googlebot/2.1');
    expect(status).toBe(200);
    expect(alternatesOf(text)).toEqual([]);
    twin.release();
    await patient.close();
  });
});

describe('the dates of an edition', () => {
  it('are in Bikram Sambat first in Nepali, and beside the Gregorian ones in English if the site asks for both', async () => {
    site.upstream.answer('ne/notice/2', data({ notice: { ...NEPALI, created_at: '2024-01-01' } }));
    expect((await get('/ne/notice/2')).text).toContain('>२०८० पुस १६ (२०२४ जनवरी १)</time>');
    // An item that the edition does not have stays in its language, with dates in that of the page.
    expect((await get('/ne/notice/1')).text).toContain('>२०८० पुस १६ (२०२४ जनवरी १)</time>');
    expect((await get('/notice/1')).text).toContain('>January 1st 2024</time>');
    site.upstream.answer('site', data({ site: { ...siteContent, calendar: 'both' } }));
    await site.gateway.purge();
    await get('/notice');
    expect((await get('/notice/1')).text).toContain('>January 1st 2024 (Poush 16, 2080 BS)</time>');
  });

  it('cost no second call of the site, which says in which calendars they are', async () => {
    site.upstream.answer('site', data({ site: { ...siteContent, calendar: 'both' } }));
    for (const path of ['/notice', '/faq', '/notice/1']) await get(path).expect(200);
    expect(site.upstream.calls.filter(({ address }) => address === 'site')).toHaveLength(1);
  });

  it("are the upstream's own where it has them", async () => {
    site.upstream.answer(
      'ne/notice/2',
      data({ notice: { ...NEPALI, created_at: '2024-01-01', created_at_bs: 'पुस १६' } }),
    );
    expect((await get('/ne/notice/2')).text).toContain('>पुस १६ (२०२४ जनवरी १)</time>');
  });
});

it('screens that one edition does without are those of this edition alone', async () => {
  const screens = [{ screen: 'news', off: true }];
  site.upstream.answer('ne/site', data({ site: { ...siteContent, screens } }));
  for (const path of ['/', '/ne', '/', '/ne']) await get(path).expect(200);
  await get('/news/2').expect(200);
  await get('/frontapi/en/news').expect(200);
  await get('/ne/news').expect(404);
  await get('/frontapi/ne/news').expect(404);
  const calls = site.upstream.calls.filter(({ address }) => address === 'home');
  // Once more after the edition's site has said so for the first time.
  expect(calls.length).toBeLessThanOrEqual(2);
});

it('one edition makes the calls that it made without editions, and its pages are hits', async () => {
  const single = await startSite();
  const paths = ['/notice/2', '/notice', '/notice/2', '/notice'];
  const statuses: (string | undefined)[] = [];
  for (const path of paths) {
    const { headers } = await request(single.app).get(path).set('User-Agent', 'Googlebot/2.1');
    statuses.push(headers['cache-status']);
  }
  expect(single.upstream.calls.map(({ address }) => address).sort()).toEqual(['notice', 'notice/2', 'site']);
  // The page of the notice has read the list.
  expect(statuses.map((status) => status?.includes('; hit'))).toEqual([false, true, true, true]);
  await single.close();
});

describe('a purge', () => {
  it.each([{ entity: 'notice' }, { path: '/notice/2' }, { path: '/ne/notice/2' }])(
    '%j concerns all editions',
    async (what) => {
      site.upstream.answer('ne/notice/2', data({ notice: NEPALI }));
      await Promise.all([get('/notice/2'), get('/ne/notice/2')]);
      site.upstream.answer('ne/notice/2', data({ notice: { ...NEPALI, name: 'नयाँ नाम' } }));
      await site.gateway.purge(what);
      expect((await get('/ne/notice/2')).text).toContain('नयाँ नाम');
    },
  );
});
