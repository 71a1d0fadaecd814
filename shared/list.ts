import type { Answer, ListPath, Parameters } from './content-api.ts';
import { type Deferred, defer, type Head, type HeadContext, type Page, page, type View } from './page.ts';
import type { Filters, Pagination } from './schema/pagination.ts';

/* What the pages that show a list have in common: their data, their address and their head. */

export interface List<Item> {
  items: Item[];
  pagination: Pagination;
  filters: Filters;
}

/** The list, or a block that it will come in. */
export interface ListData<Item> {
  list: List<Item> | Deferred<List<Item>>;
}

/** A list's view: it also says what of each item is shown, and nothing else travels to the browser. */
export interface ListView<Call extends ListPath, Item> extends View<ListData<Item>> {
  items(answer: Answer<Call>): Item[];
}

interface ListRow<Call extends ListPath, Item>
  extends Pick<Page, 'path' | 'id' | 'chunk' | 'label' | 'feed' | 'maxAge'> {
  call: Call;
  filters?: readonly string[];
  /** How many are on a page; none: as many as the API has it. */
  perPage?: number;
  /** The head tells of its items, so that they cannot come later. */
  awaited?: boolean;
  view(): Promise<ListView<Call, Item>>;
}

/** A page that shows a list. A list as a whole is always there and may come later; whether there is a part of it decides the status. */
export const listPage = <Call extends ListPath, Item>(row: ListRow<Call, Item>): Page =>
  page<ListData<Item>, ListView<Call, Item>>({
    ...row,
    parameters: ['page', 'search', ...(row.filters ?? [])],
    async load({ api, params, query, view }) {
      const per_page = row.perPage && String(row.perPage);
      const answer = api(row.call, { ...(per_page && { per_page }), ...query, ...params });
      const list = Promise.all([answer, view]).then(([given, { items }]) => listOf(given, items));
      const isWhole = Object.values(query).every((value) => value === undefined);
      return { list: isWhole && !row.awaited ? defer(list) : await list };
    },
  });

/** What is shown of a list call's answer. */
export function listOf<Given extends Answer<ListPath>, Item>(
  answer: Given,
  items: (answer: Given) => Item[],
): List<Item> {
  const { pagination, filters } = answer;
  return { items: items(answer), pagination, filters };
}

/** The list, where it has been awaited. */
export const awaitedList = <Item>({ list }: ListData<Item>): List<Item> | undefined =>
  'promise' in list ? undefined : list;

/** A list's address: what is set of its parameters, always in the same order. */
export function listAddress(path: string, query: Parameters): string {
  const set = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || (name === 'page' && value === '1') ? [] : [[name, value]],
  );
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}

export function listHead<Item>(data: ListData<Item>, { site, query, page: { label = '', path } }: HeadContext): Head {
  const { page = '1', search, ...filters } = query;
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    value ? [labelOf(awaitedList(data), name, value)] : [],
  );
  const title = [search ? `“${search}” in ${label}` : label, ...chosen, ...(page === '1' ? [] : [`page ${page}`])].join(
    ', ',
  );
  return {
    title,
    description: `${[label, ...chosen].join(', ')} of ${site.name}`,
    canonical: listAddress(path, query),
    index: search === undefined,
  };
}

/** What a filter's value is called. A list that was filtered was awaited. */
function labelOf(list: List<unknown> | undefined, name: string, value: string): string {
  return list?.filters[name]?.find((candidate) => candidate.value === value)?.label ?? value;
}
