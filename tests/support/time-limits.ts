import { closeSync, openSync } from 'node:fs';
import { isTimeLimitError, withTimeLimit } from '../../packages/folder/src/time-limit.ts';

/* A process with few file descriptors, which uses time limits while none are left. It writes what happens to stdout. */

const forEver = () => {
  for (;;);
};
const attempt = (work: () => string): string => {
  try {
    return withTimeLimit(200, work);
  } catch (error) {
    if (isTimeLimitError(error)) return 'interrupted';
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};
const taken: number[] = [];
const takeAll = () => {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    // None are left.
  }
};
const results = [attempt(() => 'done')];
takeAll();
results.push(
  attempt(() => 'done'),
  attempt(forEver),
  // What is held is given up while the work runs.
  attempt(() => {
    takeAll();
    return 'done';
  }),
  attempt(() => 'done'),
);
for (const descriptor of taken) closeSync(descriptor);
results.push(attempt(() => 'done'));
process.stdout.write(JSON.stringify(results));
