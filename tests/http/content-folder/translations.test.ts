import { execFile } from 'node:child_process';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { loadContent } from '../../../packages/folder/src/content-store.ts';
import { faultText } from '../../../packages/folder/src/faults.ts';
import { type FolderSource, openFolderSource } from '../../../packages/folder/src/folder-source.ts';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import type { Locales } from '../../../packages/model/src/edition.ts';
import { kinds } from '../../../packages/model/src/kinds/index.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { sourceData } from '../../support/source.ts';

/* The editions of a content folder: translations beside originals. */

const timeZone = 'Asia/Kathmandu';
const log = pino({ level: 'silent' });
const BOTH: Locales = ['en', 'ne'];

let folder: Folder;
let source: FolderSource;
let defaultLocale: string;
afterEach(async () => {
  source?.close();
  await folder.remove();
});

async function start(files: Record<string, string>, options: { locales?: Locales } = { locales: BOTH }) {
  folder = await makeFolder({ ...validFiles, ...files });
  [defaultLocale] = options.locales ?? ['en'];
  source = await openFolderSource({ dir: folder.dir, timeZone, log, ...options }, () => {});
  return source;
}
const dataOf = (locale: string, call: string) =>
  sourceData(source, call, locale === defaultLocale ? undefined : locale);
const faults = () => source.faults().map(faultText);

const news = (fields: string, body = 'Text.') => `---\n${fields}\n---\n${body}\n`;
const ORIGINAL = news(
  'id: 7\nname: Results\nsummary: In short.\ncreated_at: 2026-01-02\ncategory: { slug: markets, name: Markets }\ntags: [fund]',
  'The *results* of the quarter.',
);
const TRANSLATION = news('name: नतिजा\ncategory: { slug: markets, name: बजार }', 'त्रैमासिक *नतिजा*।');

