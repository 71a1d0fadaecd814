import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../config/src/mapping-document.ts';
import type { CallPath, Parameters } from '../../model/src/content-api.ts';
import type { AnswerFault } from '../src/answer-fault.ts';
import { readCall } from '../src/call.ts';
import type { HeaderPaging } from '../src/find-paginator.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';
import type { NormaliseResult } from '../src/normalise-result.ts';

/* Answers in other forms than the contract's: what is found in them, and what is said about it. */

const ITEMS = [
  { id: 1, slug: 'first', name: 'First', created_at: '2026-01-02' },
  { id: 2, slug: 'second', name: 'Second', created_at: '2026-01-01' },
];

function read(
  path: CallPath,
  body: unknown,
  { parameters = {}, mapping }: { parameters?: Parameters; mapping?: Mapping } = {},
) {
  const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [], mapping });
  return normaliser.normalise(readCall(path, parameters), { bytes: Buffer.from(JSON.stringify(body)), status: 200 });
}

const namesIn = (result: NormaliseResult, list: string): unknown[] => {
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result));
  const items: unknown = Reflect.get(result.answer.data, list);
  return Array.isArray(items) ? items.map((item) => item.name ?? item.title) : [];
};
const faultsIn = (result: NormaliseResult): AnswerFault[] => (result.kind === 'answer' ? result.answer.faults : []);
const reasonsIn = (result: NormaliseResult) =>
  faultsIn(result).map(({ kind, path, reason }) => `${kind} ${path}: ${reason}`);

describe('a number beyond 2^53', () => {
  it('is read to its last digit, and nothing in a text is changed', () => {
    const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [] });
    const body =
      '{"error":false,"data":{"blogs":[{"id":1234567890123456789,"name":"Big \\"1234567890123456781\\\\","summary":": 1234567890123456782"},{"id":9007199254740991,"name":"Safe"},{"id" : -9007199254740993 ,"name":9007199254740995,"a":0.0000010208435352813101,"b":1e-21,"c":1234567890123456.5}]}}';
    const result = normaliser.normalise(readCall('blogs', {}), { bytes: Buffer.from(body), status: 200 });
    expect(result).toMatchObject({
      answer: {
        data: {
          blogs: [
            { id: '1234567890123456789', name: 'Big "1234567890123456781\\', summary: ': 1234567890123456782' },
            { id: '9007199254740991', name: 'Safe' },
          ],
        },
      },
    });
    expect(reasonsIn(result)).toEqual([expect.stringMatching(/^dropped blogs\[2\]: id: .*/)]);
  });
});

