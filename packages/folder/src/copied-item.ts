/** Of a copy: the item that it copies. JSON has no such fields, and a copy of the copy has it too. */
const COPIED = Symbol('copied item');

/** A copy of an item for an edition, with other fields. Its text and its words are those of the item. */
export const copyOf = (item: object, fields: object, source = item): object => ({
  ...item,
  ...fields,
  [COPIED]: source,
});

/** The item that a copy copies; any other item itself. */
export function copiedItem<Item extends object>(item: Item): Item {
  const { [COPIED]: copied = item }: { [COPIED]?: Item } = item;
  return copied;
}
