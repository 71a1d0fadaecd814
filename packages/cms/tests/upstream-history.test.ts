import { expect, it } from 'vitest';
import { UpstreamHistory } from '../src/upstream-history.ts';

const after = (...answered: string[]) => {
  const history = new UpstreamHistory();
  for (const path of answered) history.answered(path);
  return history;
};

it('takes the second 422 in a row of calls like one that was answered as a limit, until a call is answered', () => {
  const history = after('blogs/1');
  const rejected = (path: string) => history.rejected(path, false);
  expect(['blogs/2', 'blogs/3', 'blogs/3', 'news/1'].map(rejected)).toEqual([false, true, true, false]);
  history.answered('contact');
  expect(['blogs/4', 'blogs/5'].map(rejected)).toEqual([false, true]);
  history.missed('blogs/6');
  expect(rejected('blogs/7')).toBe(false);
});

it.each<[string, UpstreamHistory, string[]]>([
  ['one call alone', after('blogs/1'), ['blogs/2', 'blogs/2', 'blogs/2']],
  ['calls like which none was answered', after('blogs', 'news/1'), ['blogs/1', 'blogs/2', 'blogs?page=2']],
])('takes the 422 of %s as no limit', (_, history, paths) => {
  expect(paths.map((path) => history.rejected(path, false))).not.toContain(true);
});

it('looks at no call that a visitor may have invented', () => {
  const history = after('blogs/1');
  expect(['blogs/x', 'blogs/y'].map((path) => history.rejected(path, true))).toEqual([false, false]);
  expect(history.rejected('blogs/2', false)).toBe(false);
});

it('knows calls with a query by the call', () => {
  const history = after('blogs?page=2');
  expect(['blogs?page=3', 'blogs?category=a'].map((path) => history.rejected(path, false))).toEqual([false, true]);
});

it('takes five calls without parameters that are not there as an API that is not there, before the first answer', () => {
  const calls = ['site', 'home', 'blogs', 'blogs', 'blogs/1', 'news', 'notice', 'faq'];
  const missing = new UpstreamHistory();
  expect(calls.map((path) => missing.missed(path))).toEqual([false, false, false, false, false, false, true, true]);
  const there = after('contact');
  expect(calls.map((path) => there.missed(path))).not.toContain(true);
  expect([missing.hasAnswered, there.hasAnswered]).toEqual([false, true]);
});
