import { type FileHandle, open, readdir } from 'node:fs/promises';
import { pino } from 'pino';
import { DiskCache } from '../../packages/runtime/src/disk-cache/disk-cache.ts';

/* A process with few file descriptors. It uses a disk cache while none are left, and writes the results to stdout. */

const [, , dir = ''] = process.argv;
const log: object[] = [];
const faults: Record<string, number> = {};
const cache = new DiskCache({
  dir,
  kind: 'answers',
  isName: (name) => name.startsWith('entry-'),
  maxBytes: 64_000_000,
  log: pino(
    {},
    {
      write(line: string) {
        const { msg, cause } = JSON.parse(line);
        log.push({ msg, cause });
      },
    },
  ),
  onFault: (fault) => {
    faults[fault] = (faults[fault] ?? 0) + 1;
  },
});

const found = async () => {
  const entries = await Promise.all(Array.from({ length: 20 }, (_, number) => cache.read(`entry-${number}`)));
  return entries.filter((entry) => entry?.toString() === 'good').length;
};
const before = await found();
const taken: FileHandle[] = [];
for (;;) {
  const file = await open('/dev/null').catch(() => undefined);
  if (!file) break;
  taken.push(file);
}
const without = await found();
cache.deleteWhere((name) => /^entry-\d$/.test(name));
await new Promise((resolve) => setTimeout(resolve, 100));
for (const file of taken) await file.close();
const after = await found();
// The failed deletion is repeated later.
while ((await readdir(dir)).length > after) await new Promise((resolve) => setTimeout(resolve, 100));
await cache.close();
process.stdout.write(JSON.stringify({ found: { before, without, after }, log, faults }));
