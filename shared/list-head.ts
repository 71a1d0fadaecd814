import type { Messages } from '@foyer/messages';
import { awaitedList, type List, type ListData, listAddress } from './list-page.ts';
import type { Head, HeadContext } from './page.ts';

/* The heads of pages that show a list. Screens import this module; the route table does not. */

interface ListNames {
  /** Default: the page's label. */
  label?: string;
  /** Default: the page's path. Required if that has parameters. */
  path?: string;
}

export function listHead<Item>(data: ListData<Item>, context: HeadContext, names: ListNames = {}): Head {
  const { site, query, page: listPage, messages: m } = context;
  const { label = listPage.label ? m[listPage.label] : '', path = listPage.path } = names;
  // The same items in another order have the address of the list.
  const { sort: _, ...shown } = query;
  const { page = '1', search, near, ...filters } = shown;
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    value ? [{ name, value, label: filterLabel(awaitedList(data), name, value) }] : [],
  );
  const filterLabels = chosen.map(({ name, value, label }) => filterText(name, label ?? value, m));
  const title = [
    search ? m.searchIn({ search, label }) : label,
    ...filterLabels,
    ...(page === '1' ? [] : [m.pageOfList({ page })]),
  ].join(', ');
  return {
    title,
    description: m.labelOf({ label: [label, ...filterLabels].join(', '), site: site.name }),
    canonical: listAddress(path, shown),
    // Anyone can invent a value of a filter: its text is not to be found with the site's name.
    index: search === undefined && near === undefined && chosen.every(({ label }) => label !== undefined),
  };
}

/** A year has the digits of the language, other labels come from the content. */
export const filterText = (name: string, label: string, m: Messages): string =>
  name === 'fiscal_year' ? m.number({ number: label }) : label;

/** A value of a filter as a choice, with the number of its items if that is known. */
export const optionText = ({ label, count }: { label: string; count?: number }, m: Messages): string =>
  count === undefined ? label : m.filterOption({ label, count });

/** The label of a filter's value, if the list has that value: a filtered list is always awaited. */
function filterLabel(list: List<unknown> | undefined, name: string, value: string): string | undefined {
  return list?.filters[name]?.find((candidate) => candidate.value === value)?.label;
}
