import { type AnswerShaper, parseJson } from '@foyer/gateway';
import { calls } from '@foyer/model';
import { isAnswer, type Reply } from './asker.ts';
import type { AskedCall } from './evaluate.ts';
import { isObject } from './value-forms.ts';

/* Whether an API pages its lists by our parameters. */

export interface FoundParameters {
  /** The call whose second page was asked for. */
  path: string;
  /** The API's names of ours. */
  names: Readonly<Partial<Record<'page' | 'per_page', string>>>;
  /** The second page is the first again, and the API names no parameter. */
  hasUnknownName?: boolean;
}

const PAGE_SIZE = /^(?:limit|page_?size|size|per-page|perPage|page_?limit|count)$/i;
/** Names under which the second page is asked for, beside ours. */
const MAX_NAMES = 3;

/** Asks for the second page of one list. */
export async function findParameters(
  asked: readonly AskedCall[],
  shaper: AnswerShaper,
  ask: (address: string) => Promise<Reply>,
): Promise<FoundParameters | undefined> {
  for (const { call, reply: own, elsewhere } of asked) {
    const reply = elsewhere?.reply ?? own;
    if (!call.list || call.list.unpaged || call.path.includes('{') || !reply || !isAnswer(reply)) continue;
    const first = pageIn(shaper, call, reply);
    if (!first || !(first.lastPage > 1)) continue;
    const { path } = call;
    const queries = queriesIn(reply.body && parseJson(reply.body));
    const named = queries.flatMap((query) => [...query].flatMap(([name, value]) => (value === '2' ? [name] : [])));
    const others = new Set([...(reply.paging?.parameter ? [reply.paging.parameter] : []), ...named]);
    others.delete('page');
    for (const page of ['page', ...[...others].slice(0, MAX_NAMES)]) {
      const second = await ask(`${elsewhere?.path ?? call.base}?${page}=2`);
      const found = isAnswer(second) && pageIn(shaper, call, second);
      if (!found || found.items === first.items) continue;
      const size = queries.filter((query) => query.has(page)).flatMap(sizeIn)[0];
      const names = { ...(page !== 'page' && { page }), ...(size !== undefined && { per_page: size }) };
      return Object.keys(names).length > 0 ? { path, names } : undefined;
    }
    return { path, names: {}, hasUnknownName: true };
  }
  return undefined;
}

/** A page of a list; undefined if the site does not read it. */
export function pageIn(
  shaper: AnswerShaper,
  call: AskedCall['call'],
  { body, status = 0, paging }: Reply,
): { lastPage: number; items: string } | undefined {
  try {
    const shaped = body && shaper.shape(call, { bytes: body, status, paging });
    if (shaped?.kind !== 'shaped') return undefined;
    const { data } = shaped;
    const list = data[calls[call.path].name];
    const pagination = isObject(data.pagination) ? data.pagination : isObject(list) ? list : {};
    return { lastPage: Number(pagination.last_page), items: JSON.stringify(list) };
  } catch {
    return undefined;
  }
}

/** The queries of the addresses beside a list: those in its items are of pictures. Laravel has a list of links. */
function queriesIn(value: unknown, name?: string): URLSearchParams[] {
  if (typeof value === 'string') {
    const [, query] = /\?([^#]*)/.exec(value) ?? [];
    return query === undefined ? [] : [new URLSearchParams(query)];
  }
  if (Array.isArray(value))
    return name === 'links' || !value.some(isObject) ? value.flatMap((inner) => queriesIn(inner)) : [];
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => queriesIn(inner, key)) : [];
}

const sizeIn = (query: URLSearchParams): string[] =>
  [...query].flatMap(([name, value]) => (PAGE_SIZE.test(name) && /^\d+$/.test(value) ? [name] : []));
