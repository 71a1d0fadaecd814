import { type Answer, type ListPath, listCallOf, type Parameters } from '../../shared/content-api.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { MAX_PER_PAGE } from '../content-api/call.ts';
import type { Gateway } from '../content-api/gateway.ts';

/** The complete list of a call as one answer, from which the exported site's script makes every other one. */
export async function completeList(
  path: ListPath,
  { slug, id }: Parameters,
  locale: Locale,
  gateway: Gateway,
): Promise<object> {
  const name = listCallOf(path)?.name ?? '';
  const items: unknown[] = [];
  let first: Answer<ListPath> | undefined;
  for (let page = 1; page <= (first?.pagination.last_page ?? 1); page += 1) {
    const answer = await gateway.get(
      path,
      { slug, id, per_page: String(MAX_PER_PAGE), ...(page > 1 && { page: String(page) }) },
      { locale, priority: 'inventory' },
    );
    first ??= answer;
    items.push(...(Reflect.get(answer, name) as unknown[]));
  }
  const { length } = items;
  const pagination = { current_page: 1, last_page: 1, per_page: Math.max(1, length), total: length };
  return { ...first, [name]: items, pagination, complete: true };
}
