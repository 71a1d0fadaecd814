import { expect, it } from 'vitest';
import type { SearchDocument } from '../../../packages/search/src/search-document.ts';
import { type IndexHead, type LongTexts, textPartOf } from '../../../server/export/exported-files.ts';
import { LazyTexts } from '../../../server/export/lazy-texts.ts';

const PARTS = 4;
const document = (key: string): SearchDocument => ({
  key,
  kind: 'notice',
  texts: {
    en: {
      id: key,
      name: key,
      href: '/',
      text: '',
      labels: '',
      keywords: '',
      files: [{ name: 'a', href: '/a.pdf' }],
      facts: {},
    },
  },
});

it('a long text is loaded once something has asked for it, with the others of its part', async () => {
  const keys = ['notice/1', 'notice/2', 'notice/3', 'notice/4', 'notice/5', 'notice/6'];
  const head: IndexHead = {
    index: [],
    documents: keys.map(document),
    parts: PARTS,
    locales: ['en'],
    screens: {},
    timeZone: 'UTC',
  };
  const loaded: number[] = [];
  const texts = new LazyTexts(head, async (part) => {
    loaded.push(part);
    const inPart = keys.filter((key) => textPartOf(key, PARTS) === part);
    return Object.fromEntries(
      inPart.map((key): [string, LongTexts] => [key, { en: { text: `long ${key}`, files: [null] } }]),
    );
  });
  const [first] = texts.documents;
  expect(await texts.loadMissing()).toBe(false);
  expect(first?.texts.en?.text).toBe('');
  expect(await texts.loadMissing()).toBe(true);
  expect(first?.texts.en?.text).toBe('long notice/1');
  expect(first?.texts.en?.files).toEqual([{ name: 'a', href: '/a.pdf', text: undefined }]);
  expect(await texts.loadMissing()).toBe(false);
  expect(loaded).toEqual([textPartOf('notice/1', PARTS)]);
});
