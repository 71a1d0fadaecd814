import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCall } from '../../../packages/gateway/src/call.ts';
import { Normaliser } from '../../../packages/gateway/src/normaliser.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';

/* Long answers are read in a thread of their own, which may die of one. */

const OPTIONS = { timeZone: 'Asia/Kathmandu', videoOrigins: [] };
const log = pino({ level: 'silent' });
const blogs = (count: number, description = '') => ({
  bytes: Buffer.from(
    JSON.stringify({
      error: false,
      data: {
        blogs: Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Blog ${index + 1}`, description })),
      },
    }),
  ),
  status: 200,
});
const call = (parameters: Record<string, string> = {}) => readCall('blogs', parameters);

let folder: Folder;
let normaliser: Normaliser | undefined;
beforeEach(async () => {
  folder = await makeFolder({});
});
afterEach(async () => {
  await normaliser?.close();
  await folder.remove();
});

describe('a long answer', () => {
  it('comes to the same in its thread as without one', async () => {
    normaliser = new Normaliser(OPTIONS, log, 'dist/server/normaliser-thread.mjs');
    const inline = new Normaliser(OPTIONS, log);
    for (const [parameters, response] of [
      [{}, blogs(2_000, '<p>Some <b>text</b>')],
      [{ page: '3', search: 'blog' }, blogs(2_000)],
      [{ page: '999' }, blogs(2_000)],
      [{}, { bytes: Buffer.from(`{"error":true,"message":"no"${' '.repeat(100_000)}}`), status: 200 }],
      [{}, { bytes: Buffer.from('x'.repeat(100_000)), status: 200 }],
      [{}, { bytes: Buffer.from(`{"error":false,"data":${'['.repeat(50_000)}`), status: 200 }],
      [{}, { bytes: Buffer.from(`{"error":false,"data":{"blogs":"${'x'.repeat(50_000)}"}}`), status: 200 }],
    ] as const)
      expect(await normaliser.normalise(call(parameters), response)).toEqual(
        await inline.normalise(call(parameters), response),
      );
  });

  it('leaves the event loop to others', async () => {
    normaliser = new Normaliser(OPTIONS, log, 'dist/server/normaliser-thread.mjs');
    let isRead = false;
    const reading = normaliser.normalise(call(), blogs(3_000, '<p>Some <b>text</b> '.repeat(40))).then((result) => {
      isRead = true;
      return result;
    });
    let turns = 0;
    while (!isRead) {
      turns += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect((await reading).kind).toBe('answer');
    // Were it read here, there would be one turn.
    expect(turns).toBeGreaterThan(10);
  });

  it.each([
    ['throws', 'throw new Error("a fault of ours")'],
    ['ends', 'process.exit(3)'],
    ['takes all the memory', 'const all = []; for (;;) all.push(new Array(1e6).fill({}));'],
  ])(
    'fails alone where its thread %s; the next one is read',
    async (_, end) => {
      const thread = join(folder.dir, 'thread.mjs');
      await writeFile(
        thread,
        `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ response }) => {
         if (Buffer.from(response.bytes).includes('Fatal')) { ${end} }
         parentPort.postMessage({ result: { kind: 'refused', message: 'read' } });
       });
       parentPort.postMessage({ isReady: true });`,
      );
      normaliser = new Normaliser(OPTIONS, log, thread);
      const fatal = { bytes: Buffer.from(`Fatal${' '.repeat(50_000)}`), status: 200 };
      const outcomes = await Promise.all([
        normaliser.normalise(call(), fatal),
        normaliser.normalise(call(), blogs(1_000)),
      ]);
      expect(outcomes[0]).toMatchObject({ kind: 'failed', status: 502 });
      expect(await normaliser.normalise(call(), blogs(1_000))).toEqual({ kind: 'refused', message: 'read' });
    },
    60_000,
  );
});
