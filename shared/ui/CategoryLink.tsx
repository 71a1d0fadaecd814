/** A link to the other items of an item's category. */
export function CategoryLink({ category }: { category: { slug: string; name: string } | undefined }) {
  return category && <a href={`/category/${category.slug}`}>{category.name}</a>;
}
