import { useHref } from '../shown-page.ts';

/** A link to the other items of an item's category. */
export function CategoryLink({ category }: { category: { slug: string; name: string } | undefined }) {
  const href = useHref();
  return category && <a href={href(`/category/${category.slug}`)}>{category.name}</a>;
}
