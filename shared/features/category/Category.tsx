import type { Answer } from '../../content-api.ts';
import type { Category, CategoryItem } from '../../kinds/category.ts';
import { type ListData, listHead } from '../../list.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Rows } from '../../ui/Rows.tsx';

const TYPES = {
  blog: { label: 'Blog', path: '/blogs' },
  news: { label: 'News', path: '/news' },
  notice: { label: 'Notice', path: '/notice' },
};

const row = ({ id, type, name, lang, summary, description_text, ...item }: CategoryItem) => ({
  // Of another type there may be one of the same id.
  id: `${type}-${id}`,
  href: `${TYPES[type].path}/${id}`,
  type: TYPES[type].label,
  name,
  lang,
  summary: summary ?? description_text,
  date: item.published_at ?? item.created_at,
  text: item.published_at_text ?? item.created_at_text,
});
export const items = ({ items }: Answer<'category/{slug}'>) => items.map(row);

export interface CategoryData extends ListData<ReturnType<typeof row>> {
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
        <Rows
          items={items}
          above={({ type, date, text }) => (
            <>
              <span>{type}</span>
              {text && <time dateTime={date}>{text}</time>}
            </>
          )}
        />
      )}
    </ListScreen>
  );
}