describe('a list', () => {
  const paginator = { current_page: 1, data: ITEMS, last_page: 3, per_page: 2, total: 6 };
  it.each<[string, unknown]>([
    ['under its name', { error: false, data: { blogs: ITEMS } }],
    ["as Laravel's paginator", { error: false, data: { blogs: paginator } }],
    ["as PHP's map", { error: false, data: { blogs: { 0: ITEMS[0], 7: ITEMS[1] } } }],
  ])('%s needs no guess', (_, body) => {
    const result = read('blogs', body);
    expect(namesIn(result, 'blogs')).toEqual(['First', 'Second']);
    expect(faultsIn(result)).toEqual([]);
  });

  it.each<[string, unknown, RegExp[]]>([
    ['directly as data', { error: false, data: ITEMS }, [/the list directly: expected blogs/]],
    ['as a paginator directly', { error: false, data: paginator }, [/the list directly: expected blogs/]],
    ['under another key', { error: false, data: { posts: ITEMS } }, [/the list in posts: expected blogs/]],
    [
      'two levels deep',
      { error: false, data: { result: { rows: ITEMS } } },
      [/the list in result: .*/, /the list in rows/],
    ],
    ['without the envelope', ITEMS, [/no envelope/, /the list directly/]],
    ['in an object without the envelope', { blogs: ITEMS }, [/no envelope/]],
    ['with success in place of error', { success: true, data: { blogs: ITEMS } }, [/no envelope/]],
    ['without data', { error: false, blogs: ITEMS }, [/no data/]],
    [
      'beside other lists',
      { error: false, data: { items: ITEMS, banners: [{ id: 9, name: 'No' }] } },
      [/the list in items/],
    ],
    ['as PHP map directly', { error: false, data: { 3: ITEMS[0], 4: ITEMS[1] } }, [/the list directly/]],
    [
      'with attributes',
      { data: ITEMS.map(({ id, ...attributes }) => ({ id, attributes })) },
      [/no envelope/, /the list in data/, /fields one level deeper/],
    ],
    [
      'of which one column has the other fields',
      {
        error: false,
        data: { created_at: ['2026-01-02', '2026-01-01'], data: ITEMS.map(({ id, name }) => ({ id, name })) },
      },
      [/same length \(created_at, data\)/],
    ],
    [
      'with the name of the model',
      { error: false, data: { blogs: ITEMS.map((item) => ({ Blog: item })) } },
      [/fields one level deeper/],
    ],
    [
      'as nodes',
      { data: { blogs: { edges: ITEMS.map((node) => ({ cursor: 'x', node })) } } },
      [/no envelope/, /the list in edges/, /fields one level deeper/],
    ],
    [
      'as a map by a name',
      { error: false, data: { first: { id: 1, name: 'First' }, second: { id: 2, name: 'Second' } } },
      [/the list directly/, /a map of items/],
    ],
    ['as a text of JSON', { error: false, data: JSON.stringify({ blogs: ITEMS }) }, [/a text of JSON/]],
    [
      'with names in another case',
      {
        error: false,
        data: { blogs: ITEMS.map(({ id, name, created_at }) => ({ ID: id, Name: name, createdAt: created_at })) },
      },
      [/ID: read as id/, /Name: read as name/, /createdAt: read as created_at/],
    ],
    [
      'as columns',
      { error: false, data: { id: [1, 2], name: ['First', 'Second'], created_at: ['2026-01-02', '2026-01-01'] } },
      [/same length \(id, name, created_at\)/],
    ],
  ])('%s is found', (_, body, guesses) => {
    const result = read('blogs', body);
    expect(namesIn(result, 'blogs')).toEqual(['First', 'Second']);
    expect(faultsIn(result).every(({ kind }) => kind === 'guessed')).toBe(true);
    expect(faultsIn(result)).toHaveLength(guesses.length);
    for (const [index, guess] of guesses.entries()) expect(faultsIn(result)[index]?.reason).toMatch(guess);
  });

  it.each<[string, unknown]>([
    ['an object without a list', { error: false, data: { total: 3 } }],
    ['an empty object', { error: false, data: {} }],
    ['a text', { error: false, data: 'blogs' }],
    [
      'several lists of which none is meant',
      { error: false, data: { posts: ITEMS, banners: [{ title: 'x', image: 'y' }] } },
    ],
    ['no data', { error: false }],
    ['null', { error: false, data: null }],
  ])('is not made of %s', (_, body) => {
    expect(read('blogs', body)).toMatchObject({
      kind: 'failed',
      status: 502,
      message: expect.stringMatching(/expected a list blogs/),
    });
  });

  it('may be empty', () => {
    for (const data of [{ blogs: [] }, { blogs: null }, [], { posts: [] }])
      expect(namesIn(read('blogs', { error: false, data }), 'blogs')).toEqual([]);
  });

  it('of which no item can be read is a failure, not an empty list', () => {
    const items = [
      { id: 1, title: 'First' },
      { id: 2, title: 'Second' },
    ];
    expect(read('blogs', { error: false, data: { blogs: items } })).toEqual({
      kind: 'failed',
      status: 502,
      message: 'upstream: none of the 2 elements of blogs can be read, blogs[0]: name: is missing',
    });
  });

  it.each<[string, object, object]>([
    ['in meta', { data: ITEMS, meta: { current_page: '2', last_page: '3', per_page: '2', total: '6' } }, {}],
    ['with other names', { items: ITEMS, page: 2, totalPages: 3, pageSize: 2, totalCount: 6 }, {}],
    ['without the number of pages', { items: ITEMS, page: 2, limit: 2, count: 6 }, {}],
  ])('has a paginator %s', (_, data) => {
    const result = read('blogs', { error: false, data }, { parameters: { page: '2' } });
    expect(result).toMatchObject({
      answer: { data: { pagination: { current_page: 2, last_page: 3, per_page: 2, total: 6 } } },
    });
    expect(reasonsIn(result).join()).toMatch(/a paginator/);
  });

  it('has a paginator in the headers of WordPress and others', () => {
    const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [] });
    const answerTo = (page: string, length: number, paging: HeaderPaging) =>
      normaliser.normalise(readCall('blogs', { page }), {
        bytes: Buffer.from(JSON.stringify(Array.from({ length }, (_, index) => ({ id: index, name: 'A' })))),
        status: 200,
        paging,
      });
    const pages = { last_page: 3, total: 23 };
    expect(answerTo('1', 10, pages)).toMatchObject({
      answer: { data: { pagination: { current_page: 1, last_page: 3, per_page: 10, total: 23 } } },
    });
    expect(answerTo('3', 3, pages)).toMatchObject({
      answer: { data: { pagination: { current_page: 3, last_page: 3, per_page: 10, total: 23 } } },
    });
    expect(reasonsIn(answerTo('1', 10, { total: 23 })).join()).toMatch(/a paginator in the headers/);
  });

  it('with its own length beside it is complete', () => {
    const result = read('blogs', { error: false, data: { blogs: ITEMS, total: 2 } });
    expect(result).toMatchObject({
      answer: { data: { pagination: { current_page: 1, last_page: 1, total: 2 } }, faults: [] },
    });
  });

  it.each<[string, unknown]>([
    ['a map', { '2081/82': [{ id: 1, name: 'A' }], '2080/81': [{ id: 2, name: 'B' }] }],
    ['a map of the first years', { 2080: [{ id: 2, name: 'B' }], 2081: [{ id: 1, name: 'A' }] }],
    [
      'a list of groups',
      [
        { year: '2081/82', reports: [{ id: 1, name: 'A' }] },
        { year: '2080/81', reports: [{ id: 2, name: 'B' }] },
      ],
    ],
    ['a map under its name', { reports: { '2081/82': [{ id: 1, name: 'A' }], '2080/81': [{ id: 2, name: 'B' }] } }],
  ])('by years as %s is one list', (_, data) => {
    const result = read('report', { error: false, data });
    expect(namesIn(result, 'reports')).toEqual(['A', 'B']);
    expect(result).toMatchObject({
      answer: {
        data: {
          reports: [
            { fiscal_year: /^2081/.exec('2081') && expect.stringMatching(/^2081/) },
            { fiscal_year: expect.stringMatching(/^2080/) },
          ],
        },
      },
    });
    expect(reasonsIn(result).join()).toMatch(/groups: read as one list with their names as fiscal_year/);
  });

  it('by years and quarters is one list', () => {
    const data = {
      '2081/82': { Q1: [{ id: 1, name: 'A' }], 'Second quarter': [{ id: 2, name: 'B' }] },
      '2080/81': { id: 3, name: 'C' },
    };
    expect(read('report', { error: false, data })).toMatchObject({
      answer: {
        data: {
          reports: [
            { name: 'A', fiscal_year: '2081/82', quarter: 1 },
            { name: 'B', fiscal_year: '2081/82', quarter: 2 },
            { name: 'C', fiscal_year: '2080/81' },
          ],
        },
      },
    });
  });

  it('by groups has them as categories', () => {
    const data = { Forms: [{ id: 1, name: 'A' }], 'Legal texts': [{ id: 2, name: 'B' }] };
    expect(read('downloads', { error: false, data })).toMatchObject({
      answer: {
        data: {
          downloads: [
            { category: { slug: 'forms', name: 'Forms' } },
            { category: { slug: 'legal-texts', name: 'Legal texts' } },
          ],
        },
      },
    });
  });

  it('of items without an id and without pages gives them one', () => {
    const result = read('downloads', { error: false, data: { downloads: [{ name: 'A' }, { name: 'B' }] } });
    const again = read('downloads', { error: false, data: { downloads: [{ name: 'B' }, { name: 'A' }] } });
    expect(namesIn(result, 'downloads')).toEqual(['A', 'B']);
    expect(reasonsIn(result)).toEqual(['guessed : 2 items without id: expected one that does not change']);
    const idsOf = (answer: unknown) =>
      JSON.stringify(answer)
        .match(/"id":"\w+"/g)
        ?.sort();
    expect(idsOf(result)).toEqual(idsOf(again));
    // The page of a blog is at its id.
    expect(read('blogs', { error: false, data: { blogs: [{ name: 'A' }] } })).toMatchObject({
      kind: 'failed',
      status: 502,
    });
  });
});

