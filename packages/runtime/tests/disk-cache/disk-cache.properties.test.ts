import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { examples } from '../../../../tests/support/extents.ts';
import { DiskCache } from '../../src/disk-cache/disk-cache.ts';

/* The disk cache under any sequence of operations and damage. */

const SEED = 20240305;
const RUNS = 500;
const NAMES = ['entry-a', 'entry-b', 'entry-c'];

type Use =
  | { kind: 'write'; name: string; bytes: Uint8Array }
  | { kind: 'delete'; name: string }
  | { kind: 'read'; name: string }
  | { kind: 'deleteWhere'; names: string[] }
  | { kind: 'restart' }
  | { kind: 'wait'; turns: number };
type Damage =
  | { kind: 'damage'; how: 'cut' | 'flip' | 'append'; name: string; at: number }
  | { kind: 'damage'; how: 'move' | 'copy'; name: string; to: string };
type Step = Use | Damage;

const name = fc.constantFrom(...NAMES);
const bytes = fc.uint8Array({ maxLength: 60 });
const at = fc.nat(100);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), name, bytes }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), name }) },
  fc.record({ kind: fc.constant('delete' as const), name }),
  fc.record({ kind: fc.constant('deleteWhere' as const), names: fc.subarray(NAMES) }),
  fc.constant({ kind: 'restart' as const }),
  fc.record({ kind: fc.constant('wait' as const), turns: fc.nat(12) }),
  fc.record({
    kind: fc.constant('damage' as const),
    how: fc.constantFrom('cut' as const, 'flip' as const, 'append' as const),
    name,
    at,
  }),
  fc.record({
    kind: fc.constant('damage' as const),
    how: fc.constantFrom('move' as const, 'copy' as const),
    name,
    to: name,
  }),
);

/** Another program changes a file, if there is one: the cache may delete it in between. */
async function damage(dir: string, step: Damage): Promise<void> {
  await change(dir, step).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function change(dir: string, step: Damage): Promise<void> {
  const path = join(dir, step.name);
  const file = await readFile(path);
  if (step.how === 'cut') await truncate(path, Math.min(step.at, file.length));
  if (step.how === 'append') await writeFile(path, Buffer.concat([file, Buffer.alloc(step.at + 1)]));
  if (step.how === 'flip' && file.length > 0) {
    const place = step.at % file.length;
    file.writeUInt8(file.readUInt8(place) ^ 1, place);
    await writeFile(path, file);
  }
  if (step.how === 'copy') await writeFile(join(dir, step.to), file);
  if (step.how === 'move') await rename(path, join(dir, step.to));
}

it('returns the bytes last written, or nothing, whatever happens to the files', {
  tags: ['properties'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const dir = await mkdtemp(join(tmpdir(), 'foyer-property-'));
      const open = () =>
        new DiskCache({
          dir,
          kind: 'answers',
          isName: (file) => NAMES.includes(file),
          maxBytes: 1_000_000,
          log: pino({ level: 'silent' }),
        });
      let cache = open();
      const written = new Map<string, Buffer>();
      /** Names whose file another program has changed since the last write: they may be missing. */
      const touched = new Set<string>();
      /** Everything written under a name so far: a program that copies a file while it is replaced puts back an older one, whole. */
      const history = new Map<string, Buffer[]>(NAMES.map((name) => [name, []]));
      const check = async (file: string) => {
        const read = await cache.read(file);
        if (!touched.has(file)) expect(read).toEqual(written.get(file));
        else if (read !== undefined) expect(history.get(file)).toContainEqual(read);
      };
      try {
        for (const step of steps) {
          if (step.kind === 'write') {
            written.set(step.name, Buffer.from(step.bytes));
            history.get(step.name)?.push(Buffer.from(step.bytes));
            touched.delete(step.name);
            cache.write(step.name, Buffer.from(step.bytes));
          } else if (step.kind === 'delete') {
            written.delete(step.name);
            cache.delete(step.name);
          } else if (step.kind === 'deleteWhere') {
            for (const file of step.names) written.delete(file);
            cache.deleteWhere((file) => step.names.includes(file));
          } else if (step.kind === 'read') {
            await check(step.name);
          } else if (step.kind === 'restart') {
            await cache.close();
            cache = open();
          } else if (step.kind === 'wait') {
            // Ends in the middle of an operation on disk.
            for (let turn = 0; turn < step.turns; turn += 1) await setImmediate();
          } else {
            touched.add(step.name);
            if ('to' in step) touched.add(step.to);
            await damage(dir, step);
          }
        }
        for (const file of NAMES) await check(file);
        await cache.close();
        cache = open();
        for (const file of NAMES) await check(file);
        await cache.close();
        for (const file of await readdir(dir)) expect(NAMES).toContain(file);
      } finally {
        await cache.close();
        await rm(dir, { recursive: true, force: true });
      }
    }),
    { seed: SEED, numRuns: examples(RUNS) },
  );
});
