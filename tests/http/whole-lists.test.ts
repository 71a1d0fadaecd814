import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetClock, skipTime } from '../support/clock.ts';
import { startSite } from '../support/site.ts';
import { type Behaviour, data, startUpstream, type TestUpstream } from '../support/upstream.ts';

/* Lists of an API that ignores filters and searches, and lists that are shown as a whole though the API pages them. */

let upstream: TestUpstream;
let site: Awaited<ReturnType<typeof startSite>>;
beforeEach(async () => {
  upstream = await startUpstream();
  site = await startSite({ FRONTAPI_URL: upstream.url, SEARCH: 'off' });
});
afterEach(async () => {
  await site.close();
  await upstream.close();
});

const PER_PAGE = 10;
const ITEMS = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  name: index % 5 === 0 ? `Tender ${index + 1}` : `Notice ${index + 1}`,
  category: index % 5 === 0 ? { slug: 'tenders', name: 'Tenders' } : { slug: 'others', name: 'Others' },
  created_at: `2026-01-${String(28 - index).padStart(2, '0')}`,
}));

/** Pages of the API's own size. @param found the items of a query */
const paged =
  (
    name: string,
    items: readonly object[],
    found: (query: URLSearchParams) => readonly object[] = () => items,
  ): Behaviour =>
  (response, message) => {
    const { searchParams } = new URL(message.url ?? '', upstream.origin);
    const page = Number(searchParams.get('page') ?? 1);
    const all = found(searchParams);
    const paginator = {
      current_page: page,
      last_page: Math.ceil(all.length / PER_PAGE),
      per_page: PER_PAGE,
      total: all.length,
    };
    const part = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    return data({ [name]: { ...paginator, data: part } })(response, message);
  };

const answer = async (address: string) =>
  (await request(site.app).get(`/frontapi/en/${address}`).expect(200)).body.data;
const names = async (address: string) => (await answer(address)).notices.map(({ name }: { name: string }) => name);
const faults = () => JSON.stringify(site.gateway.faults());

it('an ignored filter is applied here, over all pages, and is said', async () => {
  upstream.answer('notice', paged('notices', ITEMS));
  const { notices, pagination } = await answer('notice?category=tenders');
  expect(notices.map(({ name }: { name: string }) => name)).toEqual([1, 6, 11, 16, 21].map((id) => `Tender ${id}`));
  expect(pagination).toMatchObject({ last_page: 1, total: 5 });
  expect(await names('notice?search=tender')).toHaveLength(5);
  expect(await names('notice?search=tender&category=others')).toEqual([]);
  expect(faults()).toContain('the API ignores category: its list is filtered here');
  // The pages are read once for all filters.
  const pages = upstream.calls.filter(({ address }) => /^notice\?(?:page=\d&)?per_page=50/.test(address));
  expect(pages).toHaveLength(3);
});

it('an ignored filter is seen beside a list that has changed since it was read', async () => {
  const hasty = await startSite({ FRONTAPI_URL: upstream.url, SEARCH: 'off', CONTENT_TTL: '1' });
  const namesNow = async (address: string) => {
    const { body } = await request(hasty.app).get(`/frontapi/en/${address}`).expect(200);
    return body.data.notices.map(({ name }: { name: string }) => name);
  };
  upstream.answer('notice', paged('notices', ITEMS));
  await namesNow('notice');
  upstream.answer('notice', paged('notices', [{ ...ITEMS[1], id: 26, name: 'Notice 26' }, ...ITEMS]));
  skipTime(2_000);
  expect(await namesNow('notice?category=tenders')).toHaveLength(5);
  resetClock();
  await hasty.close();
});

it('a filter and a search that the API heeds are its own', async () => {
  const found = (query: URLSearchParams) => {
    const [search, category] = [query.get('search'), query.get('category')];
    if (search !== null) return search === 'word in the text' ? ITEMS.slice(3, 5) : ITEMS;
    return category === null ? ITEMS : ITEMS.filter((item) => item.category.slug === category);
  };
  upstream.answer('notice', paged('notices', ITEMS, found));
  expect(await names('notice?search=word+in+the+text')).toEqual(['Notice 4', 'Notice 5']);
  expect(await names('notice?category=tenders')).toHaveLength(5);
  // It has shown that it searches: here all items have the word.
  expect((await answer('notice?search=in+all+of+them')).pagination.total).toBe(25);
});

it('an API that heeds the search of one list may ignore that of another', async () => {
  const found = (query: URLSearchParams) => (query.has('search') ? ITEMS.slice(3, 5) : ITEMS);
  upstream.answer('notice', paged('notices', ITEMS, found));
  expect(await names('notice?search=word+in+the+text')).toEqual(['Notice 4', 'Notice 5']);
  upstream.answer('news', paged('news', ITEMS));
  expect((await answer('news?search=tender')).pagination.total).toBe(5);
});

it('a list that is shown as a whole is read whole', async () => {
  const faqs = Array.from({ length: 15 }, (_, index) => ({
    id: index + 1,
    question: `Why ${index + 1}?`,
    answer: 'So.',
  }));
  upstream.answer('faq', paged('faqs', faqs));
  const bod = Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    name: `Member ${index + 1}`,
    designation: 'Member',
  }));
  upstream.answer('bod', paged('bod', bod));
  expect((await answer('faq')).faqs).toHaveLength(15);
  expect(Object.values(await answer('bod')).flat()).toHaveLength(12);
});

it('a board without designations is shown by its names', async () => {
  upstream.answer(
    'bod',
    data({
      members: [
        { id: 1, name: 'Ram Shrestha' },
        { id: 2, name: 'Sita Rai', designation: '' },
      ],
    }),
  );
  const { members } = await answer('bod');
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['Ram Shrestha', 'Sita Rai']);
  const { text } = await request(site.app).get('/bod').expect(200);
  expect(text.match(/<h2>Sita Rai.*?<\/div>/)?.[0]).toBe('<h2>Sita Rai</h2></div>');
});