describe('an item', () => {
  const [item] = ITEMS;
  const parameters = { id: '1' };
  it.each<[string, unknown, RegExp]>([
    ['directly as data', { error: false, data: item }, /the item directly: expected blog/],
    ['under another key', { error: false, data: { post: item } }, /the item in post: expected blog/],
    ['deeper under its name', { error: false, data: { blog: { data: item } } }, /the item in blog.data: expected blog/],
    ['in a list', { error: false, data: [item] }, /a list: the item in it is taken, expected blog/],
    ['in the list of all', { error: false, data: { blogs: [...ITEMS].reverse() } }, /a list: the item/],
    ['without the envelope', { id: 1, name: 'First' }, /no envelope/],
    ['with attributes', { error: false, data: { data: { id: 1, attributes: { name: 'First' } } } }, /the item in data/],
  ])('%s is found', (_, body, guess) => {
    const result = read('blogs/{id}', body, { parameters });
    expect(result).toMatchObject({ answer: { data: { blog: { id: '1', name: 'First' } } } });
    expect(reasonsIn(result).join()).toMatch(guess);
  });

  it('is found in a list by its slug, and is missing where it is not in the list', () => {
    const body = { error: false, data: { blogs: ITEMS } };
    expect(read('blogs/{id}', body, { parameters: { id: 'second' } })).toMatchObject({
      answer: { data: { blog: { id: '2' } } },
    });
    expect(read('blogs/{id}', body, { parameters: { id: '9' } })).toMatchObject({ kind: 'failed', status: 404 });
  });

  it.each([
    { error: false, data: { message: 'hello' } },
    { error: false, data: 'x' },
    { error: false, data: { blog: 'x' } },
  ])('is not made of %j', (body) =>
    expect(read('blogs/{id}', body, { parameters })).toMatchObject({ kind: 'failed', status: 502 }),
  );
});