describe('a translation', () => {
  const files = {
    'news/results.md': ORIGINAL,
    'news/results.ne.md': TRANSLATION,
    'news/other.md': news('id: 8\nname: Other\ncategory: { slug: markets, name: Markets }'),
    'news/local.md': news('id: 9\nname: स्थानीय\nlang: ne'),
  };

  it('replaces the fields and the text that it has, and keeps id, slug and dates', async () => {
    await start(files);
    expect((await dataOf('ne', 'news/7')).news).toMatchObject({
      id: '7',
      slug: 'results',
      name: 'नतिजा',
      summary: 'In short.',
      tags: ['fund'],
      created_at: '2026-01-02T00:00:00+05:45',
      description: '<p>त्रैमासिक <em>नतिजा</em>।</p>',
    });
    expect((await dataOf('en', 'news/7')).news).toMatchObject({ name: 'Results', category: { name: 'Markets' } });
    expect((await dataOf('ne', 'news/results')).news.name).toBe('नतिजा');
    expect(faults()).toEqual([]);
  });

  it('says in which language an item is shown, and which editions have it in their own', async () => {
    await start(files);
    const marks = async (locale: string) => {
      const items: Record<string, unknown>[] = (await dataOf(locale, 'news')).news;
      return Object.fromEntries(items.map(({ id, lang, translations }) => [id, { lang, translations }]));
    };
    expect(await marks('en')).toEqual({
      7: { lang: 'en', translations: { en: '7', ne: '7' } },
      8: { lang: 'en', translations: { en: '8' } },
      9: { lang: 'ne', translations: { ne: '9' } },
    });
    expect(await marks('ne')).toEqual({
      7: { lang: 'ne', translations: { en: '7', ne: '7' } },
      8: { lang: 'en', translations: { en: '8' } },
      9: { lang: 'ne', translations: { ne: '9' } },
    });
  });

  it('keeps its marks in what the gateway makes of an answer', async () => {
    await start({ ...files, 'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n' });
    const ctx = createParseContext({ timeZone, videoOrigins: [], onDropped: () => {} });
    const marks = { lang: 'en', translations: { en: '1' } };
    expect(kinds.faq.calls.faq.data(ctx).parse(await dataOf('ne', 'faq')).faqs).toMatchObject([marks]);
    expect(kinds.news.calls['news/{id}'].data(ctx).parse(await dataOf('ne', 'news/7')).news).toMatchObject({
      lang: 'ne',
      translations: { en: '7', ne: '7' },
    });
  });

  it('names the category of the items that are not translated', async () => {
    await start(files);
    expect((await dataOf('ne', 'news/8')).news.category).toEqual({ slug: 'markets', name: 'बजार' });
    expect((await dataOf('ne', 'category')).categories).toEqual([{ slug: 'markets', name: 'बजार' }]);
    expect((await dataOf('en', 'category')).categories).toEqual([{ slug: 'markets', name: 'Markets' }]);
  });

  it('names the department of a vacancy that is not translated', async () => {
    await start({
      'career/a.md': news('id: 1\nname: Clerk\ndepartment: { id: 3, name: Finance }'),
      'career/a.ne.md': news('department: { id: 3, name: वित्त }'),
      'career/b.md': news('id: 2\nname: Teller\ndepartment: { id: 3, name: Finance }'),
    });
    expect((await dataOf('ne', 'career/2')).career).toMatchObject({ name: 'Teller', department: { name: 'वित्त' } });
    expect((await dataOf('en', 'career/2')).career.department.name).toBe('Finance');
  });

  it('of a department names it in the vacancies, unless they have another name for it', async () => {
    const department = 'department: { id: 3, name: Finance }';
    await start({
      'career/a.md': news(`id: 1\nname: Clerk\n${department}`),
      'career/b.md': news('id: 2\nname: Teller\ndepartment: { id: 4, name: Research }'),
      'career/b.ne.md': news('department: { id: 4, name: अनुसन्धान }'),
      'department/finance.md': news('id: 3\nname: Finance'),
      'department/finance.ne.md': news('name: वित्त'),
      'department/research.md': news('id: 4\nname: Research'),
      'department/research.ne.md': news('name: अनुसन्धान तथा परामर्श'),
    });
    const list = await dataOf('ne', 'career');
    expect(list.careers.map((career: { department: object }) => career.department)).toEqual([
      { id: '3', name: 'वित्त' },
      { id: '4', name: 'अनुसन्धान' },
    ]);
    expect((await dataOf('en', 'career/1')).career.department.name).toBe('Finance');
  });

  it('is searched in its edition, and the original in the other', async () => {
    await start(files);
    const found = async (locale: string, words: string) =>
      (await dataOf(locale, `news?search=${encodeURIComponent(words)}`)).pagination.total;
    expect([await found('ne', 'त्रैमासिक'), await found('en', 'त्रैमासिक')]).toEqual([1, 0]);
    expect([await found('ne', 'quarter'), await found('en', 'quarter')]).toEqual([0, 1]);
    expect(await found('ne', 'other')).toBe(1);
  });

  it('without a text has that of the original', async () => {
    await start({ ...files, 'news/results.ne.md': news('name: नतिजा', '') });
    expect((await dataOf('ne', 'news/7')).news).toMatchObject({
      name: 'नतिजा',
      description: '<p>The <em>results</em> of the quarter.</p>',
    });
  });

  it('that is a draft is not shown', async () => {
    const draft = { ...files, 'news/results.ne.md': news('name: नतिजा\ndraft: true') };
    await start(draft);
    expect((await dataOf('ne', 'news/7')).news).toMatchObject({ name: 'Results', translations: { en: '7' } });
    const { editions } = await loadContent({ dir: folder.dir, timeZone, locales: BOTH, drafts: true });
    expect(editions.get('ne')?.news).toContainEqual(expect.objectContaining({ id: '7', name: 'नतिजा', draft: true }));
  });

  it('may be to English, of a Nepali original', async () => {
    await start({ ...files, 'news/local.en.md': news('name: Local', 'In English.') });
    expect((await dataOf('en', 'news/9')).news).toMatchObject({ name: 'Local', lang: 'en' });
    expect((await dataOf('ne', 'news/9')).news).toMatchObject({
      name: 'स्थानीय',
      lang: 'ne',
      translations: { en: '9', ne: '9' },
    });
  });

  it('cannot change a fact', async () => {
    await start({
      'notice/a.md': news('id: 1\nname: A\nreference_no: 12/82\nexpires_at: 2038-01-01'),
      'notice/a.ne.md': news(
        'id: 5\nname: क\nslug: ka\nreference_no: 12/83\nexpires_at: २०३८-०१-०१\npublished_at: 2038-01-01',
      ),
    });
    const { notice } = await dataOf('ne', 'notice/1');
    expect(notice).toMatchObject({ id: '1', slug: 'a', name: 'क', reference_no: '12/82' });
    expect(notice.expires_at).toBe((await dataOf('en', 'notice/1')).notice.expires_at);
    expect(notice).not.toHaveProperty('published_at');
    expect(faults()).toEqual([]);
  });
});

