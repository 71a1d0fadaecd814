import type { ReactNode } from 'react';
import css from './Rows.module.css';

interface Row {
  id: string;
  name: string;
  /** None: the name leads nowhere. */
  href?: string;
  lang?: string;
  summary?: string;
}

interface RowsProps<Item extends Row> {
  items: Item[];
  heading?: 'h2' | 'h3' | 'h4';
  /** What stands above a name, small. */
  above?: (item: Item) => ReactNode;
  /** What stands below its summary. */
  below?: (item: Item) => ReactNode;
}

/** Items one below the other, each a name that leads to it and what is said of it. */
export function Rows<Item extends Row>({ items, heading: Name = 'h2', above, below }: RowsProps<Item>) {
  return (
    <ul className={css.rows}>
      {items.map((item) => (
        <li key={item.id}>
          <article className={css.row}>
            {above && <p className={css.above}>{above(item)}</p>}
            <Name lang={item.lang}>{item.href ? <a href={item.href}>{item.name}</a> : item.name}</Name>
            {item.summary && <p lang={item.lang}>{item.summary}</p>}
            {below?.(item)}
          </article>
        </li>
      ))}
    </ul>
  );
}