it('whose pages count from 0 is named: the page is another one', () => {
  const data = { content: ITEMS, number: 2, size: 2, totalPages: 4, totalElements: 8 };
  const result = read('blogs', data, { parameters: { page: '2' } });
  expect(reasonsIn(result).at(-1)).toMatch(/^dropped blogs: page 3, where page 2 was asked for/);
});

it.each<[string, object]>([
  ['an object in it', { id: 1, title: 'Clerk', department: { id: 3, name: 'Finance' } }],
  ['a list in it', { id: 1, title: 'Clerk', files: [{ id: 1, name: 'Form', location: '/a.pdf' }] }],
])('whose names are not known is not %s', (_, item) => {
  for (const data of [item, { career: item }])
    expect(read('career/{id}', { error: false, data }, { parameters: { id: '1' } })).toMatchObject({
      kind: 'failed',
      status: 502,
    });
});

it('may be made of settings: a list of names and values', () => {
  const settings = [
    { key: 'address', value: 'Naxal' },
    { key: 'latitude', value: '27.7' },
  ];
  expect(read('contact', { error: false, data: settings })).toMatchObject({
    answer: { data: { contact: { address: 'Naxal', latitude: 27.7 } } },
  });
  expect(read('contact', { error: false, data: [{ name: 'Head' }, { name: 'Branch' }] })).toMatchObject({
    kind: 'failed',
    status: 502,
  });
});

it('names another page than the one that was asked for', () => {
  const data = { blogs: ITEMS, pagination: { current_page: 1, last_page: 3, per_page: 2, total: 6 } };
  expect(reasonsIn(read('blogs', { error: false, data }, { parameters: { page: '2' } }))).toEqual([
    "dropped blogs: page 1, where page 2 was asked for: mapping.yaml needs the API's name of page in parameters",
  ]);
});