describe('a translated file with a list', () => {
  it('has an element for that with the same id, in any order', async () => {
    await start({
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n- { id: 2, question: How?, answer: Well. }\n',
      'faq.ne.yaml': '- { id: 2, question: कसरी? }\n',
    });
    expect((await dataOf('ne', 'faq')).faqs).toMatchObject([
      { id: '1', question: 'Why?', lang: 'en', translations: { en: '1' } },
      { id: '2', question: 'कसरी?', answer: '<p>Well.</p>', lang: 'ne', translations: { en: '2', ne: '2' } },
    ]);
  });

  it('has elements without an id for those at the same place', async () => {
    await start({
      'virtues.yaml': '- { name: Honesty, summary: We say what is. }\n- { name: Care }\n',
      'virtues.ne.yaml': '- { name: इमानदारी }\n- { name: हेरचाह }\n',
      'sliders.ne.yaml': '- { title: पहिलो }\n',
      'home.ne.yaml': 'awareness: { name: सचेत }\n',
      'site.ne.yaml': 'name: फोल्डर ट्रस्ट\n',
    });
    const home = await dataOf('ne', 'home');
    expect(home.virtues).toMatchObject([{ name: 'इमानदारी', summary: 'We say what is.' }, { name: 'हेरचाह' }]);
    expect(home).toMatchObject({
      sliders: [{ id: '1', title: 'पहिलो' }],
      awareness: { name: 'सचेत' },
      virtue: { name: 'Virtues' },
    });
    expect((await dataOf('ne', 'site')).site).toMatchObject({ name: 'फोल्डर ट्रस्ट', menu: [{ label: 'Blogs' }] });
    expect((await dataOf('en', 'home')).virtues).toMatchObject([{ name: 'Honesty' }, { name: 'Care' }]);
    expect(faults()).toEqual([]);
  });
});

it('of an element stays with it if the list is arranged anew while the translation cannot be read', async () => {
  await start({
    'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n- { id: 2, question: How?, answer: Well. }\n',
    'faq.ne.yaml': '- { id: 1, question: किन? }\n',
  });
  await folder.write({
    'faq.ne.yaml': '- {',
    'faq.yaml': '- { id: 2, question: How?, answer: Well. }\n- { id: 1, question: Why?, answer: So. }\n',
  });
  await expect.poll(faults).toHaveLength(1);
  await expect
    .poll(async () => (await dataOf('ne', 'faq')).faqs)
    .toMatchObject([
      { id: '2', question: 'How?', lang: 'en' },
      { id: '1', question: 'किन?', lang: 'ne' },
    ]);
});

