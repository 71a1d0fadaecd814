import type { Filters } from '@foyer/model';
import { filterText, optionText } from '../list-head.ts';
import { listAddress } from '../list-page.ts';
import { useMessages } from '../shown-page.ts';
import css from './FilterLinks.module.css';
import { filterName, withValues } from './ListFilters.tsx';
import type { ShownPart } from './ListScreen.tsx';
import { SideNav } from './SideNav.tsx';

/** The links beside a list, if its items have values to filter by. */
export const filterLinks = ({ filters }: { filters: Filters }, part: ShownPart) =>
  withValues(filters).length > 0 && <FilterLinks filters={filters} {...part} />;

/** The filters of a list as links beside its items. On wide screens they replace the fields of its form. */
function FilterLinks({ path, query: { page: _, ...query }, filters }: ShownPart & { filters: Filters }) {
  const m = useMessages();
  return (
    <div className={css.links} data-filters>
      {withValues(filters).map(([name, values]) => {
        const link = (label: string, value?: string) => ({
          label,
          href: listAddress(path, { ...query, [name]: value }),
          isCurrent: query[name] === value,
        });
        const links = values.map(({ value, label, count }) =>
          link(optionText({ label: filterText(name, label, m), count }, m), value),
        );
        return <SideNav key={name} id={`links-${name}`} name={filterName(name, m)} links={[link(m.all), ...links]} />;
      })}
    </div>
  );
}
