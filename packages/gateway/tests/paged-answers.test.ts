import { describe, expect, it } from 'vitest';
import { type CallPath, calls, type Parameters } from '../../model/src/content-api.ts';
import { readCall } from '../src/call.ts';
import { pagingIn } from '../src/find-paginator.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';

/* Lists in pages and groups, and items that are not there, in other forms than the contract's. */

const ITEMS = [
  { id: '1', slug: 'first', name: 'First' },
  { id: '2', slug: 'second', name: 'Second' },
];
const PAGE = { page: 2, pages: 3, limit: 2, count: 6 };

function read(path: CallPath, body: unknown, parameters: Parameters = {}, headers: Record<string, unknown> = {}) {
  const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [] });
  return normaliser.normalise(readCall(path, parameters), {
    bytes: Buffer.from(JSON.stringify(body)),
    status: 200,
    paging: pagingIn(headers),
  });
}

describe('a paginator beside data', () => {
  it.each<[string, object]>([
    ['a list, with the envelope', { error: false, data: ITEMS, meta: PAGE }],
    ['the names of the contract, with the envelope', { error: false, data: { blogs: ITEMS }, ...PAGE }],
    ['a list, without the envelope', { success: true, data: ITEMS, meta: PAGE }],
    ['the names of the contract, without the envelope', { success: true, data: { blogs: ITEMS }, meta: PAGE }],
  ])('is that of %s', (_, body) => {
    expect(read('blogs', body, { page: '2' })).toMatchObject({
      answer: { data: { pagination: { current_page: 2, last_page: 3, per_page: 2, total: 6 } } },
    });
  });

  it('is none if it is the number of items', () => {
    expect(read('blogs', { error: false, data: { blogs: ITEMS }, total: 2 })).toMatchObject({
      answer: {
        data: { blogs: ITEMS, pagination: { last_page: 1, total: 2 } },
        faults: [],
      },
    });
  });

  it('leaves an item as it is', () => {
    const body = { error: false, data: { blog: ITEMS[0] }, page: 1, pages: 3 };
    expect(read('blogs/{id}', body, { id: '1' })).toMatchObject({ answer: { data: { blog: ITEMS[0] }, faults: [] } });
  });
});

it('a paginator without the number of the page is of the page that was asked for', () => {
  const body = { error: false, data: { items: ITEMS, total_count: 6, per_page: 2 } };
  expect(read('blogs', body, { page: '3' })).toMatchObject({
    answer: { data: { pagination: { current_page: 3, last_page: 3 } } },
  });
});

it('the last page of a list without a page size is as long as the others', () => {
  const items = Array.from({ length: 4 }, (_, index) => ({ id: index, name: `Blog ${index}` }));
  expect(read('blogs', { count: 40, next: null, results: items }, { page: '4' })).toMatchObject({
    answer: { data: { pagination: { current_page: 4, last_page: 4, per_page: 12, total: 40 } } },
  });
});

it('a list that is shown as a whole says how many pages it has', () => {
  const faqs = [{ id: 1, question: 'Why?', answer: 'So.' }];
  const paginator = { current_page: 1, data: faqs, last_page: 3, per_page: 1, total: 3 };
  expect(read('faq', { error: false, data: { [calls.faq.name]: paginator } })).toMatchObject({
    answer: { lastPage: 3, faults: [] },
  });
});

it("a map of PHP's without items is an empty list", () => {
  expect(read('blogs', { error: false, data: { blogs: {} } })).toMatchObject({
    answer: { data: { blogs: [] }, faults: [] },
  });
});

it.each<[CallPath, string, object]>([
  ['department/{id}', 'department', { id: 1, name: 'IT', head: { id: 9, name: 'Ram', department: 'IT' } }],
  ['blogs/{id}', 'blog', { id: 1, name: 'Trip', author: { name: 'Maya', blog: 'https://maya.example' } }],
])('%s directly as data is no object inside of it that has a %s', (path, name, item) => {
  expect(read(path, { error: false, data: item }, { id: '1' })).toMatchObject({
    answer: { data: { [name]: { id: '1', name: Reflect.get(item, 'name') } } },
  });
});

it.each<[string, object, string]>([
  [
    "Laravel's simplePaginate",
    { current_page: 1, data: ITEMS, next_page_url: '/?page=2', per_page: 2 },
    'next_page_url',
  ],
  ["Laravel's cursorPaginate", { data: ITEMS, links: { next: '/?cursor=a' }, meta: { next_cursor: 'a' } }, 'next'],
  ['a flag', { blogs: ITEMS, has_more: true }, 'has_more'],
])('further pages without a number of them, as %s, are named as left out', (_, data, field) => {
  expect(read('blogs', { error: false, data })).toMatchObject({
    answer: {
      faults: expect.arrayContaining([
        { kind: 'dropped', path: 'blogs', reason: expect.stringMatching(`^further pages, as ${field} says: `) },
      ]),
    },
  });
});

it.each<[string, object]>([
  ["Laravel's last page", { current_page: 1, data: ITEMS, next_page_url: null, per_page: 2 }],
  [
    'a paginator',
    { blogs: ITEMS, pagination: { current_page: 1, last_page: 2, per_page: 2, total: 4, next: '/?page=2' } },
  ],
])('%s leaves nothing out', (_, data) => {
  const result = read('blogs', { error: false, data });
  expect(result).toMatchObject({ kind: 'answer' });
  expect(result.kind === 'answer' && result.answer.faults.filter(({ kind }) => kind === 'dropped')).toEqual([]);
});

