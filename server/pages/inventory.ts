import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { type Answer, calls, type ListPath } from '../../shared/content-api.ts';
import { matchPage } from '../../shared/match-page.ts';
import type { Page } from '../../shared/page.ts';
import { pages } from '../../shared/routes.ts';
import { isPast } from '../../shared/time.ts';
import { monotonicNow } from '../clock.ts';
import { MAX_PER_PAGE } from '../content-api/call.ts';
import { isNotFound } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { siteLinks } from '../content-api/site-links.ts';
import { isCanonical } from '../http/canonical-address.ts';

/** A page of the site, and when its content last changed. */
export interface PageEntry {
  path: string;
  changedAt?: string;
}

/** As many as a list call allows. */
const PER_PAGE = MAX_PER_PAGE;
/** Pages of one list: 50,000 items, as many as a sitemap file may have. An upstream may claim any number. */
const MAX_LIST_PAGES = 1_000;
/** Lists that are read at the same time; all calls of visitors go first. */
const CONCURRENCY = 4;
const INVENTORY = { priority: 'inventory' } as const;
const MAX_PAUSE_MS = 1_000;

interface InventoryOptions {
  gateway: Gateway;
  log: Logger;
  /** Aborts the inventory. */
  signal: AbortSignal;
  /** Called once for each page, as soon as it is found. */
  onPage(entry: PageEntry): void;
}

/**
 * Finds every page of the site. After each call a list pauses for as long as the call took, so that it occupies a connection
 * at most half of the time.
 * @returns false if an upstream failure has left pages out
 */
export async function listAllPages({ onPage, ...options }: InventoryOptions): Promise<boolean> {
  const seen = new Set<string>();
  const add = (entry: PageEntry) => {
    if (seen.size < seen.add(entry.path).size) onPage(entry);
  };
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const results = await Promise.allSettled(
    pages.map((page) =>
      queue.add(() => (page.path.includes(':') ? addItems(page, options, add) : addSinglePage(page, options, add))),
    ),
  );
  await addLinks(options.gateway, add);
  return results.every((result) => result.status === 'fulfilled' || isNotFound(result.reason));
}

type Add = (entry: PageEntry) => void;
type ReadOptions = Omit<InventoryOptions, 'onPage'>;

/** A page without parameters in its path exists if its loader does not fail. */
async function addSinglePage(page: Page, { gateway, signal }: ReadOptions, add: Add): Promise<void> {
  signal.throwIfAborted();
  await page.load({
    api: (path, parameters) => gateway.get(path, parameters, { ...INVENTORY, signal }),
    params: {},
    query: {},
    view: page.view(),
  });
  add({ path: page.path });
}

/** The pages of all items of a list. */
async function addItems(page: Page, { gateway, signal, log }: ReadOptions, add: Add): Promise<void> {
  const call = page.call ?? page.parent?.call;
  if (!call) return;
  const seen = new Set<string>();
  for (let number = 1, last = 1; number <= last; number += 1) {
    const parameters = number === 1 ? {} : { page: String(number) };
    const startedAt = monotonicNow();
    const answer: Answer<ListPath> = await gateway.get(
      call,
      { ...parameters, per_page: String(PER_PAGE) },
      { ...INVENTORY, signal },
    );
    last = answer.pagination.last_page;
    const items = listIn(answer, call);
    const isNew = items.map((item) => seen.size < seen.add(pathOf(page, item)).size);
    // A list that repeats itself has ended, whatever its paginator says.
    if (!isNew.includes(true)) return;
    for (const item of items) if (isIndexed(page, item)) add({ path: pathOf(page, item), changedAt: changeOf(item) });
    if (number === MAX_LIST_PAGES && last > MAX_LIST_PAGES) {
      log.warn(
        { call, last_page: last, read: MAX_LIST_PAGES },
        'a list is too long for the sitemap: the rest is left out',
      );
      return;
    }
    if (number < last) await wait(Math.min(monotonicNow() - startedAt, MAX_PAUSE_MS), undefined, { signal });
  }
}

type Item = Record<string, string | undefined>;
const listIn = (answer: object, call: ListPath): Item[] =>
  (answer as Record<string, Item[] | undefined>)[calls[call].name] ?? [];

const pathOf = ({ path }: Page, item: Item): string =>
  path.replace(/:(\w+)/, (_, name: string) => item[name] ?? item.id ?? '');

/** Expired items have `noindex`, so the sitemap leaves them out. */
const isIndexed = ({ indexedUntil }: Page, item: Item): boolean => !indexedUntil || !isPast(item[indexedUntil]);

const changeOf = ({ updated_at, published_at, created_at }: Item) => updated_at ?? published_at ?? created_at;

/** Pages to which menu and footer link: an upstream may have items that no list contains. */
async function addLinks(gateway: Gateway, add: Add): Promise<void> {
  const { site } = await gateway.site();
  for (const href of siteLinks(site)) {
    // Links also lead to other sites.
    if (!isCanonical(href)) continue;
    const { pathname } = new URL(href, 'http://foyer.invalid');
    if (matchPage(pathname)?.page.path.includes(':')) add({ path: href });
  }
}