it('of the home page are its parts, in data or in one object', () => {
  const parts = { sliders: [{ type: 1, title: 'S' }], blogs: ITEMS };
  expect(namesIn(read('home', { error: false, data: parts }), 'blogs')).toEqual(['First', 'Second']);
  expect(reasonsIn(read('home', { error: false, data: { home: parts } }))).toEqual([
    'guessed : the parts in home: expected in data itself',
  ]);
  expect(read('home', { error: false, data: { anything: 1 } })).toMatchObject({ kind: 'failed', status: 502 });
});

it.each([
  { success: false, message: 'No' },
  { status: 0, msg: 'No', data: [] },
  { Status: 'Failed', Message: 'No', Data: [] },
  { status: 'error', message: 'No' },
  { status: 401, message: 'No' },
  { code: 500, message: 'No' },
  { errors: { name: ['required'] }, message: 'No' },
  { error: 0, data: { blogs: ITEMS }, message: 'No' },
  { error: 'false', data: { blogs: ITEMS }, message: 'No' },
])('%j is a failure', (body) => {
  expect(read('blogs', body)).toEqual({ kind: 'refused', message: 'No' });
});

describe('a value that does not fit', () => {
  it('is named with its item and field, and what was received', () => {
    const blogs = [{ id: 7, name: 'One', created_at: '01/10/2026', files: [{ location: '/a.jpg', width: 'wide' }] }];
    expect(faultsIn(read('blogs', { error: false, data: { blogs } }))).toEqual([
      {
        kind: 'dropped',
        id: '7',
        path: 'blogs[0].files[0].width',
        reason: expect.stringMatching(/a number.*, received "wide"$/),
      },
      {
        kind: 'dropped',
        id: '7',
        path: 'blogs[0].created_at',
        reason: expect.stringMatching(/^Expected a date.*, received "01\/10\/2026"$/),
      },
    ]);
  });

  it('may be a single one in the place of a list, or the address of a file', () => {
    const blogs = [{ id: 7, name: 'One', created_at: '2026-01-01', tags: 'profit', files: ['/a.jpg'] }];
    const result = read('blogs', { error: false, data: { blogs } });
    expect(result).toMatchObject({
      answer: { data: { blogs: [{ tags: ['profit'], files: [{ location: '/a.jpg' }] }] } },
    });
    expect(reasonsIn(result)).toEqual([
      'guessed blogs[0].files[0]: a text: read as {location}',
      'guessed blogs[0].tags: a single value: read as a list of one',
    ]);
  });
});

it('of a plain text that is written as in HTML is read, and reported', () => {
  const news = {
    id: 2,
    name: 'Company&#8217;s AGM &amp; dividend',
    summary: 'Profit &gt; 8% &ndash; &#8220;record&#8221; &amp;amp; <more> AT&T &c.',
    created_at: '2026-01-01',
    category: { slug: 'a', name: 'A &amp; B' },
  };
  const result = read('news/{id}', { error: false, data: { news } }, { parameters: { id: '2' } });
  expect(result).toMatchObject({
    answer: {
      data: {
        news: {
          name: 'Company’s AGM & dividend',
          summary: 'Profit > 8% – “record” & <more> AT&T &c.',
          category: { name: 'A & B' },
        },
      },
    },
  });
  expect(reasonsIn(result)).toEqual([
    'guessed name: written as in HTML: read as "Company’s AGM & dividend"',
    'guessed summary: written as in HTML: read as "Profit > 8% – “record” & <more> AT&T &c."',
    'guessed name: written as in HTML: read as "A & B"',
  ]);
});

