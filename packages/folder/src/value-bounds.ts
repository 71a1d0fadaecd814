export interface ValueBounds {
  maxValues: number;
  maxDepth: number;
}

/**
 * Whether a value and everything in it are at most `maxValues` values, nested at most `maxDepth` levels deep. A YAML alias
 * may stand for a value that contains the alias itself: such a value is endless, and out of bounds.
 */
export function isWithinBounds(value: unknown, { maxValues, maxDepth }: ValueBounds): boolean {
  let count = 0;
  const visit = (value: unknown, depth: number): boolean => {
    count += 1;
    if (count > maxValues || depth < 0) return false;
    if (typeof value !== 'object' || value === null) return true;
    return Object.values(value).every((element) => visit(element, depth - 1));
  };
  return visit(value, maxDepth);
}
