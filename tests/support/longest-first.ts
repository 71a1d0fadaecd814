import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TABLE = 'tests/durations.json';

/** How long each file of tests takes, in seconds; files of less than one are left out. vitest's own table is not in a fresh clone. */
const durations: Readonly<Record<string, number>> = JSON.parse(readFileSync(TABLE, 'utf8'));

/** The name of a file in the table. */
export const nameOf = (path: string): string => relative('.', path);

/** Begins with the files that take longest: one of them that comes last would run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const durationOf = ({ moduleId }: TestSpecification) => durations[nameOf(moduleId)] ?? 0;
    return [...files].sort((a, b) => groupOf(a) - groupOf(b) || durationOf(b) - durationOf(a));
  }
}

/** Writes the table. @param measured in seconds. Files that were not run keep what they have */
export function keepDurations(measured: Readonly<Record<string, number>>): void {
  const rounded = Object.entries({ ...durations, ...measured }).map(([name, seconds]) => [name, Math.round(seconds)]);
  const long = rounded
    .filter(([, seconds]) => Number(seconds) > 0)
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  writeFileSync(TABLE, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
