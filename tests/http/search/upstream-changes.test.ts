// @module-tag repeated

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contact } from '../../support/content.ts';
import { startTestSearch, type TestSearch, type TestSearchParts } from '../../support/search.ts';
import { data, failure, hold, reset, startUpstream, type TestUpstream, withHeaders } from '../../support/upstream.ts';

/* The search follows an upstream. */

/** Lists without which a test takes less time. `upstream.behave()` brings them back. */
const OTHERS = ['blogs', 'news', 'album', 'career', 'department', 'downloads', 'report', 'services'];

let upstream: TestUpstream;
let search: TestSearch;
beforeEach(async () => {
  upstream = await startUpstream();
  for (const name of OTHERS) upstream.answer(name, failure(404));
});
afterEach(async () => {
  await search.close();
  await upstream.close();
});

const start = async (environment: Record<string, string> = {}, parts: TestSearchParts = {}) => {
  search = await startTestSearch({ FRONTAPI_URL: upstream.url, ...environment }, parts);
};
const both = { LOCALES: 'en,ne' };
/** Intervals that a test can wait for. */
const SOON = { refreshMs: 200, retryMs: 200 };
const eventually = (query: string, parameters?: Record<string, string>) =>
  expect.poll(() => search.found(query, parameters));
const notice = (id: number, name: string, parts: object = {}) => ({ id, name, created_at: '2024-01-01', ...parts });
/** Answers the list of notices, and the call of each, from these. */
function publish(items: { id: number; name: string }[], prefix = '') {
  upstream.answer(`${prefix}notice`, data({ notices: items }));
  for (const item of items) upstream.answer(`${prefix}notice/${item.id}`, data({ notice: item }));
}
/** Answers the list of notices as an upstream that pages does, with summaries alone. */
function publishPaged(all: { id: number; name: string }[]) {
  upstream.answer('notice', (response, request) => {
    const query = new URL(request.url ?? '', upstream.origin).searchParams;
    const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 12)];
    const answer = {
      notices: all.slice((page - 1) * perPage, page * perPage),
      pagination: {
        current_page: page,
        last_page: Math.ceil(all.length / perPage),
        per_page: perPage,
        total: all.length,
      },
    };
    return data(answer)(response, request);
  });
  for (const item of all) upstream.answer(`notice/${item.id}`, data({ notice: item }));
}
const warnings = () => search.log.filter(({ level }) => level >= 40);
const callsOf = (address: string) => upstream.calls.filter((call) => call.address.split('?')[0] === address).length;

describe('the content of an upstream', () => {
  it('is found: lists, their items, entries of pages, single answers and text pages', async () => {
    upstream.behave();
    await start();
    expect(await search.found('register closed')).toContain('notice/2');
    expect((await search.search('"Blog number 9"')).results[0]).toMatchObject({ kind: 'blogs', href: '/blogs/9' });
    expect(await search.found('blue ink')).toContain('services/1');
    expect((await search.search('what is a share')).results[0]).toMatchObject({ kind: 'faq', href: '/faq#question-1' });
    expect((await search.search('lakeside')).results[0]).toMatchObject({
      kind: 'service-center',
      href: '/service-center#center-1',
    });
    expect(await search.found('grievance officer')).toContain('page/contact');
    expect(await search.found('profile')).toContain('page/3');
    expect((await search.search('zebra')).is_partial).toBeUndefined();
  });

  it('is neither to be published later nor over', async () => {
    await start();
    expect(await search.found('yet')).toEqual([]);
    expect(await search.found('tender')).toEqual([]);
  });

  it('is read page by page', async () => {
    publishPaged(Array.from({ length: 120 }, (_, index) => notice(index + 1, `Zebra ${index + 1}`)));
    await start();
    expect((await search.search('zebra')).pagination.total).toBe(120);
    expect(upstream.calls.filter(({ address }) => address.startsWith('notice?')).map(({ address }) => address)).toEqual(
      ['notice?per_page=50', 'notice?page=2&per_page=50', 'notice?page=3&per_page=50'],
    );
  });

  it('without paging is read as a whole', async () => {
    publish(Array.from({ length: 120 }, (_, index) => notice(index + 1, `Zebra ${index + 1}`)));
    await start();
    expect((await search.search('zebra')).pagination.total).toBe(120);
  });

  it('of a list that repeats itself for ever ends', async () => {
    const pagination = { current_page: 1, last_page: 1_000_000, per_page: 50, total: 50_000_000 };
    upstream.answer('notice', data({ notices: [notice(1, 'Zebra')], pagination }));
    upstream.answer('notice/1', data({ notice: notice(1, 'Zebra') }));
    await start();
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(callsOf('notice')).toBeLessThan(4);
  });

  it('whose item calls are 404 is found by what the list says', async () => {
    publish([notice(1, 'Zebra', { summary: 'Stripes' })]);
    upstream.answer('notice/1', failure(404));
    await start();
    expect(await search.found('stripes')).toEqual(['notice/1']);
    expect(search.service.status.isComplete).toBe(true);
  });

  it('that has no list of a kind is complete without it', async () => {
    upstream.answer('notice', failure(404));
    await start();
    expect(search.service.status.isComplete).toBe(true);
    expect(warnings()).toEqual([]);
    expect(await search.found('meeting', { kind: 'notice' })).toEqual([]);
  });

  it('is not called for what it has not changed', async () => {
    await start();
    const before = callsOf('notice/2');
    await search.purge({ path: '/notice/1' });
    expect(callsOf('notice/2')).toBe(before);
  });
});

