import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { loadContent } from '../src/content-store.ts';
import { scheduleNextChange } from '../src/next-change.ts';

let folder: Folder;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2027-01-10T00:00:00Z') });
});
afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
});

const schedule = async (files: Record<string, string>) => {
  folder = await makeFolder({ ...validFiles, ...files });
  const { content } = await loadContent({ dir: folder.dir, timeZone: 'UTC' });
  const onChange = vi.fn();
  scheduleNextChange(content, onChange);
  // It looks at the items in turns.
  await setImmediate();
  return onChange;
};
const DAY_MS = 86_400_000;

it('is when the next item is published or expires', async () => {
  const onChange = await schedule({
    'news/past.md': '---\nname: Past\npublished_at: 2027-01-01 00:00:00\n---\n',
    'news/later.md': '---\nname: Later\npublished_at: 2027-01-13 00:00:00\n---\n',
    'notice/expiring.md': '---\nname: Expiring\nexpires_at: 2027-01-12 00:00:00\n---\n',
  });
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onChange).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('is the end of the longest timer if the next item is further away', async () => {
  const onChange = await schedule({ 'news/far.md': '---\nname: Far\npublished_at: 2040-01-01 00:00:00\n---\n' });
  vi.advanceTimersByTime(24 * DAY_MS);
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(DAY_MS);
  expect(onChange).toHaveBeenCalledTimes(1);
});
