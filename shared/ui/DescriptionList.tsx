import type { ReactNode } from 'react';
import css from './DescriptionList.module.css';

interface DescriptionListProps {
  /** `nameLang`: of a name that is content. */
  entries: [name: string, value: ReactNode, nameLang?: string][];
}

/** Facts about an item: a name and a value each. An entry without a value is left out. */
export function DescriptionList({ entries }: DescriptionListProps) {
  const filled = entries.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  if (filled.length === 0) return null;
  return (
    <dl className={css.entries}>
      {filled.map(([name, value, nameLang]) => (
        <div key={name}>
          <dt lang={nameLang}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