describe('a fault of a translation', () => {
  it('is reported for its file, and only for the fields that it has', async () => {
    await start({
      'news/a.md': news('id: 1\nname: A\ncreated_at: 2026-02-30\ntags: many'),
      'news/a.ne.md': news('name: क\nsumary: छोटो\nupdated_at: 2026-02-31'),
      'news/gone.ne.md': news('name: ख'),
      'news/local.md': news('id: 3\nname: ग\nlang: ne-NP'),
      'news/local.ne.md': news('name: घ'),
      'news/broken.md': news('id: 4\nname: D'),
      'news/broken.ne.md': '---\nname: "open\n---\n',
      'news/b.fr.md': news('name: B'),
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n',
      'faq.ne.yaml': '- { id: 1, question: किन?, anwser: त. }\n- { id: 9, question: को? }\n- { question: के? }\n',
      'contact.ne.yaml': 'address: ललितपुर\n',
      'redirects.ne.yaml': '[]\n',
    });
    expect(faults().sort()).toEqual([
      'contact.ne.yaml:1:1: there is no contact.yaml that it translates',
      'faq.ne.yaml:1:36: 0.anwser: not a known field: did you mean answer?',
      'faq.ne.yaml:2:3: 1: there is no id 9 in faq.yaml',
      'faq.ne.yaml:3:3: 2: faq.yaml has no element at this place',
      'news/a.md:4:13: created_at: Expected a date: 2027-02-01, or with a time: 2027-02-01 09:00:00, not "2026-02-30"',
      'news/a.md:5:7: tags: Expected a list',
      'news/a.ne.md:3:9: sumary: not a known field: did you mean summary?',
      'news/a.ne.md:4:13: updated_at: Expected a date: 2027-02-01, or with a time: 2027-02-01 09:00:00, not "2026-02-31"',
      'news/b.fr.md:1:1: the site has no language fr: expected b.en.md or b.ne.md',
      expect.stringMatching(/^news\/broken\.ne\.md:2:12: not YAML: /),
      'news/gone.ne.md:1:1: there is no news/gone.md that it translates',
      'news/local.ne.md:1:1: news/local.md is in ne already: if it is not, give it its lang there, or let LOCALES begin with its language',
      'redirects.ne.yaml:1:1: not a known content file: redirects.yaml is for every language',
    ]);
    expect((await dataOf('ne', 'news/1')).news).toMatchObject({ name: 'क' });
    expect((await dataOf('ne', 'faq')).faqs).toMatchObject([{ question: 'किन?' }]);
    expect((await dataOf('ne', 'news/4')).news).toMatchObject({ name: 'D', lang: 'en', translations: { en: '4' } });
  });

  it('leaves its last valid version, then what is valid of it, then the original', async () => {
    await start({ 'news/results.md': ORIGINAL, 'news/results.ne.md': TRANSLATION });
    const name = async () => (await dataOf('ne', 'news/7')).news.name;
    await folder.write({ 'news/results.ne.md': news('name: नयाँ\nupdated_at: yesterday') });
    await expect
      .poll(faults)
      .toEqual([
        'news/results.ne.md:3:13: updated_at: Expected a date: 2027-02-01, or with a time: 2027-02-01 09:00:00, not "yesterday"',
      ]);
    expect(await name()).toBe('नतिजा');
    // A process that starts now knows no earlier version.
    const { editions } = await loadContent({ dir: folder.dir, timeZone, locales: BOTH });
    expect(editions.get('ne')?.news).toMatchObject([{ name: 'नयाँ', summary: 'In short.' }]);
    await folder.write({ 'news/results.ne.md': 'no front matter' });
    await expect.poll(() => faults()[0]).toMatch(/no front matter/);
    expect(await name()).toBe('नतिजा');
    const later = await loadContent({ dir: folder.dir, timeZone, locales: BOTH });
    expect(later.editions.get('ne')?.news).toMatchObject([{ name: 'Results', lang: 'en' }]);
  });

  it('is none if its language is not configured', async () => {
    const translations = { 'news/gone.ne.md': 'x', 'faq.ne.yaml': 'x', 'news/results.ne.md': TRANSLATION };
    await start({ 'news/results.md': ORIGINAL, ...translations }, { locales: ['en'] });
    expect(faults()).toEqual([]);
    expect((await dataOf('en', 'news')).news).toHaveLength(1);
  });
});

it('appears and disappears with its file', async () => {
  await start({ 'news/results.md': ORIGINAL });
  const shown = async () => {
    const { name, lang, translations } = (await dataOf('ne', 'news/7')).news;
    return { name, lang, translations };
  };
  const untranslated = { name: 'Results', lang: 'en', translations: { en: '7' } };
  expect(await shown()).toEqual(untranslated);
  await folder.write({ 'news/results.ne.md': TRANSLATION });
  await expect.poll(shown).toEqual({ name: 'नतिजा', lang: 'ne', translations: { en: '7', ne: '7' } });
  await folder.write({ 'news/results.md': ORIGINAL.replace('In short.', 'Shorter.') });
  await expect
    .poll(async () => (await dataOf('ne', 'news/7')).news)
    .toMatchObject({ name: 'नतिजा', summary: 'Shorter.' });
  await rm(join(folder.dir, 'news/results.ne.md'));
  await expect.poll(shown).toEqual(untranslated);
});

it('has no call of an edition that is not configured', async () => {
  await start({}, { locales: ['en'] });
  for (const locale of ['ne', 'fr', 'constructor', '{locale}'])
    await expect(sourceData(source, 'blogs', locale)).rejects.toMatchObject({ status: 404 });
});

