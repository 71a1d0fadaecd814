import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetClock, skipTime } from '../../../tests/support/clock.ts';
import { OutageLog } from '../src/outage-log.ts';
import { NotSentError, tooManyWait } from '../src/upstream-error.ts';

let lines: Record<string, unknown>[];
let outages: OutageLog;
beforeEach(() => {
  lines = [];
  const log = pino({ base: undefined, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) });
  outages = new OutageLog(log);
});
afterEach(resetClock);

const paused = new NotSentError('paused', 'calls of the upstream are paused: it is down', 1_000);

it('has a line a minute for calls without a place, with how many there were', () => {
  for (let call = 0; call < 5; call += 1) outages.refused('', tooManyWait());
  expect(lines).toMatchObject([{ refused: 1, msg: expect.stringMatching(/^content calls find no place/) }]);
  skipTime(60_000);
  outages.refused('', tooManyWait());
  expect(lines.slice(1)).toMatchObject([{ refused: 5 }]);
});

it('says nothing of a revalidation that others have the budget for', () => {
  outages.refused('', new NotSentError('later', 'the rest of the budget is for visitors', 1_000));
  expect(lines).toEqual([]);
});

it('counts what fails and what is refused in an outage, of each edition', () => {
  expect(outages.failed('ne/')).toBe(false);
  outages.refused('ne/', paused);
  expect(outages.failed('')).toBe(false);
  expect(outages.failed('ne/')).toBe(true);
  outages.answered('');
  skipTime(30_000);
  outages.answered('ne/');
  expect(lines).toMatchObject([
    { edition: 'ne', reason: paused.message, msg: 'content calls are paused' },
    { edition: 'ne', seconds: 30, refused: 1, failed: 1, msg: 'content calls are answered again' },
  ]);
});