describe.each([{ all: true as const }, { entity: 'notice' }, { path: '/notice/1' }])('a purge of %j', (what) => {
  it('has the new text of an item', async () => {
    publish([notice(1, 'Tiger', { description: '<p>zebra</p>' })]);
    await start();
    expect(await search.found('zebra')).toEqual(['notice/1']);
    publish([notice(1, 'Tiger', { description: '<p>giraffe</p>' })]);
    await search.purge(what);
    expect(await search.found('giraffe')).toEqual(['notice/1']);
    expect(await search.found('zebra')).toEqual([]);
  });

  it('has the new text of an item whose list says nothing new', async () => {
    upstream.answer('notice', data({ notices: [notice(1, 'Tiger')] }));
    upstream.answer('notice/1', data({ notice: notice(1, 'Tiger', { description: '<p>zebra</p>' }) }));
    await start();
    upstream.answer('notice/1', data({ notice: notice(1, 'Tiger', { description: '<p>giraffe</p>' }) }));
    await search.purge(what);
    expect(await search.found('giraffe')).toEqual(['notice/1']);
    expect(await search.found('zebra')).toEqual([]);
  });

  it('has removed an item that the list lacks, when it is answered', async () => {
    publish([notice(1, 'Zebra'), notice(2, 'Lion')]);
    await start();
    publish([notice(2, 'Lion')]);
    upstream.answer('notice/1', failure(404));
    await search.purgeNow(what);
    expect(await search.found('zebra')).toEqual([]);
    expect(await search.found('lion')).toEqual(['notice/2']);
  });

  it('has a new item', async () => {
    publish([notice(2, 'Lion')]);
    await start();
    publish([notice(1, 'Zebra'), notice(2, 'Lion')]);
    await search.purge(what);
    expect(await search.found('zebra')).toEqual(['notice/1']);
  });
});

