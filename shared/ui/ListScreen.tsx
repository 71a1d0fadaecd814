import type { Parameters } from '@foyer/model';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { LIST_STATUS_ID } from '../document/element-ids.ts';
import { type List, type ListData, listAddress } from '../list-page.ts';
import { type Page, queryOf } from '../page.ts';
import { useHref, useIsRenamed, useLocation, useMessages, useRoot } from '../shown-page.ts';
import { Block } from './Block.tsx';
import { ListFilters, type WordsBox } from './ListFilters.tsx';
import css from './ListScreen.module.css';
import { Pagination } from './Pagination.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

/** What a list says about its items. */
interface ListTexts {
  /** Their number. */
  count: (values: { total: number }) => string;
  /** Those on this page, and their number. */
  range: (values: { first: number; last: number; total: number }) => string;
  /** There are none. */
  none: string;
  /** None match a search or filter. The link leads to all of them. */
  noMatch: (values: { link: (text: string) => ReactElement }) => ReactNode;
}

/** A list of at most so many items has no form: visitors see all of it at once. */
const SHORT_LIST = 5;

/** Which part of a list is shown. */
export interface ShownPart {
  /** Of the list, in the edition. */
  path: string;
  /** The parameters of the address. */
  query: Parameters;
  /** The list is searched or filtered. */
  isFiltered: boolean;
}

interface ListScreenProps<Item> {
  page: Page;
  data: ListData<Item>;
  /** In the default edition. Default: the page's path. Required if that has parameters. */
  path?: string;
  /** Default: the page's label. */
  title?: string;
  texts: ListTexts;
  /** Default: the search. */
  box?: WordsBox;
  /** Stands before the items, beside them on wide screens: filters, links into the list, a map. */
  aside?: (list: List<Item>, part: ShownPart) => ReactNode;
  children: (items: Item[], part: ShownPart) => ReactNode;
}

/** The screen of a list: search form with filters, number of items, items, and links to the list's other pages. */
export function ListScreen<Item>({
  page,
  data: { list },
  path: defaultPath = page.path,
  title,
  texts: ownTexts,
  box,
  aside,
  children,
}: ListScreenProps<Item>) {
  const m = useMessages();
  const texts = useIsRenamed(defaultPath)
    ? { count: m.itemCount, range: m.itemRange, none: m.noItems, noMatch: m.noItemMatch }
    : ownTexts;
  const path = useHref()(defaultPath);
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const { page: _, ...ordered } = query;
  const { sort: __, ...filter } = ordered;
  const isFiltered = Object.values(filter).some(Boolean);
  const part = { path, query, isFiltered };
  const content = (shown: List<Item>) => {
    const { items, pagination, filters } = shown;
    const isSearched = isFiltered || pagination.total > SHORT_LIST;
    const beside = (isFiltered || items.length > 0) && aside?.(shown, part);
    return (
      <>
        {isSearched && <ListFilters path={path} query={ordered} filters={filters} box={box} />}
        <div className={beside ? css.columns : undefined}>
          {beside && <div className={css.aside}>{beside}</div>}
          <div>
            {items.length > 0 ? (
              <>
                <p id={LIST_STATUS_ID} className={css.count}>
                  {countText(pagination, texts)}
                </p>
                {children(items, part)}
              </>
            ) : (
              <NoItems path={path} texts={texts} isFiltered={isFiltered} search={filter.search} />
            )}
            <Pagination
              pagination={pagination}
              href={(page) => listAddress(path, { ...ordered, page: String(page) })}
            />
            {page.feed && items.length > 0 && <Follow feed={`${path}/feed.xml`} />}
          </div>
        </div>
      </>
    );
  };
  return (
    <section>
      {title === undefined ? <ScreenHeading page={page} /> : <h1>{title}</h1>}
      {'promise' in list ? (
        <Block name="list" data={list}>
          {content}
        </Block>
      ) : (
        content(list)
      )}
    </section>
  );
}

/** The number of items, and which of them are on this page if there are several pages. */
export function countText(
  { current_page, per_page, total }: List<unknown>['pagination'],
  { count, range }: Pick<ListTexts, 'count' | 'range'>,
): string {
  if (total <= per_page) return count({ total });
  return range({ first: (current_page - 1) * per_page + 1, last: Math.min(total, current_page * per_page), total });
}

/** How to hear of what is new: the list's feed, and the organisation's own channels. */
function Follow({ feed }: { feed: string }) {
  const m = useMessages();
  const { site } = useRoot();
  return (
    <p className={css.follow}>
      {m.followList}{' '}
      <a href={feed} type="application/atom+xml">
        {m.feed}
      </a>
      {site.social.map(({ name, href }) => (
        <Fragment key={href}>
          {' · '}
          <a href={href} rel="external noopener">
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

interface NoItemsProps {
  path: string;
  texts: ListTexts;
  isFiltered: boolean;
  /** The words that were searched for. */
  search?: string;
}

function NoItems({ path, texts, isFiltered, search }: NoItemsProps) {
  const m = useMessages();
  const href = useHref();
  const { isSearchOff } = useRoot();
  if (!isFiltered) return <p>{texts.none}</p>;
  const link = (text: string) => (
    <a key="link" href={path}>
      {text}
    </a>
  );
  return (
    <>
      <p id={LIST_STATUS_ID}>{texts.noMatch({ link })}</p>
      {search && !isSearchOff && (
        <p>
          <a href={listAddress(href('/search'), { q: search })}>{m.searchSiteFor({ search })}</a>
        </p>
      )}
    </>
  );
}
