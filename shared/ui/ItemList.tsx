import type { ReactNode } from 'react';
import css from './ItemList.module.css';

interface ListedItem {
  id: string;
  name: string;
  /** Undefined: the name is no link. */
  href?: string;
  lang?: string;
  summary?: string;
}

interface ItemListProps<Item extends ListedItem> {
  items: Item[];
  heading?: 'h2' | 'h3' | 'h4';
  /** Small text above the name. */
  above?: (item: Item) => ReactNode;
  /** Content below the summary. */
  below?: (item: Item) => ReactNode;
}

/** Items below each other, each with a linked name and a summary. */
export function ItemList<Item extends ListedItem>({ items, heading: Name = 'h2', above, below }: ItemListProps<Item>) {
  return (
    <ul className={css.items}>
      {items.map((item) => (
        <li key={item.id}>
          <article className={css.item}>
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