it('of a tag, a cell or the label of a filter that is written as in HTML is read', () => {
  const blogs = [{ id: 7, name: 'One', created_at: '2026-01-01', tags: ['R&amp;D', 'Cable Car &#038; Tourism'] }];
  const filters = { category: [{ value: 'r&amp;d', label: 'R&amp;D', count: 1 }] };
  const list = read('blogs', {
    error: false,
    data: { blogs, filters, pagination: { current_page: 1, last_page: 2, per_page: 1, total: 2 } },
  });
  expect(list).toMatchObject({
    answer: {
      data: {
        blogs: [{ tags: ['R&D', 'Cable Car & Tourism'] }],
        // The value goes back to the CMS.
        filters: { category: [{ value: 'r&amp;d', label: 'R&D' }] },
      },
    },
  });
  expect(reasonsIn(list)).toContain('guessed blogs[0].tags[0]: written as in HTML: read as "R&D"');
  const dataset = {
    id: 1,
    name: 'Issues',
    created_at: '2026-01-01',
    columns: [{ key: 'company' }, { key: 'result', type: 'link' }],
    rows: [
      ['Cable Car &amp; Tourism', '[Terms &amp; result](https://x.example/?a=1&b=2)'],
      ['Other', ''],
    ],
    filters: ['company'],
  };
  expect(read('dataset/{slug}', { error: false, data: { dataset } }, { parameters: { slug: '1' } })).toMatchObject({
    answer: {
      data: {
        dataset: {
          rows: [
            [{ text: 'Cable Car & Tourism' }, { text: 'Terms & result', href: 'https://x.example/?a=1&b=2' }],
            [{ text: 'Other' }, { text: '' }],
          ],
          choices: { company: [{ label: 'Cable Car & Tourism' }, { label: 'Other' }] },
        },
      },
    },
  });
});

it('that is no telephone and no mailbox is shown as text, and reported', () => {
  const contact = {
    phones: ['Ask us', '01-4123456'],
    emails: ['a@b'],
    officers: [{ role: 'R', name: 'N', phone: '12' }],
  };
  expect(reasonsIn(read('contact', { error: false, data: { contact } }))).toEqual([
    'guessed phones[0]: Ask us: no telephone number: expected one such as +977-1-5550100: shown as text',
    'guessed emails[0]: a@b: no e-mail address: expected one such as office@example.org: shown as text',
    'guessed officers[0]: 12: no telephone number: expected one such as +977-1-5550100: shown as text',
  ]);
});

it('whose year may be one of Bikram Sambat is read, and doubted', () => {
  const blogs = [{ id: 7, name: 'One', created_at: '2060-05-12' }];
  expect(reasonsIn(read('blogs', { error: false, data: { blogs } }))).toEqual([
    'guessed blogs[0].created_at: read as the year 2060 AD: if it is Bikram Sambat, mapping.yaml needs dates: [BS YYYY-MM-DD]',
  ]);
});

it('shows no draft, in a list or by itself', () => {
  const items = [
    { id: 1, name: 'A', status: 'draft' },
    { id: 2, name: 'B', draft: 1 },
    { id: 3, name: 'C', draft: false, status: 'published' },
  ];
  expect(namesIn(read('blogs', { error: false, data: { blogs: items } }), 'blogs')).toEqual(['C']);
  expect(read('blogs/{id}', { error: false, data: { blog: items[0] } }, { parameters: { id: '1' } })).toMatchObject({
    kind: 'failed',
    status: 404,
  });
  // All of them: an empty list, and no failure.
  expect(namesIn(read('blogs', { error: false, data: { blogs: items.slice(0, 2) } }), 'blogs')).toEqual([]);
});

