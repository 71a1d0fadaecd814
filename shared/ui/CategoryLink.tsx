/** Leads to what else there is of an item's category. */
export function CategoryLink({ of }: { of: { slug: string; name: string } | undefined }) {
  return of && <a href={`/category/${of.slug}`}>{of.name}</a>;
}
