/** The results of derived functions, and all objects in them. */
const derivedObjects = new WeakSet<object>();

/**
 * A function of data that do not change, computed once for each object. Its result is then the same object each time, by which the
 * server knows what it has rendered and serialised already.
 */
export function derived<Source extends object, Result>(
  compute: (source: Source) => Result,
): (source: Source) => Result {
  const results = new WeakMap<Source, { result: Result }>();
  return (source) => {
    const known = results.get(source);
    if (known) return known.result;
    const result = compute(source);
    addAll(result);
    results.set(source, { result });
    return result;
  };
}

function addAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || derivedObjects.has(value)) return;
  derivedObjects.add(value);
  for (const part of Object.values(value)) addAll(part);
}

/**
 * Whether an object is in a memoised result. What is derived from an object that is made for one page would only take time and memory: it is
 * not seen again.
 */
export const isDerived = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && derivedObjects.has(value);
