import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/* How long each file of tests takes, so that the longest begin first: also in a fresh clone, where vitest knows none. */

const TABLE = 'tests/durations.json';

/** In seconds. Files of less than one are left out. */
export const durations: Readonly<Record<string, number>> = JSON.parse(readFileSync(TABLE, 'utf8'));

/** The name of a file in the table. */
export const nameOf = (path: string): string => relative('.', path);

/** @param measured in seconds. Files that were not run keep what they have */
export function keepDurations(measured: Readonly<Record<string, number>>): void {
  const rounded = Object.entries({ ...durations, ...measured }).map(([name, seconds]) => [name, Math.round(seconds)]);
  const long = rounded
    .filter(([, seconds]) => Number(seconds) > 0)
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
