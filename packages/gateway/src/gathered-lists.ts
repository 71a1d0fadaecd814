import { type CallPath, calls } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { AnswerFault } from './answer-fault.ts';
import type { ListItem } from './arrange-list.ts';
import type { CallOfList } from './call.ts';
import { isNotFound } from './call-result.ts';
import type { NormalisedAnswer } from './normalise-result.ts';
import { type ListAnswerData, listPageOf } from './page-of-list.ts';

/** Lists that are gathered: a site has some, in each edition. */
const MAX_LISTS = 50;
const WHOLE_LIST = { page: 1, perPage: Number.POSITIVE_INFINITY, filters: {}, flags: [] };

interface GatheredList {
  whole: Promise<NormalisedAnswer>;
  /** Of those who asked first. */
  signal: AbortSignal;
  until: number;
}

interface Gathering {
  /** How many paths there are. */
  parts: number;
  ttlMs: number;
  signal: AbortSignal;
  /** The whole list of one path, by its number from 1 on. */
  read(whole: CallOfList, part: number): Promise<NormalisedAnswer>;
}

/**
 * Lists that an API has under several paths, such as one for each category (docs/mapping.md): all of them are read whole, once
 * for all pages and filters, which are made here.
 */
export class GatheredLists {
  readonly #lists = new LRUCache<string, GatheredList>({ max: MAX_LISTS });

  /** The answer to a call of such a list. Rejects with the error of the first path if all fail; with a ContentError, 404, for a page after the last. */
  async answer(call: CallOfList, gathering: Gathering): Promise<NormalisedAnswer> {
    const whole = await this.#whole(call, gathering);
    const all: readonly ListItem[] = Reflect.get(whole.data, call.list.name) ?? [];
    return {
      ...whole,
      data: listPageOf({ ...whole.data, complete: true } as ListAnswerData, call.list),
      listedItems: all.map(({ id, slug }) => ({ id, slug })),
    };
  }

  async #whole(call: CallOfList, gathering: Gathering): Promise<NormalisedAnswer> {
    const { base } = call;
    const { ttlMs, signal } = gathering;
    const known = this.#lists.get(base);
    const isUsable = known && monotonicNow() < known.until && !known.signal.aborted;
    const gathered = isUsable ? known : { whole: this.#gather(call, gathering), signal, until: monotonicNow() + ttlMs };
    this.#lists.set(base, gathered);
    try {
      return await gathered.whole;
    } catch (error) {
      if (this.#lists.get(base) === gathered) this.#lists.delete(base);
      // Those who asked first have left: that says nothing about the list.
      if (gathered.signal.aborted && !signal.aborted) return this.#whole(call, gathering);
      throw error;
    }
  }

  #gather({ base, list, ...call }: CallOfList, gathering: Gathering): Promise<NormalisedAnswer> {
    const whole = {
      ...call,
      base,
      address: base,
      logAddress: base,
      list: { ...list, unpaged: true, query: WHOLE_LIST },
    };
    return gather(whole, gathering);
  }

  /** After a purge. */
  forget(): void {
    this.#lists.clear();
  }
}

async function gather(whole: CallOfList, { parts, signal, read }: Gathering): Promise<NormalisedAnswer> {
  const results = await Promise.allSettled(Array.from({ length: parts }, (_, index) => read(whole, index + 1)));
  // What was given up is no fault of a path.
  signal.throwIfAborted();
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
