import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Locale } from '../../messages/src/index.ts';
import { ContentError } from '../../model/src/content-error.ts';
import { setContentClock } from '../../model/src/dates/time.ts';
import { arrangeList, type ListItem, nextChange, publishedIn, setShowsUnpublished } from '../src/arrange-list.ts';
import { readCall } from '../src/call.ts';
import { listPageOf } from '../src/page-of-list.ts';

const category = (name: string) => ({ slug: name.toLowerCase(), name });
interface Item extends ListItem {
  id: string;
  name: string;
  effective_date?: string;
}
const ITEMS: Item[] = [
  { id: '1', name: 'Nomination', category: category('Forms'), effective_date: '2025-07-17T00:00:00+05:45' },
  { id: '2', name: 'account', category: category('Policies') },
  { id: '3', name: 'Transfer', effective_date: '2024-01-14T00:00:00+05:45' },
  { id: '4', name: 'Lost', category: category('Forms'), effective_date: '2026-06-23T00:00:00+05:45' },
];
const arranged = (parameters: Record<string, string>, items: readonly Item[] = ITEMS) => {
  const { list } = readCall('downloads', parameters);
  if (!list) throw new Error('no list');
  return arrangeList(items, list.query, list);
};
const ids = (parameters: Record<string, string>) => arranged(parameters).items.map(({ id }) => id);

