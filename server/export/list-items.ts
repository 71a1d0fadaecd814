import { type Gateway, listPages } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { type ListPath, listCallOf, type Parameters } from '@foyer/model';
import type { Logger } from 'pino';

/** The complete list of a call as one answer, from which the exported site's script makes every other one. */
export async function completeList(
  path: ListPath,
  { slug, id }: Parameters,
  locale: Locale,
  { gateway, log }: { gateway: Gateway; log: Logger },
): Promise<object> {
  const name = listCallOf(path)?.name ?? '';
  const items: unknown[] = [];
  let first: object | undefined;
  const get = (query: Parameters) => gateway.get(path, { slug, id, ...query }, { locale, priority: 'inventory' });
  for await (const page of listPages(path, { get, isPolite: false, log })) {
    first ??= page.answer;
    items.push(...page.items);
  }
  const { length } = items;
  const pagination = { current_page: 1, last_page: 1, per_page: Math.max(1, length), total: length };
  return { ...first, [name]: items, pagination, complete: true };
}