describe('a mapping', () => {
  const mapping: Mapping = {
    data: 'result',
    dates: ['DD/MM/YYYY', 'BS D MMMM YYYY'],
    calls: {
      blogs: {
        content: 'posts.rows',
        fields: {
          name: 'title',
          files: '[{location: photo, alt: caption}]',
          created_by: '{name: author.full_name}',
          id: 'post_id',
        },
        values: { status: { 1: 'published', 0: 'draft' } },
      },
      bod: { content: '@', fields: { name: 'title', designation: 'post' }, dates: ['MM/DD/YYYY'] },
    },
  };
  const rows = [
    { post_id: 5, title: 'One', photo: '/a.jpg', author: { full_name: 'Sita' }, created_at: '02/10/2026', status: 1 },
    { post_id: 6, title: 'Two', created_at: '32 Sharwan 2081', status: '0' },
    { post_id: 8, title: 'Three', created_at: '17 Sharwan 2081', status: 1 },
  ];

  it('says where the list is, and what its fields, values and dates mean', () => {
    const result = read('blogs', { status: 'ok', result: { posts: { rows } } }, { mapping });
    expect(result).toMatchObject({
      answer: {
        faults: [],
        data: {
          blogs: [
            {
              id: '5',
              name: 'One',
              created_at: expect.stringMatching(/^2026-10-02T/),
              created_by: { name: 'Sita' },
              files: [{ location: '/a.jpg' }],
            },
            { id: '8', name: 'Three', created_at: expect.stringMatching(/^2024-08-01T/), files: [] },
          ],
        },
      },
    });
  });

  it('is that of the list for the call of an item', () => {
    const result = read('blogs/{id}', { result: rows[0] }, { mapping, parameters: { id: '5' } });
    expect(result).toMatchObject({ answer: { data: { blog: { id: '5', name: 'One' } } } });
  });

  it('makes plain text of HTML', () => {
    const rows = [{ post_id: 5, title: 'Tender &amp; Quotation &#8211; 1' }];
    expect(namesIn(read('blogs', { result: { posts: { rows } } }, { mapping }), 'blogs')).toEqual([
      'Tender & Quotation – 1',
    ]);
  });

  it('may be of one call', () => {
    const members = [{ id: 1, title: 'Hari', post: 'Chairperson', appointed_at: '02/10/2026' }];
    expect(read('bod', { result: members }, { mapping })).toMatchObject({
      answer: {
        data: {
          members: [{ name: 'Hari', designation: 'Chairperson', appointed_at: expect.stringMatching(/^2026-02-10T/) }],
        },
      },
    });
  });

  it('leaves answers in the contract’s form as they are', () => {
    const result = read(
      'blogs',
      { error: false, data: { blogs: ITEMS } },
      { mapping: { ...mapping, calls: { blogs: { fields: { name: 'title' } } } } },
    );
    expect(namesIn(result, 'blogs')).toEqual(['First', 'Second']);
  });

  it('names what it does not find', () => {
    expect(read('blogs', { result: { other: 1 } }, { mapping })).toMatchObject({
      kind: 'failed',
      message: 'upstream: mapping.yaml: there is nothing at content: posts.rows',
    });
  });

  it('gives a reason for a date that is none', () => {
    const result = read(
      'blogs',
      { result: { posts: { rows: [{ post_id: 1, title: 'One', created_at: '31/02/2026' }] } } },
      { mapping },
    );
    expect(faultsIn(result)[0]?.reason).toMatch(/there is no such day, received "31\/02\/2026"/);
  });
});

describe('the period of a report', () => {
  const periodsOf = (...names: string[]) => {
    const result = read('report', { error: false, data: { reports: names.map((name, id) => ({ id, name })) } });
    const { reports } = Object(result.kind === 'answer' ? result.answer.data : undefined);
    const periods = reports.map(({ fiscal_year = '-', quarter = '-' }) => `${fiscal_year} ${quarter}`);
    return { periods, reasons: reasonsIn(result) };
  };

  it('is in its title, where the API does not say it', () => {
    const { periods, reasons } = periodsOf(
      'AEF Quarter 2 FY 2082/83',
      'Q3 2081-82',
      'Third quarter of 2080/2081',
      'Annual 2079/80',
      'AEF_MONTHLY NAV  KARTIK 2083',
      'NAV of Ashad 2083',
    );
    expect(periods).toEqual(['2082/83 2', '2081/82 3', '2080/81 3', '2079/80 -', '2083/84 -', '2082/83 -']);
    expect(reasons).toContain(
      'guessed : the fiscal years of 6 reports from their titles: expected fiscal_year and quarter',
    );
  });

  it('is none in a month, a day or years that do not follow each other', () => {
    const { periods, reasons } = periodsOf(
      'NAV of 2082-05',
      'As of 2082-12-30',
      '2079/81',
      'Monthly NAV of April 2026',
      'NAV 2083',
      '12082/83',
    );
    expect(new Set(periods)).toEqual(new Set(['- -']));
    expect(reasons).toEqual([]);
  });

  it('is what the API says', () => {
    const reports = [{ id: 1, name: 'Q1 2082/83', fiscal_year: '2081/82' }];
    expect(read('report', { error: false, data: { reports } })).toMatchObject({
      answer: { data: { reports: [{ fiscal_year: '2081/82' }] } },
    });
  });
});
