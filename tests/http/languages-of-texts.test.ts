import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';

/* The example without its translations, in the Nepali frame: English texts are marked, what the frame says about them is not. */

let dir: string;
let site: TestSite;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-untranslated-'));
  await cp('content', dir, { recursive: true, filter: (path) => !/\.ne\.\w+$/.test(path) });
  site = await startSite({ CONTENT_DIR: dir, LOCALES: 'en,ne' });
});
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true });
});

type Node = DefaultTreeAdapterTypes.Node;
const SILENT = ['script', 'style', 'noscript', 'template'];

/** The texts of a page, each with the language in which it would be read aloud, and the names of the elements around it. */
function* textsOf(
  node: Node,
  lang = '',
  around: string[] = [],
): Generator<{ text: string; lang: string; around: string[] }> {
  if ('value' in node && node.value.trim()) yield { text: node.value, lang, around };
  if (!('childNodes' in node) || SILENT.includes(node.nodeName)) return;
  const own = 'attrs' in node ? node.attrs.find(({ name }) => name === 'lang')?.value : undefined;
  for (const child of node.childNodes) yield* textsOf(child, own ?? lang, [...around, node.nodeName]);
}

const DEVANAGARI = /\p{Script=Devanagari}/u;
const FRAME = ['footer', 'aside'];

it.each([
  '/ne',
  '/ne/data/issues',
  '/ne/data/margin-rates',
  '/ne/service-center',
  '/ne/bod',
  '/ne/downloads',
  '/ne/report',
  '/ne/notice/14',
  '/ne/career/8/show',
  '/ne/services/demat',
  '/ne/contact',
])('%s says each text in its language', async (path) => {
  const { text: html } = await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').expect(200);
  const texts = [...textsOf(parse(html))];
  const english = texts.filter(({ lang }) => lang === 'en').map(({ text }) => text);
  expect(english.length).toBeGreaterThan(3);
  expect(english.filter((text) => DEVANAGARI.test(text))).toEqual([]);
  const sentences = texts.filter(
    ({ text, around }) =>
      /[a-z] [a-z]/.test(text) && !DEVANAGARI.test(text) && FRAME.some((name) => around.includes(name)),
  );
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.filter(({ lang }) => lang !== 'en').map(({ text }) => text)).toEqual([]);
});
