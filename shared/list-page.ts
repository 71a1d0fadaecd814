import {
  type Answer,
  type Filters,
  type FiltersOf,
  type ListPath,
  listParameters,
  type Near,
  type Pagination,
  type Parameters,
  type SortsOf,
} from '@foyer/model';
import { type Deferred, defer } from './deferred.ts';
import { type Page, page, type View } from './page.ts';

/* Pages that show a list: their data and addresses. shared/list-head.ts is for their views. */

export interface List<Item> {
  items: Item[];
  pagination: Pagination;
  filters: Filters;
  near?: Near;
}

/** The list, or the block in which it arrives. */
export interface ListData<Item> {
  list: List<Item> | Deferred<List<Item>>;
}

/** The view of a list. It also selects the fields of each item that it shows: the browser receives no others. */
export interface ListView<Call extends ListPath, Item> extends View<ListData<Item>> {
  selectItems(answer: Answer<Call>): Item[];
}

interface ListPageDefinition<Call extends ListPath, Item>
  extends Pick<Page, 'path' | 'id' | 'chunk' | 'label' | 'entries' | 'perPage' | 'feed' | 'maxAge'> {
  call: Call;
  filters?: readonly string[];
  /** The list can be ordered by the distance from a district. */
  near?: boolean;
  /** The orders of the call that the page offers. */
  sorts?: readonly SortsOf<Call>[];
  /** The head contains the items, so the list is never a block. */
  awaitList?: boolean;
  view(): Promise<ListView<Call, Item>>;
}

/** A page has the filters of its kind: one that it lacks is a type error. */
type FiltersOfKind<Call extends ListPath> =
  FiltersOf<Call> extends readonly [] ? { filters?: undefined } : { filters: FiltersOf<Call> };

/** A page that shows a list. The complete list always exists, so it may be a block; a part of it (a page, a search, a filter) is awaited, because it decides the status. */
export const listPage = <Call extends ListPath, Item>(
  definition: ListPageDefinition<Call, Item> & FiltersOfKind<Call>,
): Page =>
  page<ListData<Item>, ListView<Call, Item>>({
    ...definition,
    parameters: [
      'page',
      'search',
      ...(definition.filters ?? []),
      ...(definition.sorts ? ['sort'] : []),
      ...(definition.near ? ['near'] : []),
    ],
    async load({ api, params, query, view, site }) {
      const { sort, ...asked } = query;
      const parameters = {
        ...(definition.perPage && { per_page: String(definition.perPage) }),
        ...listParameters(definition.path, await site),
        ...(sort && { sort }),
      };
      const call = api(definition.call, { ...parameters, ...asked, ...params });
      const list = Promise.all([call, view]).then(([answer, { selectItems }]) => selectList(answer, selectItems));
      const isComplete = Object.values(query).every((value) => value === undefined);
      return { list: isComplete && !definition.awaitList ? defer(list) : await list };
    },
  });

/** The list of a call's answer, with the selected fields of its items. */
export function selectList<CallAnswer extends Answer<ListPath>, Item>(
  answer: CallAnswer,
  selectItems: (answer: CallAnswer) => Item[],
): List<Item> {
  const { pagination, filters, near } = answer;
  return { items: selectItems(answer), pagination, filters, ...(near && { near }) };
}

/** The list, if the loader has awaited it. */
export const awaitedList = <Item>({ list }: ListData<Item>): List<Item> | undefined =>
  'promise' in list ? undefined : list;

/** The address of a list: the path with the parameters that have a value, in the order of `query`. */
export function listAddress(path: string, query: Parameters): string {
  const set = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || (name === 'page' && value === '1') ? [] : [[name, value]],
  );
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}
