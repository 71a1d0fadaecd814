import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInTurns } from '../src/time-slice.ts';

const ITEMS = Array.from({ length: 300 }, (_, index) => index);

/** A tenth of a millisecond of work. */
function twice(item: number): number {
  for (const end = performance.now() + 0.1; performance.now() < end; );
  return item * 2;
}

test('what is mapped in turns lets others run in between, and resolves with its results', async () => {
  const order: string[] = [];
  const run = mapInTurns(ITEMS, twice).then((results) => {
    order.push('done');
    return results;
  });
  await setImmediate();
  order.push('another request');
  expect(await run).toEqual(ITEMS.map((item) => item * 2));
  expect(order).toEqual(['another request', 'done']);
});
