/**
 * Bounds an LRUCache by its entries. `max` does the same, but allocates room for all of them at once: a megabyte for 50,000 entries
 * that most sites never have.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
