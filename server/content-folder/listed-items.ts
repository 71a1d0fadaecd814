import { request } from 'undici';
import * as z from 'zod';
import { type CallPath, callPaths, calls, type ListPath, listCallOf } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { type AnswerSource, arrangeInTurns, listedItemsOf } from './answer-parts.ts';

/** The path below which the content server sends them: `/listed-items/en/blogs?page=2`. */
export const LISTED_ITEMS = '/listed-items/';
const ADDRESS = /^\/listed-items\/([a-z]+)\/([A-Za-z-]+)\?page=([1-9]\d{0,5})$/;
/** Items in one answer: it is written and read in a few milliseconds. */
const ITEMS_PER_ANSWER = 1_000;

const item = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  created_at: z.string().optional(),
  published_at: z.string().optional(),
  updated_at: z.string().optional(),
  deadline: z.string().optional(),
  expires_at: z.string().optional(),
  translations: z.record(z.string(), z.string()).optional(),
});
/** What the sitemap says of an item. */
export type ListedItem = z.output<typeof item>;
const FIELDS = Object.keys(item.shape);

interface ListedItems {
  items: object[];
  last_page: number;
}

/** The locale of an address below LISTED_ITEMS; undefined for an address that is malformed. */
export function readListedAddress(address: string): { locale: string; call: CallPath; page: number } | undefined {
  const [, locale = '', path, page] = ADDRESS.exec(address) ?? [];
  const call = callPaths.find((known) => known === path);
  return call && { locale, call, page: Number(page) };
}

/**
 * Whether the items of a list have all that the sitemap says of them, in the list and in the folder. A list that is never
 * paged has names only, and a composed one is made of items of several kinds.
 */
export const hasListedItems = (path: CallPath): path is ListPath =>
  calls[path].folderAnswer === 'list' && listCallOf(path)?.unpaged !== true;

/** A thousand of the items that a list shows, without their texts. Rejects with a ContentError, 404, for another call. */
export async function listedItems(
  { content }: Pick<AnswerSource, 'content'>,
  path: CallPath,
  page: number,
): Promise<ListedItems> {
  const list = hasListedItems(path) ? listCallOf(path) : undefined;
  if (!list) throw new ContentError(404, 'no such list');
  const query = { page, perPage: ITEMS_PER_ANSWER, filters: {} };
  const { items, pagination } = await arrangeInTurns(listedItemsOf(content, calls[path].kind), query, {
    filters: [],
    order: list.order,
  });
  return { items: items.map(fieldsOf), last_page: pagination.last_page };
}

const fieldsOf = (item: object): object => Object.fromEntries(FIELDS.map((name) => [name, Reflect.get(item, name)]));

const answer = z.object({ data: z.object({ items: z.array(item), last_page: z.int() }) });

/** Asks the content server for all items that a list shows. Rejects if it does not answer. @param url the base of the content API */
export async function* readListedItems(
  url: string,
  { call, locale, signal }: { call: ListPath; locale: Locale; signal: AbortSignal },
): AsyncGenerator<ListedItem[]> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const address = new URL(`${LISTED_ITEMS}${locale}/${call}?page=${page}`, url);
    const { body } = await request(address, { reset: true, signal });
    const { data } = answer.parse(await body.json());
    last = data.last_page;
    yield data.items;
  }
}