describe('a purge', () => {
  it('of another kind changes nothing', async () => {
    publish([notice(1, 'Zebra')]);
    await start();
    publish([notice(1, 'Lion')]);
    await search.purge({ entity: 'blogs' });
    expect(await search.found('zebra')).toEqual(['notice/1']);
  });

  it('of a single answer has the new one', async () => {
    await start();
    upstream.answer('contact', data({ contact: { ...contact, address: 'Zebra Road' } }));
    await search.purge({ path: '/contact' });
    expect(await search.found('zebra')).toEqual(['page/contact']);
    expect(await search.found('lazimpat')).not.toContain('page/contact');
  });

  it('of a text page has the new one, and none that is gone', async () => {
    await start();
    upstream.answer(
      'profile',
      data({ page: { id: 3, slug: 'profile', name: 'Profile', description: '<p>zebra</p>' } }),
    );
    await search.purge({ entity: 'profile' });
    expect(await search.found('zebra')).toContain('page/3');
    upstream.answer('profile', failure(404));
    upstream.answer('page', data({ pages: [] }));
    await search.purge({ all: true });
    expect(await search.found('zebra')).toEqual([]);
  });

  it('of nothing that there is does no harm', async () => {
    await start();
    const { documents } = search.service.status;
    await search.purge({ entity: 'nothing' });
    await search.purge({ path: '/' });
    await search.purge({ path: '/__proto__/constructor' });
    expect(search.service.status.documents).toBe(documents);
    expect(warnings()).toEqual([]);
  });

  it('of a slow upstream is answered all the same, and followed later', async () => {
    publish([notice(1, 'Zebra')]);
    await start();
    const held = hold(data({ notices: [notice(2, 'Lion')] }));
    upstream.answer('notice', held.behaviour);
    upstream.answer('notice/2', data({ notice: notice(2, 'Lion') }));
    await search.purgeNow({ entity: 'notice' });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    held.release();
    await eventually('lion').toEqual(['notice/2']);
    await eventually('zebra').toEqual([]);
  });

  it('of a slow upstream, one of many, gives no warning of a leak', async () => {
    const leaks: string[] = [];
    const onWarning = ({ name, message }: Error) => {
      if (name === 'MaxListenersExceededWarning') leaks.push(message);
    };
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    publish([notice(1, 'Zebra')]);
    await start();
    const held = hold(data({ notices: [notice(2, 'Lion')] }));
    upstream.answer('notice', held.behaviour);
    upstream.answer('notice/2', data({ notice: notice(2, 'Lion') }));
    await Promise.all(Array.from({ length: 12 }, () => search.purgeNow({ entity: 'notice' })));
    held.release();
    await eventually('lion').toEqual(['notice/2']);
    expect(leaks).toEqual([]);
  });

  it('that meets a failing upstream is followed as soon as it answers', async () => {
    publish([notice(1, 'Zebra')]);
    await start({}, { retryMs: 200 });
    upstream.answer('notice', failure(500));
    await search.purge({ entity: 'notice' });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    publish([notice(2, 'Lion')]);
    await eventually('lion').toEqual(['notice/2']);
    await eventually('zebra').toEqual([]);
  });
});

describe('an upstream that changes without a purge', () => {
  it('is noticed', async () => {
    publish([notice(1, 'Zebra'), notice(2, 'Lion')]);
    await start({ CONTENT_TTL: '0' }, SOON);
    publish([notice(2, 'Lion', { summary: 'Mane' }), notice(3, 'Tiger')]);
    await eventually('tiger').toEqual(['notice/3']);
    await eventually('mane').toEqual(['notice/2']);
    await eventually('zebra').toEqual([]);
  });
});

