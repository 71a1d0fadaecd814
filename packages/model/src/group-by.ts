/** Groups items by a name that several of them share, in the order in which the names first occur. */
export function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): [name: string, items: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return [...groups];
}
