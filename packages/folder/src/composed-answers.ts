import { arrangeList, type Call, isPublished, type ListItem } from '@foyer/gateway';
import {
  CATEGORISED,
  type CallPath,
  type ComposedPath,
  ContentError,
  calls,
  hiddenCalls,
  ITEM_NAME,
} from '@foyer/model';
import { arrangeTable, factsOf } from '@foyer/tables';
import { type AnswerSource, findItem, found, listAnswer } from './answer-parts.ts';
import type { Content } from './content-store.ts';
import { convertInTurns } from './convert-in-turns.ts';

/* The answers that contain several kinds of content. */

/** Of each list about a subject. */
const SUBJECT_ITEMS = 6;
const NEWEST_ROWS = { page: 1, perPage: 5, filters: {} };
/** Of each list on the home page. */
const LATEST = { page: 1, perPage: 6, filters: {} };

type ComposedAnswer = (source: AnswerSource, call: Call, name: string) => Promise<object>;

export const isComposed = (path: CallPath): path is ComposedPath => calls[path].folderAnswer === 'composed';

export const composedAnswers: Record<ComposedPath, ComposedAnswer> = {
  async site({ content }) {
    return {
      site: {
        ...found(content.site),
        theme: content.theme,
        screens: content.screens,
        sections: content.home?.sections,
      },
    };
  },
  async home({ content, texts }) {
    const { sliders, virtues } = content;
    const sections = new Set(content.home?.sections.map(({ section }) => section));
    const latest = <Item extends ListItem>(items: readonly Item[]) =>
      convertInTurns(arrangeList(items, LATEST, { filters: [] }).items, (item) => texts.forList(item));
    return {
      ...content.home,
      sliders,
      virtues,
      blogs: await latest(content.blogs),
      news: sections.has('news') ? await latest(content.news) : [],
      albums: sections.has('albums') ? await latest(content.album) : [],
    };
  },
  async category({ content }) {
    return { categories: categoriesOf(content) };
  },
  async 'category/{slug}'(source, call, slug) {
    const { items, types } = categoryItems(source.content, slug);
    const list = await listAnswer(source, call, items, (item) => ({ type: types.get(item) }));
    return { category: found(items.find(isPublished)?.category), ...list };
  },
  async dataset(source, call) {
    const { content, tables, today } = source;
    return listAnswer(source, call, content.data, (item) => {
      const head = content.data.find((each) => each === item);
      return head ? factsOf(tables.tableOf(head), head, today) : {};
    });
  },
  async 'dataset/{slug}'({ content, texts, tables, locale, today }, { table }, slug) {
    const head = findItem(content.data, slug);
    const arranged = arrangeTable(tables.tableOf(head), head, found(table), { locale, today });
    if (arranged.pagination.current_page > arranged.pagination.last_page)
      throw new ContentError(404, `no page ${arranged.pagination.current_page}`);
    return { dataset: { ...arranged, ...texts.forDetail(head), columns: arranged.columns } };
  },
  async 'subject/{slug}'({ content, texts, tables, locale, today }, _call, slug) {
    const about = <Item extends ListItem & { subject?: { slug: string } }>(items: readonly Item[]) =>
      arrangeList(items, { page: 1, perPage: items.length + 1, filters: {} }, { filters: [] }).items.filter(
        ({ subject }) => subject?.slug === slug,
      );
    const lists = {
      datasets: about(content.data),
      report: about(content.report),
      notice: about(content.notice),
      downloads: about(content.downloads),
      news: about(content.news),
    };
    const all = Object.entries(lists);
    if (all.every(([, items]) => items.length === 0)) throw new ContentError(404, 'nothing names this subject');
    const main = lists.datasets.find(({ chart }) => chart);
    const arranged = main && arrangeTable(tables.tableOf(main), main, NEWEST_ROWS, { locale, today });
    const shown = await Promise.all(
      all.map(async ([name, items]) => [
        name,
        await convertInTurns(items.slice(0, SUBJECT_ITEMS), (item) => texts.forList(item)),
      ]),
    );
    return {
      ...Object.fromEntries(shown),
      datasets: lists.datasets.map((head) => ({ ...head, ...factsOf(tables.tableOf(head), head, today) })),
      main: main && { ...arranged, ...main, columns: arranged?.columns },
      totals: Object.fromEntries(all.map(([name, items]) => [name, items.length])),
    };
  },
  async 'services/{slug}'({ content, texts }, _call, slug) {
    return {
      service: texts.forDetail(findItem(content.services, slug)),
      services: content.services.filter(isPublished),
    };
  },
};

const CATEGORISED_KINDS = Object.entries(CATEGORISED) as [keyof typeof CATEGORISED, 'blogs' | 'news' | 'notice'][];

/** Those that the site has. */
function categorisedKinds({ screens }: Content) {
  const hidden = hiddenCalls({ screens });
  return CATEGORISED_KINDS.filter(([, kind]) => !hidden.has(kind));
}

/** The categories of published items that have a page. */
function categoriesOf(content: Content): NonNullable<ListItem['category']>[] {
  const categories = new Map<string, NonNullable<ListItem['category']>>();
  for (const [, kind] of categorisedKinds(content)) {
    for (const item of content[kind]) {
      if (item.category && ITEM_NAME.test(item.category.slug) && isPublished(item))
        categories.set(item.category.slug, item.category);
    }
  }
  return [...categories.values()];
}

interface CategoryItems {
  items: readonly ListItem[];
  types: ReadonlyMap<ListItem, string>;
}

/** By slug: the same list for each request, so that it is arranged once. */
const itemsOfCategories = new WeakMap<Content, Map<string, CategoryItems>>();

/** The items of a category with the type of each, unpublished ones too. */
function categoryItems(content: Content, slug: string): CategoryItems {
  const bySlug = itemsOfCategories.get(content) ?? new Map<string, CategoryItems>();
  itemsOfCategories.set(content, bySlug);
  const known = bySlug.get(slug);
  if (known) return known;
  const types = new Map<ListItem, string>();
  for (const [type, kind] of categorisedKinds(content)) {
    for (const item of content[kind]) if (item.category?.slug === slug) types.set(item, type);
  }
  const made = { items: [...types.keys()], types };
  // Visitors can invent any number of categories.
  if (types.size > 0) bySlug.set(slug, made);
  return made;
}
