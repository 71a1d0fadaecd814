import type { ReactNode } from 'react';
import css from './DescriptionList.module.css';

interface DescriptionListProps {
  entries: [name: string, value: ReactNode][];
  /** Of the values, if it is not that of the page. */
  lang?: string;
}

/** Facts about an item: a name and a value each. An entry without a value is left out. */
export function DescriptionList({ entries, lang }: DescriptionListProps) {
  const filled = entries.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  if (filled.length === 0) return null;
  return (
    <dl className={css.entries}>
      {filled.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd lang={lang}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
