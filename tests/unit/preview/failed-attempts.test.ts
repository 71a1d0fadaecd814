import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FailedAttempts } from '../../../server/preview/failed-attempts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** After how many milliseconds an attempt of a client is answered. */
async function delayOf(attempts: FailedAttempts, client: string): Promise<number> {
  const startedAt = performance.now();
  const turn = attempts.turn(client).then(() => performance.now() - startedAt);
  await vi.advanceTimersByTimeAsync(60_000);
  return turn;
}
function failedFor(client: string, times: number): FailedAttempts {
  const attempts = new FailedAttempts();
  for (let count = 0; count < times; count += 1) attempts.note(client);
  return attempts;
}

it.each([
  [0, 0],
  [1, 100],
  [10, 1_000],
  [100, 10_000],
  [5_000, 10_000],
])('after %i wrong tokens an answer takes %i ms, and no longer', async (times, milliseconds) => {
  expect(await delayOf(failedFor('203.0.113.7', times), '203.0.113.7')).toBe(milliseconds);
});

it('others wait for nothing', async () => {
  expect(await delayOf(failedFor('203.0.113.7', 50), '203.0.113.8')).toBe(0);
  expect(await delayOf(failedFor('2001:db8:0:1::7', 50), '2001:db8:0:2::7')).toBe(0);
});

it('a network of IPv6 is one client, however its addresses are written', async () => {
  for (const address of ['2001:db8:0:1:ffff::9', '2001:0DB8:0000:0001:0:0:0:9', '2001:db8::1:0:0:0:9'])
    expect(await delayOf(failedFor('2001:db8:0:1::7', 3), address)).toBe(300);
});

it('what is no address is one client: a proxy that is trusted may pass on anything', async () => {
  expect(await delayOf(failedFor('x'.repeat(16_000), 2), 'unknown')).toBe(200);
});

it('is forgotten after a minute', async () => {
  const attempts = failedFor('203.0.113.7', 10);
  await vi.advanceTimersByTimeAsync(60_001);
  expect(await delayOf(attempts, '203.0.113.7')).toBe(0);
});

it('is counted for 10,000 clients, for the least recent one no more', async () => {
  const attempts = failedFor('203.0.113.7', 10);
  attempts.note('203.0.113.8');
  for (let count = 0; count < 9_999; count += 1) attempts.note(`10.0.${count >> 8}.${count & 255}`);
  const [first, second] = ['203.0.113.7', '203.0.113.8'].map((client) => delayOf(attempts, client));
  expect([await first, await second]).toEqual([0, 100]);
});