describe('an upstream that fails', () => {
  it('in some calls from the start is read completely when it answers', async () => {
    upstream.behave();
    for (const address of ['notice', 'contact', 'page', 'faq']) upstream.answer(address, reset);
    await start({ UPSTREAM_TIMEOUT: '1000' }, SOON);
    expect((await search.search('blog')).is_partial).toBe(true);
    expect(await search.found('blog')).toContain('blogs/1');
    expect(search.service.status.isComplete).toBe(false);
    upstream.behave();
    await expect.poll(() => search.service.status.isComplete).toBe(true);
    await eventually('meeting').toContain('notice/1');
    expect((await search.search('meeting')).is_partial).toBeUndefined();
  });

  it('as a whole is left alone until the next reading', async () => {
    await upstream.close();
    await start({ UPSTREAM_TIMEOUT: '1000' });
    expect(await search.found('meeting')).toEqual([]);
    // Pages are found by their names.
    expect((await search.search('notices')).is_partial).toBe(true);
    expect(warnings().length).toBeLessThan(12);
    expect(warnings().filter(({ msg }) => msg === 'content is missing in the search')).toHaveLength(1);
    upstream = await startUpstream();
  });

  it('in the middle leaves what is there', async () => {
    upstream.behave();
    publish([notice(1, 'Zebra')]);
    await start({ UPSTREAM_TIMEOUT: '1000' });
    const { documents } = search.service.status;
    for (const address of ['notice', 'blogs', 'contact']) upstream.answer(address, failure(500));
    await search.purge();
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('blog')).toContain('blogs/1');
    expect(search.service.status.documents).toBe(documents);
  });

  it('as a whole after it was read is left alone too, and read when it answers', async () => {
    publish([notice(1, 'Zebra')]);
    await start({ UPSTREAM_TIMEOUT: '1000' }, { retryMs: 300 });
    const names = [
      'notice',
      'contact',
      'companyInfo',
      'introduction',
      'profile',
      'about',
      'faq',
      'management',
      'bod',
      'page',
    ];
    for (const name of names) upstream.answer(name, failure(500));
    const before = upstream.calls.length;
    await search.purgeNow({ all: true });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(warnings().length).toBeLessThan(12);
    // Two attempts for each of three calls.
    expect(upstream.calls.length - before).toBeLessThan(12);
    upstream.behave();
    publish([notice(2, 'Lion')]);
    await eventually('lion').toEqual(['notice/2']);
    await eventually('zebra').toEqual([]);
  });

  it('in its item calls stops the reading after three of them', async () => {
    const items = Array.from({ length: 30 }, (_, index) => notice(index + 1, `Zebra ${index + 1}`));
    publish(items);
    for (const { id } of items) upstream.answer(`notice/${id}`, failure(500));
    await start({ UPSTREAM_TIMEOUT: '2000' });
    expect(upstream.calls.filter(({ address }) => /^notice\/\d+$/.test(address)).length).toBeLessThan(10);
    expect((await search.search('zebra')).pagination.total).toBe(30);
    expect(search.service.status.isComplete).toBe(false);
  });

  it('in one item leaves the others', async () => {
    publish([notice(1, 'Zebra', { description: '<p>stripes</p>' }), notice(2, 'Lion', { description: '<p>mane</p>' })]);
    upstream.answer('notice/1', failure(500));
    await start();
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('mane')).toEqual(['notice/2']);
    expect(search.service.status.isComplete).toBe(true);
  });

  it('with 429 is asked again later', async () => {
    upstream.answer('notice', withHeaders(429, { 'retry-after': '1' }, '{}'));
    await start({ UPSTREAM_TIMEOUT: '1000' }, SOON);
    expect(search.service.status.isComplete).toBe(false);
    const callsBefore = upstream.calls.length;
    upstream.behave();
    await expect.poll(() => search.service.status.isComplete).toBe(true);
    expect(upstream.calls.length).toBeGreaterThan(callsBefore);
    expect(await search.found('meeting')).toContain('notice/1');
  });
});

describe('a Nepali edition', () => {
  const zebra = notice(1, 'Zebra', { description: '<p>stripes</p>' });

  it('that is missing gives no second result', async () => {
    publish([zebra]);
    await start(both);
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([{ id: '1', lang: 'en' }]);
  });

  it('that is partly translated has its items once, found by both languages in both editions', async () => {
    publish([zebra, notice(2, 'Lion')]);
    publish([notice(1, 'गैँडा', { description: '<p>धर्का</p>' })], 'ne/');
    await start(both);
    for (const query of ['zebra', 'stripes', 'गैँडा', 'धर्का'])
      for (const locale of ['en', 'ne'])
        expect([query, await search.found(query, { locale })]).toEqual([query, ['notice/1']]);
    expect((await search.search('stripes', { locale: 'ne' })).results).toMatchObject([{ name: 'गैँडा' }]);
    expect((await search.search('धर्का')).results).toMatchObject([{ name: 'Zebra' }]);
    expect((await search.search('lion', { locale: 'ne' })).results).toMatchObject([{ id: '2', name: 'Lion' }]);
  });

  it('with ids of its own has each item once if it names the other one', async () => {
    publish([notice(1, 'Zebra', { translations: { en: '1', ne: '71' } })]);
    publish([notice(71, 'गैँडा', { translations: { en: '1', ne: '71' } })], 'ne/');
    await start(both);
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('गैँडा')).toEqual(['notice/1']);
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([
      { id: '71', name: 'गैँडा', href: '/notice/71' },
    ]);
  });

  it('that removes a translation does so with the purge', async () => {
    publish([zebra, notice(2, 'Lion')]);
    publish([notice(1, 'गैँडा'), notice(2, 'सिंह')], 'ne/');
    await start(both);
    expect(await search.found('गैँडा')).toEqual(['notice/1']);
    upstream.answer('ne/notice', data({ notices: [notice(2, 'सिंह')] }));
    upstream.answer('ne/notice/1', failure(404));
    await search.purgeNow({ entity: 'notice' });
    expect(await search.found('गैँडा')).toEqual([]);
    expect(await search.found('सिंह')).toEqual(['notice/2']);
    expect(await search.found('zebra')).toEqual(['notice/1']);
  });

  it('that adds a translation has it after the purge', async () => {
    publish([zebra]);
    publish([], 'ne/');
    await start(both);
    publish([notice(1, 'गैँडा')], 'ne/');
    await search.purge({ path: '/ne/notice/1' });
    expect(await search.found('गैँडा')).toEqual(['notice/1']);
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([{ name: 'गैँडा' }]);
  });

  it('that fails leaves the English one', async () => {
    publish([zebra]);
    upstream.answer('ne/notice', failure(500));
    await start(both);
    expect(await search.found('zebra', { locale: 'ne' })).toEqual(['notice/1']);
    expect(search.service.status.isComplete).toBe(false);
  });
});

