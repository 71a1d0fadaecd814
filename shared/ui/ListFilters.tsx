import type { Messages } from '@foyer/messages';
import type { Filters, Parameters } from '@foyer/model';
import { filterText, optionText } from '../list-head.ts';
import { listAddress } from '../list-page.ts';
import type { LabelKey } from '../page.ts';
import { useMessages } from '../shown-page.ts';
import css from './ListFilters.module.css';

/** The field for words: of the search, unless the list has another. */
export interface WordsBox {
  /** Of the parameter. */
  name: 'near' | 'search';
  label: string;
}

interface ListFiltersProps {
  /** Of the list, in the edition. */
  path: string;
  /** The current search, filter values and order. */
  query: Parameters;
  /** The available values of each filter. */
  filters: Filters;
  box?: WordsBox;
}

/**
 * Search and filters: a plain GET form, and links that take each of the current ones off. It works without scripts;
 * client/navigation/follow-forms.ts submits it without a page load.
 */
export function ListFilters({ path, query, filters, box: ownBox }: ListFiltersProps) {
  const m = useMessages();
  const box = ownBox ?? { name: 'search', label: m.search };
  return (
    <search className={css.search}>
      {/* With the key the fields show what the address says. */}
      <form key={listAddress(path, query)} className={css.form} action={path}>
        <label className={css.words}>
          {box.label}
          <input type="search" name={box.name} maxLength={100} defaultValue={query[box.name]} />
        </label>
        {withValues(filters).map(([name, values]) => (
          <label key={name} className={css.filter}>
            {filterName(name, m)}
            <select name={name} defaultValue={query[name] ?? ''}>
              <option value="">{m.all}</option>
              {values.map(({ value, label, count }) => (
                <option key={value} value={value}>
                  {optionText({ label: filterText(name, label, m), count }, m)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button className="button" type="submit">
          {m.showResults}
        </button>
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
      </form>
      <Chips path={path} query={query} filters={filters} />
    </search>
  );
}

/** A link for the search and for each filter that takes just that one off. */
function Chips({ path, query, filters }: ListFiltersProps) {
  const m = useMessages();
  const { sort, ...filter } = query;
  const chips = Object.entries(filter).flatMap(([name, value]) => {
    if (!value) return [];
    const label = filters[name]?.find((candidate) => candidate.value === value)?.label ?? value;
    const isSearch = name === 'search';
    return [
      {
        name,
        kind: isSearch ? m.search : filterName(name, m),
        text: isSearch ? `“${value}”` : filterText(name, label, m),
      },
    ];
  });
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips}>
      {chips.map(({ name, kind, text }) => (
        <li key={name}>
          <a
            href={listAddress(path, { ...query, [name]: undefined })}
            aria-label={m.removeFilter({ filter: kind, value: text })}
          >
            {text} <span aria-hidden="true">✕</span>
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a href={listAddress(path, { sort })}>{m.showAll}</a>
        </li>
      )}
    </ul>
  );
}

/** The filters that the list's items have values for. */
export const withValues = (filters: Filters) => Object.entries(filters).filter(([, values]) => values.length > 0);

const FILTER_LABELS: Record<string, LabelKey> = {
  category: 'category',
  fiscal_year: 'fiscalYear',
  province: 'province',
  department: 'department',
  subject: 'subject',
  near: 'nearPlaceLabel',
};

export function filterName(name: string, m: Messages): string {
  const label = FILTER_LABELS[name];
  return label ? m[label] : name;
}
