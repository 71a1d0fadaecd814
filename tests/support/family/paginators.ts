import type { Answer, Page } from './contract.ts';
import { DIRECTLY, type Form, type Guess, NO_ENVELOPE, PARTS_IN_DATA, under } from './form.ts';

/* Forms that page their lists, with paginators of other forms and names than the contract's. */

const PAGING = { page: 'page', size: 'per_page', defaultSize: 12 };

/** A form whose lists have a paginator; its other answers are as `otherwise` says. */
const paged = (
  form: Omit<Form, 'body' | 'paging'> & Partial<Pick<Form, 'paging'>>,
  listed: (items: unknown, page: Page, answer: Answer) => unknown,
  otherwise: (answer: Answer) => unknown = ({ data }) => ({ error: false, data }),
): Form => ({
  paging: PAGING,
  ...form,
  body: (answer) => (answer.page ? listed(answer.items, answer.page, answer) : otherwise(answer)),
});

/** Lists without pages, as `faq`, are in the form of the contract. */
const named = (reason: RegExp): Guess => [
  /^(?:blogs|news|notice|album|career|department|report|downloads|dataset|service-center)/,
  reason,
];

const URL_OF_LIST = 'https://cms.example/api/list';
const link = (number: number, { last }: Page) => (number < 1 || number > last ? null : `${URL_OF_LIST}?page=${number}`);
const links = (page: Page) => [
  { url: link(page.current - 1, page), label: '&laquo; Previous', active: false },
  { url: link(page.current, page), label: String(page.current), active: true },
  { url: link(page.current + 1, page), label: 'Next &raquo;', active: false },
];
const range = ({ current, size, total }: Page) => ({
  from: (current - 1) * size + 1,
  to: Math.min(current * size, total),
});

/** Laravel's `paginate()` as JSON. */
const laravel = (data: unknown, page: Page) => ({
  current_page: page.current,
  data,
  first_page_url: link(1, page),
  ...range(page),
  last_page: page.last,
  last_page_url: link(page.last, page),
  links: links(page),
  next_page_url: link(page.current + 1, page),
  path: URL_OF_LIST,
  per_page: page.size,
  prev_page_url: link(page.current - 1, page),
  total: page.total,
});

/** Laravel's `Resource::collection(… ->paginate())` as JSON. */
const resources = (data: unknown, page: Page) => ({
  data,
  links: {
    first: link(1, page),
    last: link(page.last, page),
    prev: link(page.current - 1, page),
    next: link(page.current + 1, page),
  },
  meta: {
    current_page: page.current,
    ...range(page),
    last_page: page.last,
    links: links(page),
    path: URL_OF_LIST,
    per_page: page.size,
    total: page.total,
  },
});

export const PAGINATORS: Form[] = [
  paged({ name: 'a Laravel paginator directly as data', guesses: [named(DIRECTLY[1])] }, (items, page) => ({
    error: false,
    data: laravel(items, page),
  })),
  paged({ name: 'a Laravel paginator under the name of the list' }, (items, page, { name = '' }) => ({
    error: false,
    data: { [name]: laravel(items, page) },
  })),
  paged(
    { name: 'a Laravel paginator in {success: true, data}', guesses: [NO_ENVELOPE, PARTS_IN_DATA, under('data')] },
    (items, page) => ({ success: true, data: laravel(items, page) }),
    ({ content }) => ({ success: true, data: content }),
  ),
  paged(
    { name: 'a Laravel paginator as the whole body', guesses: [NO_ENVELOPE, DIRECTLY] },
    (items, page) => laravel(items, page),
    ({ content }) => content,
  ),
  paged(
    {
      name: "a Laravel paginator with Laravel's own 15 items",
      guesses: [named(DIRECTLY[1])],
      paging: { ...PAGING, defaultSize: 15 },
      mapping: 'parameters:\n  per_page: per_page\n',
    },
    (items, page) => ({ error: false, data: laravel(items, page) }),
  ),
  paged(
    {
      name: "Laravel's resources, {data, links, meta}",
      guesses: [NO_ENVELOPE, PARTS_IN_DATA, under('data'), named(/^a paginator beside the list: expected pagination$/)],
    },
    resources,
    ({ content }) => ({ data: content }),
  ),
  paged(
    {
      name: '{items, page, pages, limit, count}',
      guesses: [
        named(/^the list in items: /),
        named(/^a paginator with page \(expected current_page\), pages \(expected last_page\), limit .*, count /),
      ],
      mapping: 'parameters:\n  per_page: limit\n',
      paging: { ...PAGING, size: 'limit' },
    },
    (items, { current, last, size, total }) => ({
      error: false,
      data: { items, page: current, pages: last, limit: size, count: total },
    }),
  ),
  paged(
    {
      name: '{posts, currentPage, totalPages, perPage, totalItems}',
      guesses: [
        named(/^the list in posts: /),
        named(/^a paginator with currentPage .*, totalPages .*, perPage .*, totalItems /),
      ],
    },
    (posts, { current, last, size, total }) => ({
      error: false,
      data: { posts, currentPage: current, totalPages: last, perPage: size, totalItems: total },
    }),
  ),
  paged(
    {
      name: '{data, page, totalPages} beside each other',
      guesses: [named(/^the list in data: /), named(/^a paginator with page .*, totalPages .*, limit /)],
    },
    (data, { current, last, size, total }) => ({
      error: false,
      data,
      page: current,
      totalPages: last,
      limit: size,
      total,
    }),
  ),
  paged(
    {
      name: '{items, total_count, per_page}',
      guesses: [
        NO_ENVELOPE,
        DIRECTLY,
        named(/^the list in items: /),
        [/^blogs/, /^a paginator with total_count \(expected total\): expected pagination$/],
      ],
      // A list that has as many items as it names is complete.
      complete: /^\/(?!blogs)/,
      mapping: 'parameters:\n  page: page_no\n',
      paging: { ...PAGING, page: 'page_no' },
    },
    (items, { size, total }) => ({ items, total_count: total, per_page: String(size) }),
    ({ content }) => content,
  ),
  paged(
    {
      name: '{list, meta: {pagination}}, as of Fractal',
      guesses: [named(/^the list in list: /), named(/^a paginator with total_pages \(expected last_page\): /)],
    },
    (items, { current, last, size, total }) => ({
      error: false,
      data: {
        list: items,
        meta: {
          pagination: { total, count: size, per_page: size, current_page: current, total_pages: last, links: {} },
        },
      },
    }),
  ),
  paged(
    {
      name: '{success: true, data, meta} with the names of the contract',
      guesses: [NO_ENVELOPE, PARTS_IN_DATA, named(/^a paginator with page .*, pages .*, limit .*, count /)],
    },
    (_, { current, last, size, total }, { data }) => ({
      success: true,
      data,
      meta: { page: current, pages: last, limit: size, count: total },
    }),
    ({ data }) => ({ success: true, data }),
  ),
];

/** Laravel's `simplePaginate()`: it does not say how many pages there are. */
export const SIMPLE_PAGINATOR = paged({ name: "Laravel's simplePaginate" }, (items, page) => {
  const { last_page: _last, last_page_url: _url, links: _links, total: _total, ...simple } = laravel(items, page);
  return { error: false, data: simple };
});
