import { LRUCache } from 'lru-cache';
import { type CallPath, calls } from '../../shared/content-api.ts';
import { monotonicNow } from '../clock.ts';
import type { AnswerFault } from './answer-fault.ts';
import { arrangeList, type ListAnswerData, type ListItem } from './arrange-list.ts';
import type { Call } from './call.ts';
import { isNotFound } from './call-result.ts';
import type { NormalisedAnswer } from './normalise-result.ts';

/** Lists that are gathered: a site has some, in each edition. */
const MAX_LISTS = 50;
const WHOLE_LIST = { page: 1, perPage: Number.POSITIVE_INFINITY, filters: {}, flags: [] };

export type ListCall = Call & { list: NonNullable<Call['list']> };

interface GatheredList {
  whole: Promise<NormalisedAnswer>;
  until: number;
}

/**
 * Lists that an API has under several paths, such as one for each category (docs/mapping.md): all of them are read whole, once
 * for all pages and filters, which are made here.
 */
export class GatheredLists {
  readonly #lists = new LRUCache<string, GatheredList>({ max: MAX_LISTS });

  /**
   * The answer to a call of such a list. Rejects with the error of the first path if all fail.
   * @param read the whole list of one path, by its number from 1 on
   */
  async answer(
    call: ListCall,
    {
      parts,
      ttlMs,
      read,
    }: { parts: number; ttlMs: number; read(whole: ListCall, part: number): Promise<NormalisedAnswer> },
  ): Promise<NormalisedAnswer> {
    const { base, list } = call;
    const now = monotonicNow();
    let gathered = this.#lists.get(base);
    if (!gathered || now >= gathered.until) {
      const whole = { ...call, address: base, logAddress: base, list: { ...list, unpaged: true, query: WHOLE_LIST } };
      gathered = { whole: gather(whole, parts, read), until: now + ttlMs };
      this.#lists.set(base, gathered);
      // A failure is not kept.
      gathered.whole.catch(() => this.#lists.delete(base));
    }
    const whole = await gathered.whole;
    const { [list.name]: all, ...rest } = whole.data as ListAnswerData;
    const items = (all ?? []) as ListItem[];
    const { items: shown, pagination, filters } = arrangeList(items, list.query, list);
    return {
      ...whole,
      data: { ...rest, [list.name]: shown, pagination, ...(list.filters.length > 0 && { filters }) },
      listedItems: items.map(({ id, slug }) => ({ id, slug })),
    };
  }

  /** After a purge. */
  forget(): void {
    this.#lists.clear();
  }
}

async function gather(
  whole: ListCall,
  parts: number,
  read: (whole: ListCall, part: number) => Promise<NormalisedAnswer>,
): Promise<NormalisedAnswer> {
  const results = await Promise.allSettled(Array.from({ length: parts }, (_, index) => read(whole, index + 1)));
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const [first] = answers;
  const failures = results.flatMap((result, index): AnswerFault[] =>
    result.status === 'rejected' ? [faultOf(whole.path, index + 1, result.reason)] : [],
  );
  if (!first) throw results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))[0];
  const { name } = calls[whole.path];
  const items = new Map<string, unknown>();
  for (const { data } of answers) {
    const received: { id?: string; slug?: string }[] = Reflect.get(data, name) ?? [];
    for (const item of received) items.set(item.id ?? item.slug ?? JSON.stringify(item), item);
  }
  const changes = answers.flatMap(({ changesAt }) => changesAt ?? []);
  return {
    data: { ...first.data, [name]: [...items.values()] },
    faults: [...answers.flatMap(({ faults }) => faults), ...failures],
    changesAt: changes.length > 0 ? Math.min(...changes) : undefined,
  };
}

function faultOf(path: CallPath, part: number, error: unknown): AnswerFault {
  const reason = isNotFound(error) ? 'there is no such path' : error instanceof Error ? error.message : String(error);
  return { kind: 'dropped', path: calls[path].name, reason: `path ${part} of mapping.yaml: ${reason}` };
}
