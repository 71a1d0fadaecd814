import { type CallPath, ContentError, type Parameters } from '@foyer/model';
import { LRUCache } from 'lru-cache';
import type { CachedAnswer } from './answer-cache.ts';
import { type AnswerLoader, serialise } from './answer-loader.ts';
import { arrangeList, type ListItem } from './arrange-list.ts';
import { type Call, type CallOfList, DEFAULT_PER_PAGE, isOfList, MAX_PER_PAGE } from './call.ts';
import type { CallOptions } from './call-result.ts';
import type { SourceRequest } from './content-source.ts';
import type { ListAnswerData } from './page-of-list.ts';
import { MAX_WHOLE_LIST_PAGES } from './policy.ts';

interface Options {
  loader: Pick<AnswerLoader, 'note'>;
  answer(path: CallPath, parameters: Parameters, options: CallOptions): Promise<CachedAnswer>;
}

/** Lists with a filter or a search that the upstream has heeded; about 100 bytes each. */
const MAX_HEEDED = 1_000;
/** After this long it is compared again: a list that has changed in between looks like one that was filtered. */
const HEEDED_TTL_MS = 600_000;

/**
 * An upstream may ignore filters and searches: visitors would see the whole list under the name of what they chose. Its pages
 * are then read as those of any list, once for all filters, and filtered here.
 */
export class WholeLists {
  readonly #options: Options;
  /** By list and parameters: for a while, an answer that is like the whole list is one in which all items match. */
  readonly #heeded = new LRUCache<string, true>({ max: MAX_HEEDED, ttl: HEEDED_TTL_MS });

  constructor(options: Options) {
    this.#options = options;
  }

  /** The answer of the upstream, or what it should have been. Rejects with a ContentError. */
  async filtered(call: Call, received: CachedAnswer, request: SourceRequest): Promise<CachedAnswer> {
    if (!isOfList(call)) return received;
    const { base, list } = call;
    const { query } = list;
    const asked = [...Object.keys(query.filters), ...(query.search === undefined ? [] : [list.searchParameter])];
    if (asked.length === 0 || list.arranged === false) return received;
    const key = `${base} ${asked.join()}`;
    if (this.#heeded.has(key) || matchesAll(itemsOf(call, received), call)) return received;
    const place = query.near && { near: query.near.key };
    // As it is now: beside one of before, every answer would look filtered.
    const whole = await this.#answer(
      call,
      { ...request, revalidate: true },
      { page: query.page, perPage: query.perPage, ...place },
    );
    if (!isSame(call, received, whole)) {
      this.#heeded.set(key, true);
      return received;
    }
    return this.#arranged(call, asked, request);
  }

  async #arranged(call: CallOfList, asked: readonly string[], request: SourceRequest): Promise<CachedAnswer> {
    const { list, base } = call;
    const items = new Map<string, ListItem>();
    const pages: CachedAnswer[] = [];
    let last = 1;
    for (let page = 1; page <= Math.min(last, MAX_WHOLE_LIST_PAGES); page += 1) {
      const answer = await this.#answer(call, request, { page, perPage: MAX_PER_PAGE });
      const before = items.size;
      for (const item of itemsOf(call, answer)) items.set(nameOf(item), item);
      // A list that repeats itself has ended, whatever its paginator says.
      if (items.size === before) break;
      pages.push(answer);
      last = paginationOf(answer).last_page;
    }
    const isWhole = last <= MAX_WHOLE_LIST_PAGES;
    const reason = `the API ignores ${asked.join(' and ')}: its list is filtered here, ${isWhole ? 'expected only what is asked for' : `of which only ${MAX_WHOLE_LIST_PAGES} of ${last} pages are read`}`;
    const address = `${base}?${asked.map((name) => `${name}=***`).join('&')}`;
    const fault = { kind: isWhole ? 'guessed' : 'dropped', path: list.name, reason } as const;
    this.#options.loader.note({ path: call.path, address, logAddress: address }, [fault]);
    const { items: found, pagination, filters } = arrangeList([...items.values()], list.query, list);
    if (list.query.page > pagination.last_page) throw new ContentError(404, `no page ${list.query.page}`);
    const [first] = pages;
    const data = { ...first?.data, [list.name]: found, pagination, ...(list.filters.length > 0 && { filters }) };
    const changes = pages.flatMap(({ changesAt }) => changesAt ?? []);
    return serialise(
      { data },
      {
        freshUntil: Math.min(...pages.map(({ freshUntil }) => freshUntil)),
        staleUntil: Math.min(...pages.map(({ staleUntil }) => staleUntil)),
        changesAt: changes.length > 0 ? Math.min(...changes) : undefined,
      },
    );
  }

  /** A page of the list without filters and search. */
  #answer(
    { path, locale, base, list }: CallOfList,
    { priority, signal, cause, revalidate }: SourceRequest & Pick<CallOptions, 'revalidate'>,
    { page, perPage, ...place }: { page: number; perPage: number; near?: string },
  ): Promise<CachedAnswer> {
    const name = base.split('/').at(-1);
    return this.#options.answer(
      path,
      {
        id: name,
        slug: name,
        ...(page > 1 && { page: String(page) }),
        ...(perPage !== DEFAULT_PER_PAGE && !list.unpaged && { per_page: String(perPage) }),
        ...place,
        ...(list.query.sort !== undefined && { sort: list.query.sort }),
      },
      { locale, priority, signal, cause, revalidate },
    );
  }
}

const itemsOf = ({ list }: CallOfList, { data }: Pick<CachedAnswer, 'data'>): ListItem[] =>
  (data as ListAnswerData)[list.name] ?? [];

const paginationOf = ({ data }: Pick<CachedAnswer, 'data'>) => (data as ListAnswerData).pagination;

const nameOf = ({ id, slug }: ListItem): string => id ?? slug ?? '';

const matchesAll = (items: readonly ListItem[], { list }: CallOfList): boolean =>
  arrangeList(items, { ...list.query, page: 1, perPage: Number.POSITIVE_INFINITY }, list).items.length === items.length;

function isSame(call: CallOfList, a: CachedAnswer, b: CachedAnswer): boolean {
  const namesIn = (answer: CachedAnswer) => itemsOf(call, answer).map(nameOf).join();
  return paginationOf(a).total === paginationOf(b).total && namesIn(a) === namesIn(b);
}
