import { CATEGORISED, type CategoryItem, calls, type Site } from '@foyer/model';
import { atMost } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { FilterValue, ListItem } from './arrange-list.ts';
import { type Call, DEFAULT_PER_PAGE, FEED_PER_PAGE, MAX_PER_PAGE } from './call.ts';
import type { ListAnswerData } from './page-of-list.ts';
import { siteLinks } from './site-links.ts';

/** Addresses of items; about 100 bytes each. */
const MAX_ITEMS = 50_000;
/** Lists with their filters, each with its number of pages. */
const MAX_LISTS = 5_000;

/**
 * The calls to which earlier answers lead: items of lists, pages of lists, values of filters, links of the menu. Visitors can
 * invent any number of other calls; those unlisted calls share a small part of the upstream, the caches and the disk.
 */
export class ListedCalls {
  /** Of our own screens and feeds: any other is invented. */
  readonly #pageSizes = new Set([DEFAULT_PER_PAGE, FEED_PER_PAGE, MAX_PER_PAGE]);
  readonly #items = new LRUCache<string, true>(atMost(MAX_ITEMS));
  readonly #lastPages = new LRUCache<string, number>(atMost(MAX_LISTS));
  readonly #filters = new LRUCache<string, Map<string, Set<string>>>(atMost(MAX_LISTS));

  has(call: Call): boolean {
    const { path, prefix, base, list, table } = call;
    // Anyone can invent words, days and values.
    if (table && (table.search || table.from || table.to || Object.keys(table.filters).length > 0)) return false;
    // An edition shows the items of the default one that it does not have.
    if (path.includes('{') && !this.#items.has(base) && !this.#items.has(base.slice(prefix.length))) return false;
    return !list || (this.#hasList(base, list) && list.query.page <= (this.#lastPages.get(listKey(call)) ?? 1));
  }

  /** Whether the list with these filters is listed, whatever its page. */
  #hasList(base: string, { unpaged, query }: NonNullable<Call['list']>): boolean {
    if (query.search !== undefined || query.near || (!unpaged && !this.#pageSizes.has(query.perPage))) return false;
    const filters = this.#filters.get(base);
    return Object.entries(query.filters).every(([name, value]) => filters?.get(name)?.has(value));
  }

  /** Notes the calls to which an answer leads. */
  note(call: Call, data: object): void {
    const { path, prefix, base, list } = call;
    if (list) {
      const { pagination, filters } = data as ListAnswerData;
      // Unlisted lists must not evict listed ones.
      if (this.#hasList(base, list)) this.#lastPages.set(listKey(call), pagination.last_page);
      // A filtered list may have fewer values; the unfiltered list has all of them.
      if (filters && Object.keys(list.query.filters).length === 0) this.#filters.set(base, valuesOf(filters));
      const items = (data as ListAnswerData)[list.name] ?? [];
      if (path === 'category/{slug}') this.#noteCategoryItems(prefix, items as CategoryItem[]);
      else this.noteItems(call, items);
    }
    for (const [name, of] of Object.entries(calls[path].alsoLists ?? {}))
      this.noteItems({ prefix, path: of }, Reflect.get(data, name) ?? []);
    if (path === 'site' && 'site' in data) this.#noteLinks(data.site as Site);
  }

  /** @param call of the list: its path is that of its items' calls too */
  noteItems(
    { prefix, path }: { prefix: string; path: string },
    items: readonly Pick<ListItem, 'id' | 'slug' | 'category'>[],
  ): void {
    for (const { id, slug, category } of items) {
      for (const name of [id, slug]) if (name) this.#items.set(`${prefix}${path}/${name}`, true);
      if (category) this.#items.set(`${prefix}category/${category.slug}`, true);
    }
  }

  #noteCategoryItems(prefix: string, items: readonly CategoryItem[]): void {
    for (const item of items) this.noteItems({ prefix, path: CATEGORISED[item.type] }, [item]);
  }

  /** The path of a page is the path of its call. */
  #noteLinks(site: Site): void {
    for (const { page_size } of site.screens) if (page_size) this.#pageSizes.add(page_size);
    for (const href of siteLinks(site)) if (href.startsWith('/')) this.#items.set(href.slice(1), true);
  }
}

/** Identifies a list with its page size and filters, without its page. */
const listKey = ({ base, list }: Call): string =>
  JSON.stringify([base, list?.query.perPage, Object.entries(list?.query.filters ?? {}).sort()]);

const valuesOf = (filters: Record<string, FilterValue[]>) =>
  new Map(Object.entries(filters).map(([name, values]) => [name, new Set(values.map(({ value }) => value))]));
