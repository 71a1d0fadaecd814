import { ContentError, type Near, type NearPlace, nearestFirst, type Pagination, roundedDistance } from '@foyer/model';
import { arrangeList, type FilterValue, type ListItem } from './arrange-list.ts';
import { type Call, MAX_PER_PAGE } from './call.ts';

export type ListAnswerData = Record<string, ListItem[]> & {
  pagination: Pagination;
  filters?: Record<string, FilterValue[]>;
  complete?: boolean;
  near?: Near;
};

/**
 * The page of a list that a call asks for. A complete list, from an upstream without paging, is arranged here; an upstream
 * that pages has filtered and searched too. Throws a ContentError, 404, for a page after the last.
 */
export function listPageOf(data: ListAnswerData, list: NonNullable<Call['list']>): ListAnswerData {
  const { name, query } = list;
  const items = data[name] ?? [];
  const { complete, ...answer } = data;
  let page: ListAnswerData = answer;
  const isComplete = answer.pagination.last_page === 1 && answer.pagination.total === items.length;
  // An upstream with larger pages of its own has no second page of a list that does not fill one.
  const { per_page: theirs } = answer.pagination;
  const fitsIntoTheirs = items.length < theirs && theirs <= MAX_PER_PAGE;
  const isBeyondOurs = !fitsIntoTheirs && items.length > query.perPage;
  if (list.arranged !== false && (complete || (isComplete && isBeyondOurs))) {
    const { items: pageItems, ...rest } = arrangeList(items, query, list);
    page = { ...answer, ...rest, [name]: pageItems } as ListAnswerData;
  } else if (query.near && !query.near.isGuess) {
    // An upstream that pages may ignore `near`: then the items of each page are in order.
    page = { ...answer, [name]: nearestFirst(items, query.near) } as ListAnswerData;
  }
  if (query.page > page.pagination.last_page) throw new ContentError(404, `no page ${query.page}`);
  return query.near ? withDistances(page, name, query.near) : page;
}

function withDistances(page: ListAnswerData, name: string, place: NearPlace): ListAnswerData {
  const near: Near = { name: place.name, is_guess: place.isGuess };
  if (place.isGuess) return { ...page, near } as ListAnswerData;
  const items = (page[name] ?? []).map((item) => ({ ...item, distance_km: roundedDistance(item, place) }));
  return { ...page, [name]: items, near } as ListAnswerData;
}
