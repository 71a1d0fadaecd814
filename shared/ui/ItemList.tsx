import type { ReactNode } from 'react';
import { useHref } from '../shown-page.ts';
import { useStaticPart } from '../static-part.tsx';
import css from './ItemList.module.css';
import { LanguageMark } from './LanguageMark.tsx';

interface ListedItem {
  id: string;
  name: string;
  /** In the default edition. Undefined: the name is no link. */
  href?: string;
  lang?: string;
  summary?: string;
}

interface ItemListProps<Item extends ListedItem> {
  items: Item[];
  heading?: 'h2' | 'h3';
  /** On wide screens the text above the name stands in a column before it. */
  hasColumn?: boolean;
  /** Small text, seen above the name and read after it. */
  above?: (item: Item) => ReactNode;
  /** Content below the summary. */
  below?: (item: Item) => ReactNode;
}

/** Items below each other, each with a linked name and a summary. */
export function ItemList<Item extends ListedItem>({
  items,
  heading: Name = 'h2',
  hasColumn,
  above,
  below,
}: ItemListProps<Item>) {
  const address = useHref();
  const part = useStaticPart();
  return (
    <ul className={css.items}>
      {items.map((item) => (
        <li key={item.id}>
          <article
            className={css.item}
            data-column={hasColumn}
            {...part(`item ${Name}`, item, () => (
              <>
                <Name lang={item.lang}>{item.href ? <a href={address(item.href)}>{item.name}</a> : item.name}</Name>
                <LanguageMark lang={item.lang} />
                {above && <p className={css.above}>{above(item)}</p>}
                {item.summary && <p lang={item.lang}>{item.summary}</p>}
                {below?.(item)}
              </>
            ))}
          />
        </li>
      ))}
    </ul>
  );
}
