import { expect, it } from 'vitest';
import { addressWords } from '../../../shared/document/address-words.ts';

/* The words of an address without a page, which the 404 page offers to search for. */

const words = (path: string) => addressWords(path, ['en', 'ne']);

it.each([
  ['/old-news/agm_2081.html', 'old news agm 2081 html'],
  ['/ne/notice-7', 'notice 7'],
  ['/en/notice', 'en notice'],
  ['/%E0%A4%B2%E0%A4%BE%E0%A4%AD%E0%A4%BE%E0%A4%82%E0%A4%B6/%E0%A5%A8', 'लाभांश २'],
  ['/a%20b+c', 'a b c'],
  ['/%3Cscript%3Ealert(%22x%22)%3C%2Fscript%3E', 'script alert x script'],
  ['/%', ''],
  ['/100%25-%zz-%C3-sure', '100 zz sure'],
  ['/a%00b%0Ac%E2%80%AEd', 'a b c d'],
  ['//', ''],
  ['/', ''],
])('of %s are “%s”', (path, expected) => {
  expect(words(path)).toBe(expected);
});

it('are at most as many characters as the search takes', () => {
  expect(words(`/${'a'.repeat(300)}`)).toBe('a'.repeat(100));
  expect(words(`/${'ab-'.repeat(100)}`)).toBe('ab '.repeat(34).slice(0, 100).trim());
  expect(words(`/${encodeURIComponent('𝒜'.repeat(120))}`)).toBe('𝒜'.repeat(100));
});
