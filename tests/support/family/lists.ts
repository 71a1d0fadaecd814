import type { Fields } from './contract.ts';
import { DIRECTLY, type Form, type Guess, under } from './form.ts';

/* Forms whose lists are no arrays, or have other names. */

const envelope = (data: unknown) => ({ error: false, data });

/** Items by a text of theirs, in the order of their first item. */
function groupBy(items: readonly Fields[], textOf: (item: Fields) => string): [name: string, items: Fields[]][] {
  const groups = new Map<string, Fields[]>();
  for (const item of items) groups.set(textOf(item), [...(groups.get(textOf(item)) ?? []), item]);
  return [...groups];
}

const fiscalYear = ({ fiscal_year }: Fields) => String(fiscal_year);
const yearOf = ({ published_at, created_at, event_date }: Fields) =>
  String(published_at ?? created_at ?? event_date ?? '2024').slice(0, 4);
const withoutYear = ({ fiscal_year: _, ...report }: Fields): Fields => report;
const withoutCategory = ({ category: _, ...item }: Fields): Fields => item;
const categoryName = (item: Fields) => String(categoryOf(item).name);
const categoryOf = ({ category }: Fields): Fields => Object(category);

/** The lists with a year in their items. */
const DATED = ['blogs', 'news', 'notice', 'album', 'career'];

const IN_LIST: Guess = [
  /\/|^(?:about|introduction|profile|site|contact|companyInfo)$/,
  /^a list: the item in it is taken, expected \w+$/,
];
const REPORT = /^report(?:\?|$)/;
const YEARS = /^a map of groups: read as one list with their names as fiscal_year$/;
const CATEGORIES = /^a list of groups: read as one list with their names as category$/;

