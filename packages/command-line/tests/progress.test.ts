import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Progress } from '../src/progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function recorded(isTTY: boolean) {
  const written: string[] = [];
  const progress = new Progress({ isTTY, write: (text) => written.push(text) });
  progress.begin('Calls', 10);
  for (let done = 0; done < 4; done += 1) {
    vi.advanceTimersByTime(3_000);
    progress.done();
  }
  progress.print('Waiting');
  return written;
}

it('a terminal has one line, redrawn with an estimate', () => {
  const clear = '\r\u001b[2K';
  expect(recorded(true)).toEqual([
    `${clear}Calls: 0 of 10`,
    `${clear}Calls: 1 of 10, about 27 s left`,
    `${clear}Calls: 2 of 10, about 24 s left`,
    `${clear}Calls: 3 of 10, about 21 s left`,
    `${clear}Calls: 4 of 10, about 18 s left`,
    clear,
    'Waiting\n',
  ]);
});

it('a log has a plain line now and then', () => {
  expect(recorded(false)).toEqual(['Calls: 4 of 10, about 18 s left\n', 'Waiting\n']);
});
