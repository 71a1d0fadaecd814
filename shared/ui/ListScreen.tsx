import type { ReactNode } from 'react';
import type { Parameters } from '../content-api.ts';
import { type List, type ListData, listAddress } from '../list-page.ts';
import { type Page, queryOf } from '../page.ts';
import type { Filters } from '../schema/pagination.ts';
import { useLocation } from '../shown-page.ts';
import { Block } from './Block.tsx';
import css from './ListScreen.module.css';
import { Pagination } from './Pagination.tsx';

interface ListScreenProps<Item> {
  page: Page;
  data: ListData<Item>;
  /** Default: the page's path. Required if that has parameters. */
  path?: string;
  /** Default: the page's label. */
  title?: string;
  /** The word for an item, singular and plural. */
  noun: [string, string];
  children: (items: Item[]) => ReactNode;
}

/** The screen of a list: search form with filters, number of items, items, and links to the list's other pages. */
export function ListScreen<Item>({
  page,
  data: { list },
  path = page.path,
  title,
  noun,
  children,
}: ListScreenProps<Item>) {
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const { page: _, ...filter } = query;
  const isFiltered = Object.values(filter).some(Boolean);
  const content = ({ items, pagination, filters }: List<Item>) => (
    <>
      {(isFiltered || items.length > 0) && (
        <SearchForm
          key={listAddress(path, filter)}
          path={path}
          filter={filter}
          filters={filters}
          isFiltered={isFiltered}
        />
      )}
      {items.length > 0 ? (
        <>
          <p className={css.count}>{countText(pagination, noun)}</p>
          {children(items)}
        </>
      ) : (
        <NoItems path={path} noun={noun[1]} isFiltered={isFiltered} />
      )}
      <Pagination pagination={pagination} href={(page) => listAddress(path, { ...filter, page: String(page) })} />
    </>
  );
  return (
    <section>
      <h1>{title ?? page.label}</h1>
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

interface SearchFormProps {
  path: string;
  /** The current search and filter values. */
  filter: Parameters;
  /** The available values of each filter. */
  filters: Filters;
  isFiltered: boolean;
}

/** A plain GET form: it works without scripts, and client/navigation/follow-forms.ts submits it without a page load. */
function SearchForm({ path, filter, filters, isFiltered }: SearchFormProps) {
  return (
    <search>
      <form className={css.search} action={path}>
        <label>
          Search
          <input type="search" name="search" maxLength={100} defaultValue={filter.search} />
        </label>
        {Object.entries(filters).map(([name, values]) => (
          <label key={name}>
            {FILTER_LABELS[name] ?? name}
            <select name={name} defaultValue={filter[name] ?? ''}>
              <option value="">All</option>
              {values.map(({ value, label, count }) => (
                <option key={value} value={value}>
                  {`${label} (${count})`}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button className="button" type="submit">
          Show
        </button>
        {isFiltered && <a href={path}>Show all</a>}
      </form>
    </search>
  );
}

const FILTER_LABELS: Record<string, string> = {
  category: 'Category',
  fiscal_year: 'Fiscal year',
  province: 'Province',
  department: 'Department',
};

function countText(
  { current_page, per_page, total }: List<unknown>['pagination'],
  [singular, plural]: [string, string],
) {
  const noun = total === 1 ? singular : plural;
  if (total <= per_page) return `${total} ${noun}`;
  const first = (current_page - 1) * per_page + 1;
  return `${first} to ${Math.min(total, current_page * per_page)} of ${total} ${noun}`;
}

function NoItems({ path, noun, isFiltered }: { path: string; noun: string; isFiltered: boolean }) {
  if (!isFiltered) return <p>{`There are no ${noun} yet. Please check in later.`}</p>;
  return (
    <p>
      {`No ${noun} match this. Try fewer or shorter words, or `}
      <a href={path}>{`see all ${noun}`}</a>.
    </p>
  );
}
