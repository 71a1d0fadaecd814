import { expect, it } from 'vitest';
import { monotonicNow } from '../../runtime/src/clock.ts';
import { decodeAnswer, encodeAnswer } from '../src/stored-answer.ts';

/* Answers that other replicas have written, whose clocks may be others. */

const SECOND = 1_000;
const body = Buffer.from('{}');

/** As a replica writes it whose clock is ahead. */
function writtenBy(aheadMs: number): Buffer {
  const now = monotonicNow() + aheadMs;
  return encodeAnswer({ body, freshUntil: now + 60 * SECOND, staleUntil: now + 600 * SECOND }, now + 600 * SECOND);
}

it.each([
  ['ahead', 3_600 * SECOND],
  ['behind', -3_600 * SECOND],
  ['right', 0],
])('an answer of a replica whose clock is %s ages as Redis says', (_, ahead) => {
  const bytes = writtenBy(ahead);
  // 100 s later by the clock of Redis.
  const { freshUntil, staleUntil } = decodeAnswer(bytes, 500 * SECOND);
  expect(Math.round((freshUntil - monotonicNow()) / SECOND)).toBe(-40);
  expect(Math.round((staleUntil - monotonicNow()) / SECOND)).toBe(500);
});

it('an answer that Redis does not delete has the times that are written', () => {
  expect(Math.round((decodeAnswer(writtenBy(0)).freshUntil - monotonicNow()) / SECOND)).toBe(60);
});