describe('the end of the search', () => {
  it('does not wait for an upstream', async () => {
    upstream.answer('notice', () => {});
    await start({ UPSTREAM_TIMEOUT: '300' });
    const held = hold(data({ notices: [] }));
    upstream.answer('notice', held.behaviour);
    const purged = search.purgeNow({ all: true });
    await search.service.close();
    await purged;
    held.release();
    await expect(search.get('q=zebra')).rejects.toThrow();
  });
});

describe('the address of a result', () => {
  it('of a list with several pages is on the page that shows it', async () => {
    const centres = Array.from({ length: 55 }, (_, at) => ({ id: at + 1, name: `Centre ${at + 1}x`, address: 'A' }));
    upstream.answer('service-center', data({ service_centers: centres }));
    await start();
    const hrefOf = async (name: string) => (await search.search(name)).results[0]?.href;
    expect(await hrefOf('13x')).toBe('/service-center#center-13');
    expect(await hrefOf('55x')).toBe('/service-center?page=2#center-55');
    const members = Array.from({ length: 16 }, (_, at) => ({ id: at + 1, name: `Member${at + 1}x`, designation: 'B' }));
    upstream.answer('bod', data({ members }));
    await search.purge({ entity: 'bod' });
    expect(await hrefOf('member16x')).toBe('/bod#member-16');
  });

  it('that only another edition has leads to that edition', async () => {
    upstream.answer('ne/notice', data({ notices: [notice(77, 'बाघ')] }));
    upstream.answer('ne/notice/77', data({ notice: notice(77, 'बाघ') }));
    await start(both);
    const { results } = await search.search('बाघ');
    expect(results[0]).toMatchObject({ id: '77', href: '/ne/notice/77', lang: 'ne', place: 'Notices' });
  });
});

describe('one list that always fails', () => {
  it('keeps no other from being read, nor what is gone in others', async () => {
    upstream.answer('contact', failure(500));
    publish([notice(2, 'Zebra'), notice(3, 'Lion')]);
    await start({}, SOON);
    await eventually('zebra').toEqual(['notice/2']);
    expect((await search.search('zebra')).is_partial).toBe(true);
    publish([notice(3, 'Lion')]);
    await search.purge({ entity: 'notice' });
    await eventually('zebra').toEqual([]);
    await eventually('lion').toEqual(['notice/3']);
  });
});

describe('the text of a document', () => {
  const files = [{ location: '/media/a.pdf', name: 'Form' }];
  const isForm = (location: string) => location.endsWith('/a.pdf');
  const documents = (texts: (string | undefined)[]) => ({
    textOf: async (location: string) => (isForm(location) ? texts.shift() : undefined),
    isUnavailable: (location: string) => isForm(location) && texts.length > 0,
  });

  it('that could not be had is asked for again at the next reading', async () => {
    publish([notice(2, 'Zebra', { files })]);
    const texts = [undefined, 'giraffe'];
    await start({}, { ...SOON, documentTexts: documents(texts) });
    await eventually('giraffe').toEqual(['notice/2']);
  });

  it('is not looked for in a picture', async () => {
    const picture = { location: '/media/a.jpg', name: 'Zebra', mime: 'image/jpeg' };
    publish([notice(2, 'Zebra', { files: [picture, ...files] })]);
    const asked: (string | undefined)[] = [];
    const textOf = async (location: string) => {
      asked.push(location.split('/').at(-1));
      return isForm(location) ? 'giraffe' : undefined;
    };
    await start({}, { ...SOON, documentTexts: { ...documents([]), textOf } });
    await eventually('giraffe').toEqual(['notice/2']);
    expect(asked).toContain('a.pdf');
    expect(asked).not.toContain('a.jpg');
  });
});
