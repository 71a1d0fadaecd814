import type { Dataset, Parameters } from '@foyer/model';
import { optionText } from '../../list-head.ts';
import { listAddress } from '../../list-page.ts';
import { useMessages } from '../../shown-page.ts';
import css from './DatasetForm.module.css';
import { stateText } from './state-text.ts';

interface DatasetFormProps {
  dataset: Pick<Dataset, 'columns' | 'choices' | 'periods' | 'as_of'>;
  /** Of the table, in the edition. */
  path: string;
  /** What the address says, without the page. */
  query: Parameters;
  /** The rows are a part of the table. */
  isChosen: boolean;
}

/** Fiscal years that are offered. */
const MAX_PERIODS = 6;

/** Chooses rows: words, values of a column, days, and links to periods. A plain GET form, as that of lists. */
export function DatasetForm({ dataset, path, query, isChosen }: DatasetFormProps) {
  const m = useMessages();
  const { columns, choices = {}, periods } = dataset;
  const { sort } = query;
  const groups = columns.filter(({ key }) => choices[key]);
  const isDated = periods.length > 0;
  return (
    <search className={css.search}>
      <form key={listAddress(path, query)} action={path}>
        <label className={css.words}>
          {m.search}
          <input type="search" name="search" maxLength={100} defaultValue={query.search} />
        </label>
        {groups.length > 0 && (
          <label className={css.field}>
            {groups.length === 1 ? (groups[0]?.label ?? groups[0]?.key) : m.filter}
            <select name="filter" defaultValue={query.filter ?? ''}>
              <option value="">{m.all}</option>
              {groups.map(({ key, label = key, type }) => {
                const options = choices[key]?.map(({ value, label, count }) => (
                  <option key={value} value={`${key}:${value}`}>
                    {optionText({ label: type === 'state' ? stateText(label, m) : label, count }, m)}
                  </option>
                ));
                return groups.length === 1 ? (
                  options
                ) : (
                  <optgroup key={key} label={label}>
                    {options}
                  </optgroup>
                );
              })}
            </select>
          </label>
        )}
        {isDated && (
          <>
            <label className={css.field}>
              {m.fromDay}
              <input type="date" name="from" defaultValue={query.from} />
            </label>
            <label className={css.field}>
              {m.toDay}
              <input type="date" name="to" defaultValue={query.to} />
            </label>
          </>
        )}
        {sort && <input type="hidden" name="sort" value={sort} />}
        <button className="button" type="submit">
          {m.showResults}
        </button>
      </form>
      {isDated && <Periods dataset={dataset} path={path} query={query} />}
      {isChosen && (
        <p>
          <a href={listAddress(path, { sort })}>{m.showAll}</a>
        </p>
      )}
    </search>
  );
}

/** Links to the last months, and to fiscal years. */
function Periods({ dataset: { periods, as_of }, path, query }: Omit<DatasetFormProps, 'isChosen'>) {
  const m = useMessages();
  const { from, to, ...others } = query;
  const last = as_of?.slice(0, 'YYYY-MM-DD'.length);
  const recent = last
    ? [
        { name: m.lastMonths({ months: 3 }), from: monthsBefore(last, 3), to: undefined },
        { name: m.lastMonths({ months: 12 }), from: monthsBefore(last, 12), to: undefined },
      ]
    : [];
  const years = periods.slice(0, MAX_PERIODS).map((period) => ({ ...period, name: m.number({ number: period.name }) }));
  const links = [{ name: m.allDates, from: undefined, to: undefined }, ...recent, ...years];
  return (
    <nav aria-label={m.period}>
      <ul className={css.periods}>
        {links.map((period) => (
          <li key={period.name}>
            <a
              href={listAddress(path, { ...others, from: period.from, to: period.to })}
              aria-current={period.from === from && period.to === to ? 'true' : undefined}
            >
              {period.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  // A month without this day, as February without the 31st: its last one.
  if (date.getUTCDate() !== Number(day.slice(-2))) date.setUTCDate(0);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
