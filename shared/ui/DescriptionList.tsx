import type { ReactNode } from 'react';
import css from './DescriptionList.module.css';

/** Facts about an item: a name and a value each. An entry without a value is left out. */
export function DescriptionList({ entries }: { entries: [name: string, value: ReactNode][] }) {
  const filled = entries.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  if (filled.length === 0) return null;
  return (
    <dl className={css.entries}>
      {filled.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
