import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetClock, skipTime } from '../../../tests/support/clock.ts';
import { ContentError } from '../../model/src/content-error.ts';
import { FailureLog } from '../src/failure-log.ts';
import { NotSentError } from '../src/upstream-error.ts';

let lines: Record<string, unknown>[];
let failures: FailureLog;
beforeEach(() => {
  lines = [];
  const log = pino({ base: undefined, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) });
  failures = new FailureLog(log, false);
});
afterEach(resetClock);

const CALL = { logAddress: 'notice', prefix: '' };
const NEPALI = { logAddress: 'ne/notice', prefix: 'ne/' };
const waiting = new NotSentError('waiting', 'too many calls are waiting', 1_000);
const paused = new NotSentError('paused', 'calls of the upstream are paused: it is down', 1_000);
const broken = new ContentError(502, 'it is down');

it('has a line a minute for calls without a place, with how many there were', () => {
  for (let call = 0; call < 5; call += 1) failures.failed(CALL, waiting);
  expect(lines).toMatchObject([{ refused: 1, msg: expect.stringMatching(/^content calls find no place/) }]);
  skipTime(60_000);
  failures.failed(CALL, waiting);
  expect(lines.slice(1)).toMatchObject([{ refused: 5 }]);
});

it('says nothing of a revalidation that others have the budget for', () => {
  failures.failed(CALL, new NotSentError('later', 'the rest of the budget is for visitors', 1_000));
  expect(lines).toEqual([]);
});

it('has a line for each failure, but in an outage counts what fails and what is refused, of each edition', () => {
  failures.failed(NEPALI, broken, 'id-1');
  failures.failed(NEPALI, paused);
  failures.failed(CALL, broken);
  failures.failed(NEPALI, broken);
  failures.answered('');
  skipTime(30_000);
  failures.answered('ne/');
  expect(lines).toMatchObject([
    { call: 'ne/notice', id: 'id-1', status: 502, reason: broken.message, msg: 'content call failed' },
    { edition: 'ne', reason: paused.message, msg: 'content calls are paused' },
    { call: 'notice', msg: 'content call failed' },
    { edition: 'ne', seconds: 30, refused: 1, failed: 1, msg: 'content calls are answered again' },
  ]);
});
