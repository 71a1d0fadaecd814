import type { ReactNode } from 'react';
import { type List, type ListData, listAddress } from '../list.ts';
import { type Page, queryOf } from '../page.ts';
import { useLocation } from '../router.ts';
import type { Filters } from '../schema/pagination.ts';
import { Block } from './Block.tsx';
import css from './ListScreen.module.css';
import { Pagination } from './Pagination.tsx';

interface ListScreenProps<Item> {
  page: Page;
  data: ListData<Item>;
  /** Where the address has a name in it: the address. */
  path?: string;
  title?: string;
  /** What its items are called, one and several. */
  noun: [string, string];
  children: (items: Item[]) => ReactNode;
}

/** A list's screen: what it can be searched and filtered by, how many there are, the items, and the way to the rest. */
export function ListScreen<Item>({
  page,
  data: { list },
  path = page.path,
  title,
  noun,
  children,
}: ListScreenProps<Item>) {
  const query = queryOf(page, new URLSearchParams(useLocation().search));
  const { page: _, ...asked } = query;
  const isPart = Object.values(asked).some(Boolean);
  const view = ({ items, pagination, filters }: List<Item>) => (
    <>
      {(isPart || items.length > 0) && (
        <Search key={listAddress(path, asked)} path={path} asked={asked} filters={filters} isPart={isPart} />
      )}
      {items.length > 0 ? (
        <>
          <p className={css.count}>{countText(pagination, noun)}</p>
          {children(items)}
        </>
      ) : (
        <Nothing path={path} noun={noun[1]} isPart={isPart} />
      )}
      <Pagination pages={pagination} href={(page) => listAddress(path, { ...asked, page: String(page) })} />
    </>
  );
  return (
    <section>
      <h1>{title ?? page.label}</h1>
      {'promise' in list ? (
        <Block name="list" of={list}>
          {view}
        </Block>
      ) : (
        view(list)
      )}
    </section>
  );
}

interface SearchProps {
  path: string;
  asked: Readonly<Record<string, string | undefined>>;
  filters: Filters;
  isPart: boolean;
}

/** A plain form: the address says what is shown, with scripts or without (client/navigation/forms.ts). */
function Search({ path, asked, filters, isPart }: SearchProps) {
  return (
    <search>
      <form className={css.search} action={path}>
        <label>
          Search
          <input type="search" name="search" maxLength={100} defaultValue={asked.search} />
        </label>
        {Object.entries(filters).map(([name, values]) => (
          <label key={name}>
            {FILTERS[name] ?? name}
            <select name={name} defaultValue={asked[name] ?? ''}>
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
        {isPart && <a href={path}>Show all</a>}
      </form>
    </search>
  );
}

const FILTERS: Record<string, string> = {
  category: 'Category',
  fiscal_year: 'Fiscal year',
  province: 'Province',
  department: 'Department',
};

function countText({ current_page, per_page, total }: List<unknown>['pagination'], [one, several]: [string, string]) {
  const noun = total === 1 ? one : several;
  if (total <= per_page) return `${total} ${noun}`;
  const first = (current_page - 1) * per_page + 1;
  return `${first} to ${Math.min(total, current_page * per_page)} of ${total} ${noun}`;
}

function Nothing({ path, noun, isPart }: { path: string; noun: string; isPart: boolean }) {
  if (!isPart) return <p>{`There are no ${noun} yet. Please check in later.`}</p>;
  return (
    <p>
      {`No ${noun} match this. Try fewer or shorter words, or `}
      <a href={path}>{`see all ${noun}`}</a>.
    </p>
  );
}
