/** The patterns of an item's page, e.g. `/services/:slug`, and of the page of an item with a parent: `/services/:parent/:slug`. */
export interface ItemPaths {
  path: string;
  childPath?: string;
}

interface NamedItem {
  id?: string;
  slug?: string;
  parent?: { slug: string };
}

/** The path of an item's page, in the default edition. */
export function itemPath({ path, childPath }: ItemPaths, { id = '', slug = id, parent }: NamedItem): string {
  const values: Record<string, string | undefined> = { id, slug, parent: parent?.slug };
  const pattern = parent && childPath !== undefined ? childPath : path;
  return pattern.replace(/:(\w+)/g, (_, name: string) => values[name] ?? id);
}

/** The address of the page of a kind's item, or one that leads there. @param name the item's id or slug */
export const addressOfItem = (kind: string, name: string): string =>
  kind === 'career' ? `/career/${name}/show` : `/${kind}/${name}`;
