import type { Answer } from '../../content-api.ts';
import type { Category, CategoryItem } from '../../kinds/category.ts';
import { type ListData, listHead } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { ItemList } from '../../ui/ItemList.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';

const ITEM_TYPES = {
  blog: { label: 'Blog', path: '/blogs' },
  news: { label: 'News', path: '/news' },
  notice: { label: 'Notice', path: '/notice' },
};

const itemRow = ({ id, type, name, lang, summary, description_text, ...item }: CategoryItem) => ({
  // Items of different types may have the same id.
  id: `${type}-${id}`,
  href: `${ITEM_TYPES[type].path}/${id}`,
  type: ITEM_TYPES[type].label,
  name,
  lang,
  summary: summary ?? description_text,
  date: item.published_at ?? item.created_at,
  dateText: item.published_at_text ?? item.created_at_text,
});
export const selectItems = ({ items }: Answer<'category/{slug}'>) => items.map(itemRow);

interface CategoryData extends ListData<ReturnType<typeof itemRow>> {
  category: Category;
}

const addressOf = ({ category }: CategoryData) => `/category/${category.slug}`;

export function head(data: CategoryData, context: HeadContext): Head {
  return listHead(data, { ...context, page: { ...context.page, label: data.category.name, path: addressOf(data) } });
}

export function Screen({ data, page }: ScreenProps<CategoryData>) {
  return (
    <ListScreen page={page} data={data} path={addressOf(data)} title={data.category.name} noun={['item', 'items']}>
      {(items) => (
        <ItemList
          items={items}
          above={({ type, date, dateText }) => (
            <>
              <span>{type}</span>
              {dateText && <time dateTime={date}>{dateText}</time>}
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
