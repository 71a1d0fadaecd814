import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnreadFiles } from '../src/unread-files.ts';

/* Documents that could not be had are read again, whatever else is read meanwhile. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a document that cannot be had is read again after half a minute, then after twice as long', async () => {
  const asked: string[] = [];
  const files = new UnreadFiles({
    read: async (location) => {
      asked.push(location);
      return location === '/gone.pdf' ? { isUnavailable: true } : { text: 'Words', isUnavailable: false };
    },
    texts: { filesOf: (key: string) => new Set([`/${key}.pdf`]), addFileTexts: () => {} },
    signal: new AbortController().signal,
    whenRead: async () => {},
    mayChange: async () => {},
    onRead: () => {},
  });
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await files.settled();
    return asked.splice(0);
  };
  files.add('gone');
  expect(await pass(0)).toEqual(['/gone.pdf']);
  for (let second = 0; second < 29; second += 1) {
    files.add('other');
    expect(await pass(1_000)).toEqual(['/other.pdf']);
  }
  expect(await pass(1_000)).toEqual(['/gone.pdf']);
  expect(await pass(59_999)).toEqual([]);
  expect(await pass(1)).toEqual(['/gone.pdf']);
});
