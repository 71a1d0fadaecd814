import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import { type Answer, type ListPath, listCalls } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/page.ts';
import { matchRoutes } from '../../shared/router.ts';
import { pages } from '../../shared/routes.tsx';
import { isPast } from '../../shared/time.ts';
import { monotonicNow } from '../clock.ts';
import type { Gateway } from '../content-api/gateway.ts';

/** An address of the site that can be found, and when what is there last changed. */
export interface Entry {
  path: string;
  changed?: string;
}

const PER_PAGE = 50;
/** Of one list: 50,000 items, as many as a sitemap file holds. An upstream may claim any number of pages. */
const MOST_PAGES = 1_000;
/** Lists that are read at once; every visitor and every refresh goes first. */
const CONCURRENCY = 4;
const URGENCY = { urgency: 'inventory' } as const;
/** Milliseconds. */
const LONGEST_PAUSE = 1_000;

interface Inventory {
  gateway: Gateway;
  log: Logger;
  /** Aborted when nothing depends on the inventory any more. */
  signal: AbortSignal;
  /** Called with each address as it becomes known. */
  found(entry: Entry): void;
}

/**
 * Gathers the address of every page that there is. It takes no more than half of the upstream's time: each list pauses
 * after a call for as long as the call has taken.
 * @returns whether nothing was left out because it could not be had
 */
export async function takeInventory({ found, ...inventory }: Inventory): Promise<boolean> {
  const seen = new Set<string>();
  const add = (entry: Entry) => {
    if (seen.size < seen.add(entry.path).size) found(entry);
  };
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const ends = await Promise.allSettled(
    pages.map((page) =>
      queue.add(() => (page.path.includes(':') ? items(page, inventory, add) : single(page, inventory, add))),
    ),
  );
  await linked(inventory.gateway, add);
  return ends.every((end) => end.status === 'fulfilled' || isAbsent(end.reason));
}

type Add = (entry: Entry) => void;
type Reader = Omit<Inventory, 'found'>;

const isAbsent = (error: unknown) => error instanceof ContentError && error.status === 404;

/** A page without a name in its address: it is there when its own loader says so. */
async function single(page: Page, { gateway, signal }: Reader, add: Add): Promise<void> {
  signal.throwIfAborted();
  await page.load({
    api: (path, parameters) => gateway.get(path, parameters, { ...URGENCY, signal }),
    params: {},
    query: {},
    view: page.view(),
  });
  add({ path: page.path });
}

async function items(page: Page, { gateway, signal, log }: Reader, add: Add): Promise<void> {
  const call = page.call ?? page.parent?.call;
  if (!call) return;
  const seen = new Set<string>();
  for (let number = 1, last = 1; number <= last; number += 1) {
    const parameters = number === 1 ? {} : { page: String(number) };
    const began = monotonicNow();
    const answer: Answer<ListPath> = await gateway.get(
      call,
      { ...parameters, per_page: String(PER_PAGE) },
      { ...URGENCY, signal },
    );
    last = answer.pagination.last_page;
    const given = listIn(answer, call);
    const isNew = given.map((item) => seen.size < seen.add(addressOf(page, item)).size);
    // A list that repeats itself has come to its end, whatever its paginator says.
    if (!isNew.includes(true)) return;
    for (const item of given) if (isListed(page, item)) add({ path: addressOf(page, item), changed: changeOf(item) });
    if (number === MOST_PAGES && last > MOST_PAGES) {
      log.warn({ call, last_page: last, read: MOST_PAGES }, 'a list is too long for the sitemap: the rest is left out');
      return;
    }
    if (number < last) await wait(Math.min(monotonicNow() - began, LONGEST_PAUSE), undefined, { signal });
  }
}

type Item = Record<string, string | undefined>;
const listIn = (answer: object, call: ListPath): Item[] =>
  (answer as Record<string, Item[] | undefined>)[listCalls[call].name] ?? [];

const addressOf = ({ path }: Page, item: Item): string =>
  path.replace(/:(\w+)/, (_, name: string) => item[name] ?? item.id ?? '');

/** What says of itself that it is not for search engines any more is not offered to them. */
const isListed = ({ indexedUntil }: Page, item: Item): boolean => !indexedUntil || !isPast(item[indexedUntil]);

const changeOf = ({ updated_at, published_at, created_at }: Item) => updated_at ?? published_at ?? created_at;

/** What menu and footer lead to: an upstream may not list all that it has. */
async function linked(gateway: Gateway, add: Add): Promise<void> {
  const { site } = await gateway.site();
  const links = [...site.menu.flatMap(({ href, children }) => [{ href }, ...children]), ...site.footer];
  const routes = pages.filter(({ path }) => path.includes(':')).map(({ path }) => ({ path, caseSensitive: true }));
  for (const { href } of links) {
    if (href && matchRoutes(routes, href)) add({ path: href });
  }
}
