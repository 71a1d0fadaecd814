import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInTurns, runUrgently } from '../../../server/turns.ts';

const WORK_MS = 30;

/** Steps of work, each of a tenth of a millisecond. */
function* work(): Generator<void, string> {
  for (let step = 0; step < WORK_MS * 10; step += 1) {
    for (const end = performance.now() + 0.1; performance.now() < end; );
    yield;
  }
  return 'done';
}

test('what runs in turns lets others run in between, and resolves with its result', async () => {
  const order: string[] = [];
  const run = runInTurns(work()).then((result) => order.push(result));
  await setImmediate();
  order.push('another request');
  await run;
  expect(order).toEqual(['another request', 'done']);
});

test('what is urgent runs before what began earlier', async () => {
  const order: string[] = [];
  const background = [1, 2, 3].map((number) => runInTurns(work()).then(() => order.push(`background ${number}`)));
  await setImmediate();
  const urgent = runUrgently(work()).then(() => order.push('urgent'));
  await Promise.all([...background, urgent]);
  expect(order[0]).toBe('urgent');
  expect(order.slice(1).sort()).toEqual(['background 1', 'background 2', 'background 3']);
});

test('after a failure of urgent work the rest goes on', async () => {
  const failing = runUrgently(
    (function* () {
      yield;
      throw new Error('failed');
    })(),
  );
  const background = runInTurns(work());
  await expect(failing).rejects.toThrow('failed');
  expect(await background).toBe('done');
});
