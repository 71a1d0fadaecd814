import { type Gateway, isNotFound, listPages, siteLinks } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import {
  editionPath,
  isCanonical,
  isPast,
  isScreenOff,
  itemPath,
  type Locales,
  type Parameters,
  type TranslatedItem,
} from '@foyer/model';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { matchAddress, type PageMatch } from '../../shared/match-page.ts';
import type { Page } from '../../shared/page.ts';
import { pathOfItem } from '../../shared/page-editions.ts';
import { pages } from '../../shared/routes.ts';

/** A page of the site, and when its content last changed. */
export interface PageEntry {
  path: string;
  changedAt?: string;
  /** The editions of the page with the path in each; none: there is one. */
  alternates?: readonly Alternate[];
}

export interface Alternate {
  locale: Locale;
  path: string;
}

/** Lists that are read at the same time; all calls of visitors go first. */
const CONCURRENCY = 4;
const INVENTORY = { priority: 'inventory' } as const;

// The page of an item says where those with a parent are.
const indexedPages = pages.filter(({ path, indexed }) => indexed !== false && !path.includes(':parent'));

interface InventoryOptions {
  gateway: Gateway;
  log: Logger;
  /** Aborts the inventory. */
  signal: AbortSignal;
  /** Called once for each page, as soon as it is found. */
  onPage(entry: PageEntry): void;
  /** Called for each further path of an item of the content folder, which is found by its id and by its slug. */
  onOtherPath?(path: string): void;
}

/**
 * Finds every page of the site.
 * @returns false if an upstream failure has left pages out
 */
export async function listAllPages({ onPage, ...options }: InventoryOptions): Promise<boolean> {
  const seen = new Set<string>();
  const { site } = await options.gateway.site();
  const shownPages = indexedPages.filter(({ path }) => !isScreenOff(path, site));
  const add = (entry: PageEntry) => {
    if (seen.size < seen.add(entry.path).size) onPage(entry);
  };
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const results = await Promise.allSettled(
    options.gateway.locales.flatMap((locale) =>
      shownPages.map((page) =>
        queue.add(() =>
          page.path.includes(':') ? addItems(page, locale, options, add) : addSinglePage(page, locale, options, add),
        ),
      ),
    ),
  );
  for (const locale of options.gateway.locales) await addLinks(locale, options, add);
  return results.every((result) => result.status === 'fulfilled' || isNotFound(result.reason));
}

type Add = (entry: PageEntry) => void;
type ReadOptions = Omit<InventoryOptions, 'onPage'>;

/** A page without parameters in its path exists if its loader does not fail. */
async function addSinglePage(page: Page, locale: Locale, { gateway, signal }: ReadOptions, add: Add): Promise<void> {
  signal.throwIfAborted();
  const { locales } = gateway;
  const data = await page.load({
    api: (path, parameters) => gateway.get(path, parameters, { ...INVENTORY, locale, signal }),
    params: {},
    query: {},
    view: page.view(),
    site: gateway.site({ locale }).then(({ site }) => site),
  });
  const item: Item = page.item === undefined ? {} : (Reflect.get(data, page.item) ?? {});
  const alternates = alternatesOf(page, item, locales);
  if (isShownIn(locale, item)) add({ path: editionPath(page.path, { locale, locales }), ...alternates });
}

/** The pages of all items of a list. */
async function addItems(page: Page, locale: Locale, options: ReadOptions, add: Add): Promise<void> {
  const call = page.call ?? page.parent?.call;
  if (!call) return;
  const { gateway, signal, log } = options;
  const get = (parameters: Parameters) => gateway.get(call, parameters, { ...INVENTORY, locale, signal });
  for await (const { items } of listPages(call, { get, signal, isPolite: !gateway.isOfFolder, log })) {
    for (const item of items as readonly Item[]) {
      if (gateway.isOfFolder)
        for (const path of otherPathsOf(page, item))
          options.onOtherPath?.(editionPath(path, { locale, locales: gateway.locales }));
      if (!isIndexed(page, item) || !isShownIn(locale, item)) continue;
      const path = editionPath(itemPath(page, item), { locale, locales: gateway.locales });
      add({ path, changedAt: changeOf(item), ...alternatesOf(page, item, gateway.locales) });
    }
  }
}

interface Item extends TranslatedItem {
  slug?: string;
  parent?: { slug: string };
  created_at?: string;
  published_at?: string;
  updated_at?: string;
  deadline?: string;
  expires_at?: string;
}

const otherPathsOf = (page: Page, item: Item): string[] =>
  [item.id, item.slug]
    .flatMap((name) => (name === undefined ? [] : page.path.replace(/:\w+/, name)))
    .filter((path) => path !== itemPath(page, item));

/** Expired items have `noindex`, so the sitemap leaves them out. */
const isIndexed = ({ indexedUntil }: Page, item: Item): boolean => !indexedUntil || !isPast(item[indexedUntil]);

const changeOf = ({ updated_at, published_at, created_at }: Item) => updated_at ?? published_at ?? created_at;

/** An item without a translation is in the sitemap with the edition of its language. */
const isShownIn = (locale: Locale, { translations }: Item): boolean =>
  translations === undefined || translations[locale] !== undefined;

/** A page without an item of its own exists in all editions. */
function alternatesOf(page: Page, item: Item, locales: Locales): { alternates?: Alternate[] } {
  const alternates = locales.flatMap((locale): Alternate[] => {
    if (page.item !== undefined && item.translations?.[locale] === undefined) return [];
    const path = pathOfItem(page, item, locale, itemPath(page, item));
    return [{ locale, path: editionPath(path, { locale, locales }) }];
  });
  return alternates.length > 1 ? { alternates } : {};
}

/** Pages to which menu and footer link: an upstream may have items that no list contains. A link to a page that is gone is left out. */
async function addLinks(locale: Locale, { gateway, signal }: ReadOptions, add: Add): Promise<void> {
  const { site } = await gateway.site({ locale });
  for (const href of siteLinks(site)) {
    // Links also lead to other sites.
    if (!isCanonical(href)) continue;
    const { pathname } = new URL(href, 'http://foyer.invalid');
    const match = matchAddress(pathname, gateway.locales);
    if (!match?.page.path.includes(':') || isScreenOff(match.page.path, site)) continue;
    if (await exists(match, { gateway, signal })) add({ path: href });
  }
}

async function exists(
  { page, params, locale }: PageMatch & { locale: Locale },
  { gateway, signal }: Pick<ReadOptions, 'gateway' | 'signal'>,
): Promise<boolean> {
  try {
    await page.load({
      api: (path, parameters) => gateway.get(path, parameters, { ...INVENTORY, locale, signal }),
      params,
      query: {},
      view: page.view(),
      site: gateway.site({ locale }).then(({ site }) => site),
    });
    return true;
  } catch (error) {
    // After any other failure the page is still there.
    return !isNotFound(error);
  }
}
