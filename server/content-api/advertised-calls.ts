import { LRUCache } from 'lru-cache';
import { CATEGORISED, type CategoryItem } from '../../shared/contract/category.ts';
import type { Site } from '../../shared/contract/site.ts';
import type { FilterValue, ListData, Listed } from './arrange-list.ts';
import { type Call, DEFAULT_PER_PAGE } from './call.ts';

/** Addresses of single items; about 100 bytes each. */
const MOST_ITEMS = 50_000;
/** Lists by their filters, each with its number of pages. */
const MOST_LISTS = 5_000;
/** Pages are as long as the API's default, a feed, or the longest there is: our own screens ask for no others. */
const PAGE_SIZES = new Set([DEFAULT_PER_PAGE, 20, 50]);

/**
 * The calls that earlier answers lead to: items that stand in lists, the pages that a list has, values that it can be
 * filtered by, what the menu names. Anybody can invent any number of others; those share a small part of what the
 * upstream, the caches and the disk have room for.
 */
export class Advertised {
  readonly #items = new LRUCache<string, true>({ max: MOST_ITEMS });
  readonly #lastPages = new LRUCache<string, number>({ max: MOST_LISTS });
  readonly #filters = new LRUCache<string, Map<string, Set<string>>>({ max: MOST_LISTS });

  has(call: Call): boolean {
    const { path, base, list } = call;
    if (path.includes('{') && !this.#items.has(base)) return false;
    return !list || (this.#isListed(base, list) && list.query.page <= (this.#lastPages.get(withoutPage(call)) ?? 1));
  }

  /** Whether there is such a list, on whichever page. */
  #isListed(base: string, { whole, query }: NonNullable<Call['list']>): boolean {
    if (query.search !== undefined || (!whole && !PAGE_SIZES.has(query.perPage))) return false;
    const known = this.#filters.get(base);
    return Object.entries(query.filters).every(([name, value]) => known?.get(name)?.has(value));
  }

  /** Learns what an answer leads to. */
  note(call: Call, data: object): void {
    const { path, base, list } = call;
    if (list) {
      const { pagination, filters } = data as ListData;
      // What was invented may not push out what is there.
      if (this.#isListed(base, list)) this.#lastPages.set(withoutPage(call), pagination.last_page);
      // A filtered list may know fewer values: all of them are known of the list as a whole.
      if (filters && Object.keys(list.query.filters).length === 0) this.#filters.set(base, valuesOf(filters));
      const items = (data as ListData)[list.name] ?? [];
      if (path === 'category/{slug}') this.#noteCategorised(items as CategoryItem[]);
      else this.noteItems(path, items);
    }
    if (path === 'home' && 'blogs' in data) this.noteItems('blogs', data.blogs as Listed[]);
    if (path === 'services/{slug}' && 'services' in data) this.noteItems('services', data.services as Listed[]);
    if (path === 'site' && 'site' in data) this.#noteLinks(data.site as Site);
  }

  /** @param prefix the path of the call for one of them, without its place */
  noteItems(prefix: string, items: readonly Pick<Listed, 'id' | 'slug' | 'category'>[]): void {
    for (const { id, slug, category } of items) {
      for (const name of [id, slug]) if (name) this.#items.set(`${prefix}/${name}`, true);
      if (category) this.#items.set(`category/${category.slug}`, true);
    }
  }

  #noteCategorised(items: readonly CategoryItem[]): void {
    for (const item of items) this.noteItems(CATEGORISED[item.type], [item]);
  }

  /** CONTRACT.md: a screen's API path is its own route path. */
  #noteLinks({ menu, footer }: Site): void {
    const links = [...menu.flatMap(({ href, children }) => [{ href }, ...children]), ...footer];
    for (const { href } of links) if (href?.startsWith('/')) this.#items.set(href.slice(1), true);
  }
}

const withoutPage = ({ base, list }: Call): string =>
  JSON.stringify([base, list?.query.perPage, Object.entries(list?.query.filters ?? {}).sort()]);

const valuesOf = (filters: Record<string, FilterValue[]>) =>
  new Map(Object.entries(filters).map(([name, values]) => [name, new Set(values.map(({ value }) => value))]));
