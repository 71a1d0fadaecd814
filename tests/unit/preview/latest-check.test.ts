import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LatestCheck } from '../../../server/preview/latest-check.ts';

const log = pino({ level: 'silent' });
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A check whose runs the test ends, in their order. */
function create() {
  const runs: { end(result: string): void; fail(): void }[] = [];
  const check = new LatestCheck(
    () =>
      new Promise<string>((resolve, reject) => {
        runs.push({ end: resolve, fail: () => reject(new Error('no')) });
      }),
    log,
  );
  return { runs, check };
}

it('runs once for all who ask, and again after a change', async () => {
  const { runs, check } = create();
  const results = [check.result(), check.result()];
  runs[0]?.end('first');
  expect(await Promise.all(results)).toEqual(['first', 'first']);
  expect(await check.result()).toBe('first');
  expect(runs).toHaveLength(1);
  check.renew();
  const next = check.result();
  runs[1]?.end('second');
  expect(await next).toBe('second');
});

it('runs one at a time: after any number of changes during one there is one more', async () => {
  const { runs, check } = create();
  const early = check.result();
  for (let change = 0; change < 5; change += 1) {
    check.renew();
    void check.result();
  }
  expect(runs).toHaveLength(1);
  runs[0]?.end('of the folder before');
  await settle();
  expect(runs).toHaveLength(2);
  runs[1]?.end('of the folder now');
  expect(await early).toBe('of the folder now');
  expect(runs).toHaveLength(2);
});

it('is pending for a page that has waited, and shows a failure once, also if no page has waited for it', async () => {
  const { runs, check } = create();
  expect(await check.result()).toBe('pending');
  runs[0]?.fail();
  await settle();
  expect(await check.result()).toBe('failed');
  const again = check.result();
  runs[1]?.end('fine');
  expect(await again).toBe('fine');
});
