import type { ReactNode } from 'react';
import { useTextLang } from '../shown-page.ts';
import css from './DescriptionList.module.css';

interface DescriptionListProps {
  /** A name or a text as value that is in another language than the page is marked. `nameLang`: of a name, where its item says it. */
  entries: [name: string, value: ReactNode, nameLang?: string][];
}

/** Facts about an item: a name and a value each. An entry without a value is left out. */
export function DescriptionList({ entries }: DescriptionListProps) {
  const langOf = useTextLang();
  const filled = entries.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  if (filled.length === 0) return null;
  return (
    <dl className={css.entries}>
      {filled.map(([name, value, nameLang]) => (
        <div key={name}>
          <dt lang={nameLang ?? langOf(name)}>{name}</dt>
          <dd lang={typeof value === 'string' ? langOf(value) : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
