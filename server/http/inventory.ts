import { ContentError } from '../../shared/content-error.ts';
import { type Answer, type ListPath, listCalls } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/page.ts';
import { matchRoutes } from '../../shared/router.ts';
import { pages } from '../../shared/routes.tsx';
import type { Gateway } from '../frontapi/gateway.ts';

/** An address of the site that can be found, and when what is there last changed. */
export interface Entry {
  path: string;
  changed?: string;
}

const PER_PAGE = 50;
/** Every visitor and every refresh goes first. */
const PATIENT = { urgency: 'inventory' } as const;

/**
 * Gathers the address of every page that there is.
 * @param found told of each as it becomes known
 * @returns whether nothing was left out because it could not be had
 */
export async function takeInventory(gateway: Gateway, found: (entry: Entry) => void): Promise<boolean> {
  const seen = new Set<string>();
  const tell = (entry: Entry) => {
    if (!seen.has(entry.path)) found(entry);
    seen.add(entry.path);
  };
  const ends = await Promise.allSettled(
    pages.map((page) => (page.path.includes(':') ? items(page, gateway, tell) : single(page, gateway, tell))),
  );
  await linked(gateway, tell);
  return ends.every((end) => end.status === 'fulfilled' || isAbsent(end.reason));
}

const isAbsent = (error: unknown) => error instanceof ContentError && error.status === 404;

/** A page without a name in its address: it is there when its own loader says so. */
async function single(page: Page, gateway: Gateway, found: (entry: Entry) => void): Promise<void> {
  await page.load({
    api: (path, parameters) => gateway.get(path, parameters, PATIENT),
    params: {},
    query: {},
    view: page.view(),
  });
  found({ path: page.path });
}

async function items(page: Page, gateway: Gateway, found: (entry: Entry) => void): Promise<void> {
  const call = page.call ?? page.parent?.call;
  if (!call) return;
  for (let number = 1, last = 1; number <= last; number += 1) {
    const parameters = number === 1 ? {} : { page: String(number) };
    const answer: Answer<ListPath> = await gateway.get(call, { ...parameters, per_page: String(PER_PAGE) }, PATIENT);
    last = answer.pagination.last_page;
    for (const item of listIn(answer, call)) {
      const { updated_at, published_at, created_at } = item;
      found({ path: addressOf(page, item), changed: updated_at ?? published_at ?? created_at });
    }
  }
}

type Item = Record<string, string | undefined>;
const listIn = (answer: object, call: ListPath): Item[] =>
  (answer as Record<string, Item[] | undefined>)[listCalls[call].name] ?? [];

const addressOf = ({ path }: Page, item: Item): string =>
  path.replace(/:(\w+)/, (_, name: string) => item[name] ?? item.id ?? '');

/** What menu and footer lead to: an upstream may not list all that it has. */
async function linked(gateway: Gateway, found: (entry: Entry) => void): Promise<void> {
  const { site } = await gateway.site();
  const links = [...site.menu.flatMap(({ href, children }) => [{ href }, ...children]), ...site.footer];
  const routes = pages.filter(({ path }) => path.includes(':')).map(({ path }) => ({ path, caseSensitive: true }));
  for (const { href } of links) {
    if (href && matchRoutes(routes, href)) found({ path: href });
  }
}
