import { type Answer, type Category, type CategoryItem, isScreenOff } from '@foyer/model';
import { listHead } from '../../list-head.ts';
import type { ListData } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages, useRoot } from '../../shown-page.ts';
import { DateText, publicationDate } from '../../ui/DateText.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

const ITEM_TYPES = {
  blog: { label: 'blog', path: '/blogs' },
  news: { label: 'news', path: '/news' },
  notice: { label: 'notice', path: '/notice' },
} as const;

const itemRow = ({ id, type, name, lang, summary, description_text, ...item }: CategoryItem) => ({
  // Items of different types may have the same id.
  id: `${type}-${id}`,
  href: `${ITEM_TYPES[type].path}/${id}`,
  type,
  name,
  lang,
  summary: summary ?? description_text,
  date: publicationDate(item),
});
export const selectItems = ({ items }: Answer<'category/{slug}'>) => items.map(itemRow);

interface CategoryData extends ListData<ReturnType<typeof itemRow>> {
  category: Category;
}

const addressOf = ({ category }: CategoryData) => `/category/${category.slug}`;

export function head(data: CategoryData, context: HeadContext): Head {
  return listHead(data, context, { label: data.category.name, path: addressOf(data) });
}

export function Screen({ data, page }: ScreenProps<CategoryData>) {
  const m = useMessages();
  const { site } = useRoot();
  return (
    <ListScreen
      page={page}
      data={data}
      path={addressOf(data)}
      title={data.category.name}
      texts={{ count: m.itemCount, range: m.itemRange, none: m.noItems, noMatch: m.noItemMatch }}
    >
      {(items) => (
        <ItemList
          items={items.filter(({ type }) => !isScreenOff(ITEM_TYPES[type].path, site))}
          above={({ type, date }) => (
            <>
              <span>{m[ITEM_TYPES[type].label]}</span>
              <DateText date={date} />
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