describe('pages in headers', () => {
  const of = (page: number, headers: Record<string, unknown>) => read('blogs', ITEMS, { page: `${page}` }, headers);
  const link = (query: string, rel: string) => `<https://cms.example/posts?${query}>; rel="${rel}"`;

  it.each<[string, object, object]>([
    ['the number of pages', { 'x-total-pages': '3' }, { last_page: 3, per_page: 2, total: 6 }],
    ['their size as well', { 'x-total-pages': '3', 'x-per-page': '4' }, { last_page: 3, per_page: 4, total: 12 }],
  ])('with %s alone', (_, headers, pagination) => {
    expect(of(1, { ...headers })).toMatchObject({ answer: { data: { pagination } } });
    expect(of(3, { ...headers })).toMatchObject({
      answer: { data: { pagination: { current_page: 3, last_page: 3 } } },
    });
  });

  it.each<[string, number, string | string[], object]>([
    ['the first', 1, `${link('page=2', 'next')}, ${link('page=5', 'last')}`, { current_page: 1, last_page: 5 }],
    ['one of two', 1, [link('page=2', 'next'), link('page=2', 'last')], { current_page: 1, last_page: 2 }],
    ['a middle one', 3, `${link('p=4', 'next')}, ${link('p=5', 'last')}`, { current_page: 3, last_page: 5 }],
    ['the last', 5, `${link('page=1', 'first')}, ${link('page=4', 'prev')}`, { current_page: 5, last_page: 5 }],
    [
      'one with a size',
      1,
      `${link('per_page=20&page%5Bnumber%5D=2', 'next')}, ${link('per_page=20&page%5Bnumber%5D=5', 'last')}`,
      { current_page: 1, last_page: 5, per_page: 20, total: 100 },
    ],
    ['one without quotes', 1, '<?page=2>;title="b, c";rel=next, <?page=4> ; REL=Last', { last_page: 4 }],
    ['one with other relations', 1, `${link('page=2', 'next chapter')}, ${link('page=4', 'last')}`, { last_page: 4 }],
  ])('are named by Link: %s', (_, page, value, pagination) => {
    const result = of(page, { link: value });
    expect(result).toMatchObject({ answer: { data: { pagination } } });
    expect(result.kind === 'answer' && result.answer.faults.filter(({ kind }) => kind === 'dropped')).toEqual([]);
  });

  it('of Link may have the number of all items in another header', () => {
    const headers = { link: `${link('page=2', 'next')}, ${link('page=9', 'last')}`, 'x-total-count': '7' };
    expect(of(1, headers)).toMatchObject({ answer: { data: { pagination: { last_page: 9, total: 7 } } } });
  });

  it('are the first again where the API does not know the parameter', () => {
    expect(of(2, { link: `${link('p=2', 'next')}, ${link('p=5', 'last')}` })).toMatchObject({
      answer: {
        faults: expect.arrayContaining([expect.objectContaining({ reason: expect.stringMatching(/^page 1, /) })]),
      },
    });
  });

  it.each([
    ['no last page', link('page=2', 'next')],
    ['a cursor', link('cursor=b2Zm', 'next')],
    ['a number of items', `${link('offset=10&limit=10', 'next')}, ${link('offset=40&limit=10', 'last')}`],
  ])('without their number, as with %s, are named as left out', (_, value) => {
    const result = of(1, { link: value });
    expect(result).toMatchObject({
      answer: {
        faults: expect.arrayContaining([
          {
            kind: 'dropped',
            path: 'blogs',
            reason: expect.stringMatching(/^further pages, as the header Link says: /),
          },
        ]),
      },
    });
    expect(result).toMatchObject({ answer: { data: { pagination: { last_page: 1 } } } });
  });

  it.each(['<https://cms.example/>; rel="https://api.w.org/"', '<', '<?page=2>', 'rel=next', ''])(
    'are none in Link: %j',
    (value) => expect(pagingIn({ link: value })).toBeUndefined(),
  );

  it.each(['<', ';', ' ', '<a', '; rel', ';rel="', '=', '<>;'])('are read in linear time: %j', (text) => {
    // The time of this process: what else the machine does adds nothing to it.
    const { user } = process.cpuUsage();
    pagingIn({ link: `<>${text.repeat(200_000)}` });
    expect(process.cpuUsage().user - user).toBeLessThan(2_000_000);
  });
});

describe('groups', () => {
  it('may be categories with ids', () => {
    const data = [
      { id: 7, slug: 'forms-a', name: 'Forms', downloads: [ITEMS[0]] },
      { id: 8, slug: 'laws', name: 'Legal texts', downloads: [ITEMS[1]] },
    ];
    expect(read('downloads', { error: false, data })).toMatchObject({
      answer: {
        data: {
          downloads: [
            { name: 'First', category: { slug: 'forms-a', name: 'Forms' } },
            { name: 'Second', category: { slug: 'laws', name: 'Legal texts' } },
          ],
        },
      },
    });
  });

  it('are no items with a list of another kind', () => {
    const data = [{ id: 1, name: 'Finance', members: [{ id: 2, name: 'Bina', designation: 'Head' }] }];
    expect(read('department', { error: false, data })).toMatchObject({
      answer: { data: { departments: [{ name: 'Finance' }] } },
    });
  });

  it.each(['2081/82', 'FY 2081/82', '२०८१/८२', '2081'])('by %s are years', (year) => {
    expect(read('report', { error: false, data: { [year]: ITEMS } })).toMatchObject({
      answer: { data: { reports: [{ fiscal_year: year }, { fiscal_year: year }] } },
    });
  });
});

it.each<[string, unknown]>([
  ['null', null],
  ['an empty list', []],
  ['null under its name', { blog: null }],
])('%s in the place of an item is a 404', (_, data) => {
  expect(read('blogs/{id}', { error: false, data }, { id: '9' })).toMatchObject({ kind: 'failed', status: 404 });
});
