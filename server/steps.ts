/** Work that may pause after each step, so that requests are answered in between. */
export type Steps<Result> = Generator<void, Result>;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What loops do in one step: a step for each item would take longer than its work. */
export const ITEMS_PER_STEP = 50;
/** Sorted by `sort` in one step. */
const ITEMS_PER_RUN = 500;

/** As `sort`, which cannot pause: sorts short runs, and merges them. Equal values stay in their order. */
export function* sortedInSteps<T>(values: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < values.length; start += ITEMS_PER_RUN) {
    runs.push(values.slice(start, start + ITEMS_PER_RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* mergedInSteps(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const merged: T[] = [];
  const others = right[Symbol.iterator]();
  let other = others.next();
  for (const value of left) {
    for (; !other.done && compare(value, other.value) > 0; other = others.next()) merged.push(other.value);
    merged.push(value);
    if (merged.length % ITEMS_PER_STEP === 0) yield;
  }
  for (; !other.done; other = others.next()) merged.push(other.value);
  return merged;
}
