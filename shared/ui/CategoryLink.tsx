import { ITEM_NAME } from '@foyer/model';
import { useHref } from '../shown-page.ts';

/** A link to the other items of an item's category; its name alone if no address can have its slug. */
export function CategoryLink({ category }: { category: { slug: string; name: string } | undefined }) {
  const href = useHref();
  if (!category || !ITEM_NAME.test(category.slug)) return category?.name;
  return <a href={href(`/category/${category.slug}`)}>{category.name}</a>;
}