describe('the order of a list', () => {
  it.each([
    ['name', ['2', '4', '1', '3']],
    ['-name', ['3', '1', '4', '2']],
    ['date', ['3', '1', '4', '2']],
    ['-date', ['4', '1', '3', '2']],
    ['category', ['1', '4', '2', '3']],
    ['-category', ['2', '1', '4', '3']],
    ['', ['1', '2', '3', '4']],
  ])('by %j is what a visitor asked for; items without the field come last', (sort, expected) => {
    expect(ids({ sort })).toEqual(expected);
  });

  it('has the letters of the edition before others, also in its filters, although editions may share the list', () => {
    const items: Item[] = ['Zed', 'नेपाल', 'Apple', 'अर्थ'].map((name) => ({ id: name, name, category: category(name) }));
    const inEdition = (locale: Locale) => {
      const { list } = readCall('downloads', { sort: 'name' }, { locale, locales: ['en', 'ne'] });
      if (!list) throw new Error('no list');
      const { items: sorted, filters } = arrangeList(items, list.query, list);
      return [sorted.map(({ name }) => name), filters.category?.map(({ label }) => label)];
    };
    const [english, nepali] = [
      ['Apple', 'Zed', 'अर्थ', 'नेपाल'],
      ['अर्थ', 'नेपाल', 'Apple', 'Zed'],
    ];
    expect(inEdition('ne')).toEqual([nepali, nepali]);
    expect(inEdition('en')).toEqual([english, english]);
  });

  it('is that of the pages and of the filtered list too, each order by itself', () => {
    expect(ids({ sort: '-date', per_page: '2', page: '2' })).toEqual(['3', '2']);
    expect(ids({ sort: '-date', category: 'forms' })).toEqual(['4', '1']);
    expect(ids({ sort: 'date', category: 'forms' })).toEqual(['1', '4']);
    expect(arranged({ sort: 'date' }).pagination.total).toBe(4);
  });

  it('is the upstream\u2019s if that pages the list', () => {
    const { list } = readCall('downloads', { sort: 'name' });
    if (!list) throw new Error('no list');
    const pagination = { current_page: 1, last_page: 2, per_page: 4, total: 8 };
    const data = { downloads: ITEMS, pagination } as unknown as Parameters<typeof listPageOf>[0];
    expect(listPageOf(data, list).downloads?.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });
});

describe('the order of news', () => {
  const items = [
    { id: 'undated' },
    { id: 'old', created_at: '2029-01-01T00:00:00Z' },
    { id: 'old, pinned', is_pinned: true, created_at: '2028-01-01T00:00:00Z' },
    { id: 'new', created_at: '2029-05-01T00:00:00Z' },
    { id: 'new, pinned', is_pinned: true, created_at: '2028-05-01T00:00:00Z' },
    { id: 'written early', created_at: '2020-01-01T00:00:00Z', published_at: '2029-03-01T00:00:00Z' },
    { id: 'not pinned', is_pinned: false, created_at: '2029-02-01T00:00:00Z' },
    { id: 'oldest, pinned', is_pinned: true, created_at: '2027-01-01T00:00:00Z' },
  ].map((item) => ({ ...item, name: item.id }));
  const QUERY = { page: 1, perPage: 9, filters: {} };
  const inOrder = (list: typeof items, order?: 'received') =>
    arrangeList(list, QUERY, { filters: [], order }).items.map(({ id }) => id);
  const EXPECTED = [
    ...['new, pinned', 'old, pinned', 'oldest, pinned'],
    ...['new', 'written early', 'not pinned', 'old', 'undated'],
  ];
  beforeEach(() => setContentClock(() => Date.parse('2030-01-01T00:00:00Z')));
  afterEach(() => setContentClock(() => Date.now()));

  it('has what is pinned first, and the newest first in both parts; what is received in an order keeps it', () => {
    expect(inOrder([...items])).toEqual(EXPECTED);
    expect(inOrder([...items], 'received')).toEqual(items.map(({ id }) => id));
  });
});

it('an empty list in one page has a page', () => {
  const { pagination } = arrangeList([], { page: 1, perPage: Number.POSITIVE_INFINITY, filters: {} }, { filters: [] });
  expect(pagination).toEqual({ current_page: 1, last_page: 1, per_page: 1, total: 0 });
});

describe('a filter', () => {
  const items = [
    { id: '1', category: category('Forms'), department: { id: '7', name: 'Credit' }, year: '2081' },
    { id: '2', category: category('Forms'), department: { name: 'Audit' }, year: '2080' },
    { id: '3', category: category('Policies'), department: { id: '7', name: 'Credit' }, year: '2080' },
  ];
  const filtered = (chosen: Record<string, string>) =>
    arrangeList(items, { page: 1, perPage: 9, filters: chosen }, { filters: ['department'] });
  const idsOf = (chosen: Record<string, string>) => filtered(chosen).items.map(({ id }) => id);

  it('beside another leaves the items that have both values', () => {
    expect(idsOf({ category: 'forms', year: '2080' })).toEqual(['2']);
    expect(idsOf({ department: '7', category: 'forms', year: '2080' })).toEqual([]);
  });

  it('by something without a slug has its id as value, or else its name', () => {
    expect(filtered({}).filters.department).toEqual([
      { value: 'Audit', label: 'Audit', count: 1 },
      { value: '7', label: 'Credit', count: 2 },
    ]);
    expect(idsOf({ department: '7' })).toEqual(['1', '3']);
    expect(idsOf({ department: 'Audit' })).toEqual(['2']);
  });
});

describe('a list that is shorter than a page of the upstream', () => {
  const { list } = readCall('downloads', { per_page: '2' });
  const pageOf = (per_page: number) => {
    if (!list) throw new Error('no list');
    const pagination = { current_page: 1, last_page: 1, per_page, total: ITEMS.length };
    const data = { downloads: ITEMS, pagination } as unknown as Parameters<typeof listPageOf>[0];
    const { downloads, pagination: pages } = listPageOf(data, list);
    return [downloads?.length, pages.last_page];
  };

  it('is shown whole', () => {
    expect(pageOf(5)).toEqual([4, 1]);
    expect(pageOf(50)).toEqual([4, 1]);
  });

  it('is shown in pages if it fills that page, or if no page is as large as that', () => {
    expect(pageOf(4)).toEqual([2, 2]);
    expect(pageOf(51)).toEqual([2, 2]);
  });
});

it('results of a search are those that were found, also where their words are others', () => {
  const { list } = readCall('search', { q: 'loan' });
  if (!list) throw new Error('no list');
  const results = [{ id: '1', name: 'Borrowing' }];
  const pagination = { current_page: 1, last_page: 1, per_page: 12, total: 1 };
  const data = { results, pagination, complete: true } as unknown as Parameters<typeof listPageOf>[0];
  expect(listPageOf(data, list)).toEqual({ results, pagination });
});

it('there is no page after the last one of an upstream', () => {
  const { list } = readCall('downloads', { page: '3' });
  if (!list) throw new Error('no list');
  const pagination = { current_page: 1, last_page: 2, per_page: 4, total: 8 };
  const data = { downloads: ITEMS, pagination } as unknown as Parameters<typeof listPageOf>[0];
  expect(() => listPageOf(data, list)).toThrow('no page 3');
});

describe('the parameter of the order', () => {
  const call = (path: Parameters<typeof readCall>[0], sort: string) => readCall(path, { sort });

  it('is part of the call\u2019s address, and so of its key in caches and of the call of the upstream', () => {
    expect(call('downloads', '-name').address).toBe('downloads?sort=-name');
    expect(readCall('downloads', { sort: 'name', category: 'forms' }).address).toBe(
      'downloads?category=forms&sort=name',
    );
    expect(call('downloads', '').address).toBe('downloads');
  });

  it('is the name in any list with pages, and is ignored by one without', () => {
    expect(call('notice', 'name').address).toBe('notice?sort=name');
    expect(call('faq', 'name').address).toBe('faq');
    expect(call('faq', 'anything').list?.query.sort).toBeUndefined();
  });

  it.each(['size', '--name', 'Name', 'constructor', ' name'])('%j is a 400', (sort) => {
    expect(() => call('downloads', sort)).toThrow(ContentError);
    expect(() => call('downloads', sort)).toThrow(
      'sort: expected one of name, date, category, with or without - before it',
    );
  });
});

describe('a list at several times', () => {
  const at = (time: string) => setContentClock(() => Date.parse(time));
  const items = [
    { id: '1', name: 'First', published_at: '2030-01-01T00:00:00Z' },
    { id: '2', name: 'Second', published_at: '2030-02-01T00:00:00Z', expires_at: '2030-03-01T00:00:00Z' },
  ];
  const shown = () =>
    arrangeList(items, { page: 1, perPage: 9, filters: {} }, { filters: [] }).items.map(({ id }) => id);
  afterEach(() => {
    setContentClock(() => Date.now());
    setShowsUnpublished(() => false);
  });

  it('is that of each time, in whatever order they are asked for', () => {
    const times: [string, string[]][] = [
      ['2029-12-31T23:59:59Z', []],
      ['2030-01-01T00:00:00Z', ['1']],
      ['2030-01-31T00:00:00Z', ['1']],
      ['2030-02-01T00:00:00Z', ['2', '1']],
      ['2030-03-01T00:00:00Z', ['2', '1']],
      ['2030-03-01T00:00:01Z', ['1']],
      ['2040-01-01T00:00:00Z', ['1']],
    ];
    for (const [time, ids] of [...times, ...times.toReversed(), ...times, times[3] ?? ['', []], times[0] ?? ['', []]]) {
      at(time);
      expect(shown(), time).toEqual(ids);
    }
  });

  it('has an item, and the page of it, from the moment of its publication', () => {
    const [item] = items;
    at('2029-12-31T23:59:59Z');
    expect(() => publishedIn({ item })).toThrow(ContentError);
    at('2030-01-01T00:00:00Z');
    expect(publishedIn({ item })).toEqual({ item });
  });

  it('comes with the lists of another answer from that moment on', () => {
    const [item, other] = items;
    const later = { ...other, published_at: '2030-01-01T00:00:00Z' };
    at('2029-12-31T23:59:59Z');
    expect(publishedIn({ news: [later, 'text', { id: '9' }], total: 3 })).toEqual({
      news: ['text', { id: '9' }],
      total: 3,
    });
    at('2030-01-01T00:00:00Z');
    expect(publishedIn({ news: [item, later] })).toEqual({ news: [item, later] });
  });

  it('changes when the next of its items is published, expires or closes', () => {
    const changing = [...items, { id: '3', name: 'Third', deadline: '2030-02-15T00:00:00Z' }];
    const times: [string, string | undefined][] = [
      ['2029-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
      ['2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z'],
      ['2030-02-01T00:00:00Z', '2030-02-15T00:00:00Z'],
      ['2030-02-15T00:00:00Z', '2030-03-01T00:00:00Z'],
      ['2030-03-01T00:00:00Z', undefined],
    ];
    for (const [time, next] of times) {
      at(time);
      expect(nextChange({ notices: changing, pagination: {} }), time).toBe(next && Date.parse(next));
    }
  });

  it('has everything where unpublished items are shown', () => {
    const [item] = items;
    at('2029-01-01T00:00:00Z');
    expect(shown()).toEqual([]);
    setShowsUnpublished(() => true);
    expect(shown()).toEqual(['2', '1']);
    expect(publishedIn({ item })).toEqual({ item });
    setShowsUnpublished(() => false);
    expect(shown()).toEqual([]);
  });
});
