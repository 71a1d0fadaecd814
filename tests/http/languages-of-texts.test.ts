import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, validFiles } from '../support/folder.ts';
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
/** Screens of which each text is one that the content has, or Nepali. */
const WHOLE = ['/ne', '/ne/contact', '/ne/companyInfo'];

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
  '/ne/companyInfo',
])('%s says each text in its language', async (path) => {
  const { text: html } = await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1').expect(200);
  const texts = [...textsOf(parse(html))];
  const english = texts.filter(({ lang }) => lang === 'en').map(({ text }) => text);
  expect(english.length).toBeGreaterThan(3);
  expect(english.filter((text) => DEVANAGARI.test(text))).toEqual([]);
  const places = WHOLE.includes(path) ? [...FRAME, 'main'] : FRAME;
  const sentences = texts.filter(
    ({ text, around }) =>
      /[a-z] [a-z]/.test(text) && !DEVANAGARI.test(text) && places.some((name) => around.includes(name)),
  );
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.filter(({ lang }) => lang !== 'en').map(({ text }) => text)).toEqual([]);
});

it('says Nepali texts without a translation in Nepali, on the English pages', async () => {
  const folder = await makeFolder({
    ...validFiles,
    'home.yaml': `tasks: [{ label: लाभांश आएन, href: /faq }]
figures:
  - { label: हाम्रा सेवाग्राही, value: सय जना, at: असार मसान्त }
  - { label: हाम्रा शाखा, value: दश वटा, href: /service-center }
awareness: { name: जोखिम बुझौं, summary: लगानी गर्नु अघि सोध्नुहोस् }
communications: { name: अध्यक्षको पत्र, summary: यस वर्षको काम, description: इमान नै पुँजी हो }
virtue: { name: हाम्रा मूल्य }
sections:
  - { section: hero, name: बिहानको दूध, summary: हरेक बिहान घरमै, href: /about, action: अझै पढौं }
  - { section: text, name: हाम्रो कथा, description: गाउँबाट सुरु भयो, href: /about, action: कथा पढौं }
  - { section: carousel }
  - { section: tasks }
  - { section: figures, name: अङ्कमा हामी }
  - { section: awareness }
  - { section: communications }
  - { section: virtues }
  - { section: blogs, name: हाम्रा लेख }
`,
    'sliders.yaml': '- { id: 1, type: 1, title: हिमालको फेदमा, description: तीस वर्षदेखि, action: थप कुरा }\n',
    'virtues.yaml': '- { id: 1, name: इमान, summary: सधैं साँचो }\n',
    'contact.yaml':
      'address: नयाँ सडक, काठमाडौं\nofficers: [{ role: सूचना अधिकारी, name: सीता राई }]\nsocial: [{ name: फेसबुक, href: "https://social.example/x" }]\n',
    'companyInfo.yaml': `legal_name: हिमाल ट्रस्ट
licences: [{ name: निक्षेप सदस्य, issued_by: धितोपत्र बोर्ड }]
shareholders: [{ name: संस्थापक, percent: 60 }, { name: सर्वसाधारण, percent: 40 }]
`,
  });
  const nepali = await startSite({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne', SEARCH: 'off' });
  for (const [path, count] of [
    ['/', 25],
    ['/contact', 4],
    ['/companyInfo', 7],
  ] as const) {
    const { text: html } = await request(nepali.app).get(path).set('User-Agent', 'Googlebot/2.1').expect(200);
    const texts = [...textsOf(parse(html))].filter(({ around }) => around.includes('main'));
    const inNepali = texts.filter(({ text }) => DEVANAGARI.test(text));
    expect(inNepali.length, path).toBeGreaterThanOrEqual(count);
    expect(
      inNepali.filter(({ lang }) => lang !== 'ne').map(({ text }) => text),
      path,
    ).toEqual([]);
    const others = texts.filter(({ text }) => /[a-z]/i.test(text) && !DEVANAGARI.test(text));
    expect(
      others.filter(({ lang }) => lang !== 'en').map(({ text }) => text),
      path,
    ).toEqual([]);
  }
  await nepali.close();
  await folder.remove();
});
