import { calls } from '../../shared/content-api.ts';
import type { AnswerShaper } from '../content-api/shape-answer.ts';
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

/** `…?p=2`, in the link to the second page. */
const SECOND_PAGE = /[?&]([\w.[\]-]+)=2(?=[&"#]|$)/;
const PAGE_SIZE = /[?&](limit|page_?size|size|per-page|perPage|page_?limit|count)=\d+/i;

/** Asks for the second page of one list. */
export async function findParameters(
  asked: readonly AskedCall[],
  shaper: AnswerShaper,
  ask: (address: string) => Promise<Reply>,
): Promise<FoundParameters | undefined> {
  for (const { call, reply: own, elsewhere } of asked) {
    const reply = elsewhere?.reply ?? own;
    if (!call.list || call.list.unpaged || call.path.includes('{') || !reply || !isAnswer(reply)) continue;
    const page = pageIn(reply);
    if (!page || !(page.lastPage > 1)) continue;
    const base = elsewhere?.path ?? call.base;
    const { path } = call;
    const size = PAGE_SIZE.exec(page.text)?.[1];
    const ofSize = size === undefined ? {} : { per_page: size };
    if (isOther(await ask(`${base}?page=2`))) return size === undefined ? undefined : { path, names: ofSize };
    const name = SECOND_PAGE.exec(page.text)?.[1];
    const isRight = name !== undefined && name !== 'page' && isOther(await ask(`${base}?${name}=2`));
    return isRight ? { path, names: { page: name, ...ofSize } } : { path, names: ofSize, hasUnknownName: true };

    function isOther(second: Reply): boolean {
      const found = isAnswer(second) && pageIn(second);
      return found ? found.items !== page?.items : false;
    }

    function pageIn({ body, status = 0, paging }: Reply) {
      try {
        const shaped = body && shaper.shape(call, { bytes: body, status, paging });
        if (shaped?.kind !== 'shaped') return undefined;
        const { data } = shaped;
        const list = data[calls[call.path].name];
        const pagination = isObject(data.pagination) ? data.pagination : isObject(list) ? list : {};
        return {
          lastPage: Number(pagination.last_page),
          items: JSON.stringify(list),
          text: JSON.stringify(JSON.parse(body?.toString() ?? '')),
        };
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