export const LISTS: Form[] = [
  {
    name: 'lists under other keys',
    guesses: [
      [/^blogs/, /^the list in posts: /],
      [/^notice$/, /^the list in notice_list: /],
      [/^bod$/, /^the list in board: /],
      [REPORT, /^the list in documents: /],
      under('items'),
    ],
    body: ({ call, items, data }) => {
      const keys: Record<string, string> = { blogs: 'posts', notice: 'notice_list', bod: 'board', report: 'documents' };
      return envelope(items ? { [keys[call] ?? 'items']: items, total: items.length } : data);
    },
  },
  {
    name: 'a list beside what a page of it needs',
    guesses: [under('items')],
    body: ({ items, data }) => envelope(items ? { title: 'All', items, banner: { url: '/storage/banner.jpg' } } : data),
  },
  {
    name: "PHP's maps",
    body: ({ items, name = '', data }) =>
      envelope(items ? { [name]: Object.fromEntries(items.map((item, index) => [index + 3, item])) } : data),
  },
  {
    name: "PHP's maps directly as data, by id",
    guesses: [DIRECTLY],
    body: ({ items, data }) =>
      envelope(items ? Object.fromEntries(items.map((item) => [String(item.id), item])) : data),
  },
  {
    name: 'a list with one item for an item',
    guesses: [IN_LIST],
    body: ({ items, name, content, data }) => envelope(items || !name ? data : [content]),
  },
  {
    name: 'an item under another key',
    guesses: [under('details')],
    body: ({ items, name, content, data }) => envelope(items || !name ? data : { details: content }),
  },
  {
    name: 'years as a map, which the items repeat',
    guesses: [DIRECTLY, [/^(?:blogs|news|notice|album|career|report)/, YEARS]],
    body: ({ call, items, data }) => {
      if (items && call === 'report') return envelope(Object.fromEntries(groupBy(items, fiscalYear)));
      if (items && DATED.includes(call)) return envelope(Object.fromEntries(groupBy(items, yearOf)));
      return envelope(data);
    },
  },
  {
    name: 'years as a map below the name of the list',
    guesses: [[REPORT, YEARS]],
    body: ({ call, items, name = '', data }) => {
      if (items && call === 'report') return envelope({ [name]: Object.fromEntries(groupBy(items, fiscalYear)) });
      return envelope(data);
    },
  },
  {
    name: 'years as a map, which alone has them',
    guesses: [DIRECTLY, [REPORT, YEARS]],
    body: ({ call, items, data }) => {
      if (!items || call !== 'report') return envelope(data);
      const years = groupBy(items, fiscalYear).map(([year, reports]) => [year, reports.map(withoutYear)]);
      return envelope(Object.fromEntries(years));
    },
  },
  {
    name: 'groups with a list each',
    guesses: [DIRECTLY, [REPORT, /^a list of groups: .* as fiscal_year$/], [/^faq$/, CATEGORIES]],
    body: ({ call, items, data }) => {
      if (items && call === 'report')
        return envelope(
          groupBy(items, fiscalYear).map(([year, reports]) => ({ year, reports: reports.map(withoutYear) })),
        );
      if (items && call === 'faq')
        return envelope(
          groupBy(items, categoryName).map(([name, faqs]) => ({ name, items: faqs.map(withoutCategory) })),
        );
      return envelope(data);
    },
  },
  {
    name: 'categories with their items',
    guesses: [DIRECTLY, [/^faq$/, CATEGORIES]],
    body: ({ call, items, data }) =>
      envelope(
        items && call === 'faq'
          ? groupBy(items, categoryName).map(([name, faqs], index) => ({
              id: index + 1,
              ...categoryOf(faqs[0] ?? {}),
              name,
              faqs: faqs.map(withoutCategory),
            }))
          : data,
      ),
  },
  {
    name: 'categories as a map of their items',
    guesses: [[/^faq$/, /^a map of groups: .* as category$/]],
    body: ({ call, items, data }) =>
      envelope(
        items && call === 'faq'
          ? Object.fromEntries(groupBy(items, categoryName).map(([name, faqs]) => [name, faqs.map(withoutCategory)]))
          : data,
      ),
  },
  {
    name: 'parallel date[], title[] and file[], without ids',
    guesses: [
      [REPORT, /^lists of the same length \(date, title, file, year, quarter, category\): read as one list/],
      [REPORT, /^3 items without id: /],
    ],
    hasNoIds: ['/report'],
    mapping: `calls:
  report:
    fields:
      name: title
      published_at: date
      fiscal_year: year
      category: "category && {slug: lower(category), name: category}"
      files: "[{location: file, mime: 'application/pdf'}]"
`,
    body: ({ call, items, data }) => {
      if (!items || call !== 'report') return envelope(data);
      return envelope({
        date: items.map((item) => item.published_at ?? null),
        title: items.map((item) => item.name),
        file: items.map(({ files }) => Object(files)[0].location),
        year: items.map((item) => item.fiscal_year ?? null),
        quarter: items.map((item) => item.quarter ?? null),
        category: items.map((item) => categoryOf(item).name ?? null),
      });
    },
  },
  {
    name: 'date[] beside data[]',
    mapping: `calls:
  news:
    content: "zip(date, data)[*].merge([1], {published_at: [0]})"
`,
    body: ({ call, items, data }) =>
      envelope(
        items && call === 'news'
          ? {
              date: items.map(({ published_at }) => published_at),
              data: items.map(({ published_at: _, ...item }) => item),
            }
          : data,
      ),
  },
  {
    name: 'lists only, without a call of an item',
    guesses: [IN_LIST],
    mapping: `calls:
  blogs/{id}: { path: blogs }
  news/{id}: { path: news }
  notice/{id}: { path: notice }
  album/{id}: { path: album }
  career/{id}: { path: career }
  department/{id}: { path: department }
  page/{slug}: { path: page }
  about: { path: page }
  introduction: { path: page }
  profile: { path: page }
`,
    pathOf: ({ path }) =>
      /^(?:services|category)\/|^[a-zA-Z-]+$/.test(path) && !TEXT_PAGES.has(path) ? path : undefined,
    body: ({ data }) => envelope(data),
  },
];

const TEXT_PAGES = new Set(['about', 'introduction', 'profile']);