it('does not change the answers of a single edition', async () => {
  const originals = { 'news/results.md': ORIGINAL, 'news/local.md': news('id: 9\nname: स्थानीय\nlang: ne') };
  const answers = async () =>
    Promise.all(['news', 'news/7', 'news/9', 'home', 'site', 'blogs'].map((path) => dataOf('en', path)));
  await start(originals, {});
  const expected = await answers();
  expect(JSON.stringify(expected)).not.toMatch(/translations|"lang":"en"/);
  source.close();
  await folder.remove();
  await start(
    { ...originals, 'news/results.ne.md': TRANSLATION, 'site.ne.yaml': 'name: फोल्डर\n' },
    { locales: ['en'] },
  );
  expect(await answers()).toEqual(expected);
});

describe('content:check', () => {
  const check = (locales: string) =>
    promisify(execFile)(process.execPath, ['dist/server/content-check.mjs'], {
      env: { PATH: process.env.PATH, CONTENT_DIR: folder.dir, LOCALES: locales },
    }).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }),
    );
  const lines = ({ stdout }: { stdout: string }) => stdout.trimEnd().replaceAll(`${folder.dir}/`, '').split('\n');

  it('names facts of a translation that contradict the original, and links that lead nowhere', async () => {
    folder = await makeFolder({
      ...validFiles,
      'notice/a.md': news('id: 1\nname: A\nreference_no: 12/82\nexpires_at: 2038-01-01\ncreated_at: 2026-01-01'),
      'notice/a.ne.md': news('id: १\nname: क\nreference_no: 12/83\nexpires_at: २०३८-०१-०१', '[छैन](/news/404)'),
      'contact.yaml': 'phones: ["+977-1-5550100"]\nofficers: [{ role: R, name: N, email: a@himal.example }]\n',
      'contact.ne.yaml': 'phones: ["+977-1-5550101"]\nofficers: [{ role: भूमिका, name: नाम, email: b@himal.example }]\n',
      'service-center.yaml': '- { id: 1, name: P, address: Q, branch_code: "001" }\n',
      'service-center.ne.yaml': '- { id: 1, name: प, branch_code: "००२", email: c@himal.example }\n',
    });
    const { stdout, code } = await check('en,ne');
    expect(code).toBe(1);
    const printed = lines({ stdout });
    expect(printed.slice(0, 6)).toEqual([
      'contact.ne.yaml:1:9: phones: +977-1-5550101 contradicts +977-1-5550100 in contact.yaml',
      'contact.ne.yaml:2:46: officers.0.email: b@himal.example contradicts a@himal.example in contact.yaml',
      'notice/a.ne.md:4:15: reference_no: 12/83 contradicts 12/82 in notice/a.md',
      'notice/a.ne.md:7:1: /news/404: no page has this address',
      'service-center.ne.yaml:1:34: 0.branch_code: ००२ contradicts 001 in service-center.yaml',
      'service-center.ne.yaml:1:48: 0.email: c@himal.example contradicts service-center.yaml, which has none',
    ]);
  });

  it('prints what is not translated, and what is older than its original, which are no faults', async () => {
    folder = await makeFolder({
      'site.yaml': 'name: Folder Trust\n',
      'site.ne.yaml': 'name: फोल्डर ट्रस्ट\n',
      'news/a.md': news('id: 1\nname: A\nupdated_at: 2026-02-02\ncreated_at: 2026-01-01'),
      'news/a.ne.md': news('name: क\nupdated_at: 2026-02-01'),
      'news/b.md': news('id: 2\nname: B\ncreated_at: 2026-01-01'),
      'news/c.md': news('id: 3\nname: ग\nlang: ne\ncreated_at: 2026-01-01'),
      'news/d.md': news('id: 4\nname: D\ncreated_at: 2026-01-01'),
      'news/d.ne.md': news('name: घ'),
      'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n- { id: 2, question: How?, answer: Well. }\n',
      'faq.ne.yaml': '- { id: 1, question: किन?, answer: त्यसैले। }\n',
    });
    const dayAgo = Date.now() / 1000 - 86_400;
    await utimes(join(folder.dir, 'news/d.ne.md'), dayAgo, dayAgo);
    const result = await check('en,ne');
    expect(result.code).toBe(0);
    expect(lines(result)).toEqual([
      'faq.yaml:2:3: not translated to ne',
      'news/a.ne.md: older than its original',
      'news/b.md: not translated to ne',
      'news/c.md: not translated to en',
      'news/d.ne.md: older than its original',
      'en: 6 of 7 texts translated',
      'ne: 5 of 7 texts translated',
    ]);
    expect(await check('en')).toEqual({ code: 0, stdout: '' });
  });
});
