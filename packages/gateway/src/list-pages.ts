import { setTimeout as wait } from 'node:timers/promises';
import { type CallPath, calls, type Pagination, type Parameters } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import type { Logger } from 'pino';
import { MAX_PER_PAGE } from './call.ts';
import { pagePauseMs } from './policy.ts';

/** Pages of one list: 50,000 items, as many as a sitemap file may have. A CMS may claim any number. */
const MAX_LIST_PAGES = 1_000;
const MAX_PAUSE_MS = 1_000;

interface ListPagesOptions {
  /** The data of an answer. */
  get(parameters: Parameters): Promise<object>;
  signal?: AbortSignal;
  /** Pauses after each page for at least as long as it took: a CMS serves others too. */
  isPolite: boolean;
  log: Logger;
}

interface ListPage {
  /** With the paginator of the page. */
  answer: object;
  items: readonly { id?: string; slug?: string }[];
}

/** The pages of a list, each with as many items as a call allows. A list that repeats itself has ended, whatever its paginator says. */
export async function* listPages(
  call: CallPath,
  { get, signal, isPolite, log }: ListPagesOptions,
): AsyncGenerator<ListPage> {
  const { name } = calls[call];
  const seen = new Set<string | undefined>();
  for (let number = 1, last = 1; number <= last; number += 1) {
    const startedAt = monotonicNow();
    const answer: { pagination?: Pagination } = await get({
      per_page: String(MAX_PER_PAGE),
      ...(number > 1 && { page: String(number) }),
    });
    const { last_page: claimed = 1 } = answer.pagination ?? {};
    last = Math.min(claimed, MAX_LIST_PAGES);
    if (number === 1 && claimed > last)
      log.warn({ call, last_page: claimed, read: last }, 'a list is too long to be read: the rest is left out');
    const items: ListPage['items'] = Reflect.get(answer, name) ?? [];
    const before = seen.size;
    for (const { id, slug } of items) seen.add(id ?? slug);
    if (number > 1 && seen.size === before) return;
    const pauseMs = Math.min(pagePauseMs(number, monotonicNow() - startedAt), MAX_PAUSE_MS);
    yield { answer, items };
    if (number < last && isPolite) await wait(pauseMs, undefined, { signal });
  }
}
