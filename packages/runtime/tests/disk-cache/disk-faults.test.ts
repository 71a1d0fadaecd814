import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DiskFaults } from '../../src/disk-cache/disk-faults.ts';

let messages: string[];
let faults: DiskFaults;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  messages = [];
  const log = pino({ base: undefined }, { write: (line: string) => void messages.push(JSON.parse(line).msg) });
  faults = new DiskFaults({ dir: '/data', kind: 'answers', log });
});
afterEach(() => {
  vi.useRealTimers();
});

const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

it('a full disk that can be read is still full', () => {
  faults.failed('write', full());
  vi.advanceTimersByTime(60_000);
  faults.succeeded('read');
  faults.failed('write', full());
  expect(messages).toEqual(['answers cannot be stored']);
});

it('a disk has recovered once it can be written and read', () => {
  faults.failed('write', full());
  faults.failed('read', new Error('broken'));
  vi.advanceTimersByTime(60_000);
  faults.succeeded('write');
  expect(messages).toEqual(['answers cannot be stored', 'answers cannot be read']);
  faults.succeeded('read');
  expect(messages.at(-1)).toBe('answers can be stored and read again');
});
