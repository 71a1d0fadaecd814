import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deadline } from '../src/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('has no effect before it is resumed', () => {
  const { signal } = new Deadline(100);
  vi.advanceTimersByTime(1_000);
  expect(signal.aborted).toBe(false);
});

it('aborts with a TimeoutError when its time is over, and not before', () => {
  const deadline = new Deadline(100);
  deadline.resume();
  vi.advanceTimersByTime(99);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('goes on when it is resumed twice, by one timer', () => {
  const deadline = new Deadline(100);
  deadline.resume();
  vi.advanceTimersByTime(50);
  deadline.resume();
  vi.advanceTimersByTime(30);
  deadline.pause();
  vi.advanceTimersByTime(1_000);
  expect(deadline.signal.aborted).toBe(false);
});

it('stands still while it is paused, however often', () => {
  const deadline = new Deadline(100);
  for (let times = 0; times < 3; times += 1) {
    deadline.resume();
    vi.advanceTimersByTime(30);
    deadline.pause();
    vi.advanceTimersByTime(1_000);
  }
  expect(deadline.signal.aborted).toBe(false);
  deadline.resume();
  vi.advanceTimersByTime(9);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
});

it('aborts at once when it is resumed after its time, which a busy event loop has let pass', () => {
  const deadline = new Deadline(100);
  deadline.resume();
  // The clock goes on, and no timer fires meanwhile.
  const late = performance.now() + 200;
  vi.spyOn(performance, 'now').mockReturnValue(late);
  deadline.pause();
  expect(deadline.signal.aborted).toBe(false);
  deadline.resume();
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
  vi.restoreAllMocks();
});

it('does not depend on the wall clock', () => {
  const deadline = new Deadline(100);
  deadline.resume();
  vi.advanceTimersByTime(50);
  vi.setSystemTime(Date.now() + 86_400_000);
  deadline.pause();
  deadline.resume();
  vi.advanceTimersByTime(49);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
});
