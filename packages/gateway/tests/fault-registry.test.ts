import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerFault } from '../src/answer-fault.ts';
import { readCall } from '../src/call.ts';
import { countByKind, FaultRegistry, faultSnapshot, faultyCalls } from '../src/fault-registry.ts';

const START = '2027-01-10T00:00:00.000Z';
const LATER = '2027-01-10T01:00:00.000Z';
const HOUR_MS = 3_600_000;
const notices = readCall('notice', { page: '2' });
const notice = readCall('notice/{id}', { id: '7' });
const noName: AnswerFault = { kind: 'dropped', path: 'notices[3]', id: '7', reason: 'name: is missing' };
const bareList: AnswerFault = { kind: 'guessed', path: '', reason: 'the list is data itself: expected notices' };

let registry: FaultRegistry;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: Date.parse(START) });
  registry = new FaultRegistry();
});
afterEach(() => {
  vi.useRealTimers();
});
const listed = (...registries: FaultRegistry[]) =>
  faultyCalls((registries.length > 0 ? registries : [registry]).map((one) => one.snapshot()));

describe('the registry of faults', () => {
  it('has call, pattern, place, item, reason and times of each fault', () => {
    registry.answered(notices, [noName]);
    expect(listed()).toEqual([
      {
        call: 'notice?page=2',
        path: 'notice',
        count: 1,
        faults: [{ ...noName, since: START, seen: START }],
      },
    ]);
  });

  it('has the newest answer of a call, and nothing after one without faults', () => {
    registry.answered(notices, [noName, bareList]);
    registry.answered(notices, [bareList]);
    expect(listed()).toMatchObject([{ count: 1, faults: [bareList] }]);
    registry.answered(notices, []);
    expect(listed()).toEqual([]);
  });

  it('knows a fault again when its item has another place in the list, and no other item', () => {
    registry.answered(notices, [noName]);
    vi.advanceTimersByTime(HOUR_MS);
    registry.answered(notices, [
      { ...noName, path: 'notices[4]' },
      { ...noName, path: 'notices[3]', id: '8' },
    ]);
    expect(listed()).toMatchObject([
      {
        faults: [
          { path: 'notices[4]', since: START, seen: LATER },
          { id: '8', since: LATER, seen: LATER },
        ],
      },
    ]);
  });

  it('has a failure beside the faults of the answer that is still shown, until the call is answered', () => {
    registry.answered(notice, [noName]);
    registry.failed(notice, 502, 'upstream: status 500');
    vi.advanceTimersByTime(HOUR_MS);
    registry.failed(notice, 504, 'upstream: no answer in time');
    expect(listed()).toMatchObject([
      {
        call: 'notice/7',
        path: 'notice/{id}',
        count: 2,
        faults: [
          {
            kind: 'failed',
            status: 504,
            path: '',
            reason: 'upstream: no answer in time',
            since: START,
            seen: LATER,
          },
          noName,
        ],
      },
    ]);
    registry.answered(notice, [noName]);
    expect(listed()).toMatchObject([{ count: 1, faults: [{ kind: 'dropped' }] }]);
  });

  it('names no words of a search', () => {
    registry.answered(readCall('notice', { search: 'secret' }), [noName]);
    expect(JSON.stringify(listed())).not.toContain('secret');
    expect(listed()).toMatchObject([{ call: 'notice?search=***' }]);
  });

  it('counts calls by kind', () => {
    registry.answered(notices, [noName, { ...noName, id: '8' }, bareList]);
    registry.answered(notice, [noName]);
    registry.failed(readCall('faq', {}), 502, 'upstream: wrong shape');
    expect(countByKind(listed())).toEqual({ guessed: 1, dropped: 2, failed: 1 });
  });
});

describe('its bounds:', () => {
  it('of one pattern the calls that were answered last, so that invented ones do not hide those of other patterns', () => {
    registry.answered(notice, [noName]);
    for (let page = 1; page <= 60; page += 1) registry.answered(readCall('notice', { page: `${page}` }), [noName]);
    const calls = listed().map(({ call }) => call);
    expect(calls).toHaveLength(51);
    expect(calls).toContain('notice/7');
    expect(calls).toContain('notice?page=60');
    expect(calls).not.toContain('notice?page=2');
  });

  it('of one call the first faults, dropped ones before guesses, and the count of all', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...bareList, path: `notices[${index}]` }));
    registry.answered(notices, [...many, noName]);
    const [call] = listed();
    expect(call?.count).toBe(31);
    expect(call?.faults).toHaveLength(20);
    expect(call?.faults[0]).toMatchObject(noName);
  });

  it('of a reason the beginning, in whole characters', () => {
    registry.answered(notices, [{ ...noName, reason: `${'x'.repeat(399)}😀${'y'.repeat(5_000)}` }]);
    registry.failed(notice, 502, 'z'.repeat(5_000));
    for (const { faults } of listed())
      for (const { reason } of faults) {
        expect(reason.length).toBeLessThanOrEqual(401);
        expect(reason.isWellFormed()).toBe(true);
      }
  });

  it('nothing that has not been asked for a day', () => {
    registry.answered(notices, [noName]);
    registry.failed(notice, 502, 'upstream: status 500');
    vi.advanceTimersByTime(23 * HOUR_MS);
    registry.answered(notices, [noName]);
    vi.advanceTimersByTime(2 * HOUR_MS);
    expect(listed()).toMatchObject([{ call: 'notice?page=2' }]);
  });
});

describe('the faults of several processes', () => {
  let other: FaultRegistry;
  beforeEach(() => {
    other = new FaultRegistry();
    registry.answered(notices, [noName]);
    vi.advanceTimersByTime(HOUR_MS);
  });

  it('are those of the newest answer of each call', () => {
    other.answered(notices, [bareList]);
    other.answered(notice, [noName]);
    const expected = [{ call: 'notice/7' }, { call: 'notice?page=2', faults: [{ ...bareList, seen: LATER }] }];
    expect(listed(registry, other)).toMatchObject(expected);
    expect(listed(other, registry)).toMatchObject(expected);
  });

  it('are none after an answer without faults in one of them', () => {
    other.answered(notices, []);
    expect(listed(registry, other)).toEqual([]);
  });

  it('have the last failure that no answer has followed, beside the faults of the newest answer', () => {
    other.failed(notices, 502, 'upstream: status 500');
    expect(listed(registry, other)).toMatchObject([{ count: 2, faults: [{ kind: 'failed', status: 502 }, noName] }]);
    vi.advanceTimersByTime(HOUR_MS);
    registry.answered(notices, []);
    expect(listed(registry, other)).toEqual([]);
  });

  it('are as they were after a message between processes', () => {
    other.failed(notice, 502, 'upstream: status 500');
    const sent = JSON.parse(JSON.stringify([registry.snapshot(), other.snapshot()]));
    expect(faultyCalls(sent.map((one: unknown) => faultSnapshot.parse(one)))).toEqual(listed(registry, other));
  });
});
