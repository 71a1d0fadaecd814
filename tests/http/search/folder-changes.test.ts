import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { StoredIndex } from '../../../packages/search/src/stored-index.ts';
import { resetClock, skipTime } from '../../support/clock.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startTestSearch, type TestSearch, type TestSearchParts } from '../../support/search.ts';

/* The search follows a content folder. */

let folder: Folder;
let stored: Folder;
let storedIndex: StoredIndex;
let search: TestSearch;
afterEach(async () => {
  resetClock();
  await search.close();
  await folder.remove();
  await stored.remove();
});

const md = (fields: string, body = 'Text.') => `---\n${fields}\n---\n${body}\n`;

async function start(files: Record<string, string>, environment: Record<string, string> = {}) {
  folder = await makeFolder({ ...validFiles, ...files });
  stored = await makeFolder({});
  storedIndex = new StoredIndex(stored.dir, 'test', pino({ level: 'silent' }));
  await run(environment);
}
async function run(environment: Record<string, string> = {}, parts: TestSearchParts = {}) {
  search = await startTestSearch({ CONTENT_DIR: folder.dir, ...environment }, { storedIndex, ...parts });
}
/** Changes files while nothing runs. */
async function restart(work: () => Promise<unknown>, environment: Record<string, string> = {}) {
  await search.close();
  await work();
  await run(environment);
}
const start2 = (files: Record<string, string>) => start(files, { LOCALES: 'en,ne' });
const reloads = () => search.log.filter(({ msg }) => msg === 'content reloaded').length;
/** Resolves when the changed folder has been loaded, and the purge after it has been answered. */
async function change(work: () => Promise<unknown>) {
  const before = reloads();
  await work();
  await expect.poll(reloads).toBeGreaterThan(before);
  await search.purgeNow({ all: true });
}
const edit = (files: Record<string, string>) => change(() => folder.write(files));
const remove = (file: string) => change(() => rm(join(folder.dir, file)));
/** Polls, because changed content is read after the purge. */
const eventually = (query: string, parameters?: Record<string, string>) =>
  expect.poll(() => search.found(query, parameters));
/** The languages of a document in the index, which is stored at the end. */
async function languagesOf(key: string): Promise<string[]> {
  await search.service.close();
  const { parts = [] } = (await storedIndex.read()) ?? {};
  for await (const part of parts)
    if ('document' in part && part.document.key === key) return Object.keys(part.document.texts);
  return [];
}
const hrefs = async (query: string) => (await search.search(query)).results.map(({ href }) => href);
const warnings = () => search.log.filter(({ level }) => level >= 40);

describe('a Markdown file', () => {
  it('that was edited is found by its new words alone', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Tiger', 'The zebra crossed.') });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    await edit({ 'notice/a.md': md('id: 1\nname: Lion', 'The giraffe crossed.') });
    await eventually('giraffe').toEqual(['notice/1']);
    expect(await search.found('lion')).toEqual(['notice/1']);
    expect(await search.found('zebra')).toEqual([]);
    expect(await search.found('tiger')).toEqual([]);
  });

  it('whose text alone was edited is read again', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Tiger', 'The zebra crossed.') });
    await edit({ 'notice/a.md': md('id: 1\nname: Tiger', 'The horse crossed.') });
    await eventually('horse').toEqual(['notice/1']);
    expect(await search.found('zebra')).toEqual([]);
  });

  it('that was removed is gone when the purge is answered', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Tiger\nreference_no: HT/1', 'The zebra crossed.') });
    expect((await search.search('HT/1')).direct).toMatchObject({ id: '1' });
    await remove('notice/a.md');
    expect(await search.found('zebra')).toEqual([]);
    expect((await search.search('HT/1')).direct).toBeUndefined();
    await search.service.settled();
    expect(await search.found('tiger')).toEqual([]);
  });

  it('of a text page that is new stays found when another page of the site is edited', async () => {
    const contact = (address: string) => `address: ${address}\nphones: ["+977-1-5550100"]\nemails: []\nofficers: []\n`;
    await start2({ 'contact.yaml': contact('Lion Road'), 'page/about.md': md('name: About') });
    await edit({
      'page/new.md': md('name: Tiger', 'The zebra crossed.'),
      'page/new.ne.md': md('name: बाघ', 'गैँडा हिँड्यो'),
    });
    await eventually('zebra').toHaveLength(1);
    await edit({ 'contact.yaml': contact('Horse Road'), 'page/about.md': md('name: Donkey') });
    await eventually('horse').toEqual(['page/contact']);
    await eventually('donkey').toEqual(['page/about']);
    await search.service.settled();
    expect(await search.found('zebra')).toHaveLength(1);
    expect(await search.found('गैँडा')).toHaveLength(1);
  });

  it('of a text page with the name of a page of the site replaces it neither before nor after', async () => {
    const contact = 'address: Lion Road\nphones: ["+977-1-5550100"]\nemails: []\nofficers: []\n';
    await start({ 'contact.yaml': contact, 'page/contact.md': md('name: Zebra') });
    expect(await hrefs('lion')).toEqual(['/contact']);
    expect(await hrefs('zebra')).toEqual(['/page/contact']);
    await remove('page/contact.md');
    await expect.poll(() => hrefs('zebra')).toEqual([]);
    expect(await hrefs('lion')).toEqual(['/contact']);
  });

  it('that is new is found', async () => {
    await start({});
    expect(await search.found('zebra')).toEqual([]);
    await edit({ 'news/a.md': md('id: 1\nname: A zebra') });
    await eventually('zebra').toEqual(['news/1']);
  });

  it('with another id is another item', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Zebra') });
    await edit({ 'notice/a.md': md('id: 2\nname: Zebra') });
    await eventually('zebra').toEqual(['notice/2']);
  });

  it('of an item with a slug is followed by its address', async () => {
    await start({
      'services/demat.md': md('id: 1\nslug: demat\nname: Demat', 'The zebra crossed.'),
      'page/terms.md': md('id: 7\nslug: terms\nname: Terms', 'The tiger crossed.'),
      'page/about.md': md('name: About', 'The lion crossed.'),
    });
    expect((await search.search('zebra')).results).toMatchObject([{ kind: 'services', href: '/services/demat' }]);
    expect((await search.search('tiger')).results).toMatchObject([{ kind: 'page', href: '/page/terms' }]);
    expect((await search.search('lion')).results).toMatchObject([{ kind: 'page', href: '/about' }]);
    await edit({
      'services/demat.md': md('id: 1\nslug: demat\nname: Demat', 'The horse crossed.'),
      'page/terms.md': md('id: 7\nslug: terms\nname: Terms', 'The donkey crossed.'),
      'page/about.md': md('name: About', 'The goat crossed.'),
    });
    for (const word of ['horse', 'donkey', 'goat']) await eventually(word).toHaveLength(1);
    for (const word of ['zebra', 'tiger', 'lion']) expect(await search.found(word)).toEqual([]);
    await remove('page/terms.md');
    expect(await search.found('donkey')).toEqual([]);
    await remove('page/about.md');
    expect(await search.found('goat')).toEqual([]);
  });

  it('with a fault keeps its last valid version', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Tiger', 'The zebra crossed.') });
    await edit({ 'notice/a.md': md('id: 1\nname: [', 'The giraffe crossed.') });
    await search.service.settled();
    expect(search.log.some(({ msg }) => msg === 'content file is faulty')).toBe(true);
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('giraffe')).toEqual([]);
    await edit({ 'notice/a.md': md('id: 1\nname: Tiger', 'The giraffe crossed.') });
    await eventually('giraffe').toEqual(['notice/1']);
    expect(await search.found('zebra')).toEqual([]);
  });
});

it('a document that could not be had is read again, and its item counts as read then', async () => {
  const notice = md('id: 1\nname: Tiger\nfiles: [{ location: "https://other.example/a.pdf", name: Form }]');
  folder = await makeFolder({ ...validFiles, 'notice/a.md': notice });
  stored = await makeFolder({});
  storedIndex = new StoredIndex(stored.dir, 'test', pino({ level: 'silent' }));
  let readings = 0;
  const documentTexts = {
    textOf: async () => {
      readings += 1;
      return readings > 2 ? 'The zebra crossed.' : undefined;
    },
    isUnavailable: () => readings <= 2,
  };
  await run({}, { documentTexts, retryMs: 20 });
  await eventually('zebra').toEqual(['notice/1']);
  expect(readings).toBe(3);
  await search.close();
  await run({}, { documentTexts });
  expect(search.calls()).toBe(0);
  expect(await search.found('zebra')).toEqual(['notice/1']);
});

describe('a time', () => {
  /** In a few seconds: content has whole ones. */
  const soon = () => Math.ceil(Date.now() / 1000 + 2) * 1000;

  it('of publication is the first one at which an item is found', async () => {
    const publishedAt = soon();
    await start({ 'notice/a.md': md(`id: 1\nname: Zebra\npublished_at: ${new Date(publishedAt).toISOString()}`) });
    await eventually('zebra').toEqual(['notice/1']);
    expect(Date.now()).toBeGreaterThanOrEqual(publishedAt);
  });

  it('of expiry is the last one at which an item is found', async () => {
    const expiring = 'id: 1\nname: Zebra\nreference_no: HT/1';
    await start({ 'notice/a.md': md(expiring), 'notice/b.md': md('id: 2\nname: Another zebra') });
    expect(await search.found('zebra')).toHaveLength(2);
    const expiresAt = soon();
    await folder.write({ 'notice/a.md': md(`${expiring}\nexpires_at: ${new Date(expiresAt).toISOString()}`) });
    await eventually('zebra').toEqual(['notice/2']);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect((await search.search('HT/1')).direct).toBeUndefined();
  });

  it('that has passed before the start hides an item', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Zebra\nexpires_at: 2024-01-01') });
    expect(await search.found('zebra')).toEqual([]);
  });
});

describe('a translation', () => {
  const english = md('id: 1\nname: Tiger', 'The zebra crossed.');

  it('that was added is found in both editions', async () => {
    await start2({ 'notice/a.md': english });
    expect(await search.found('गैँडा')).toEqual([]);
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([{ lang: 'en', name: 'Tiger' }]);
    await edit({ 'notice/a.ne.md': md('name: बाघ', 'गैँडा हिँड्यो') });
    await eventually('गैँडा').toEqual(['notice/1']);
    expect((await search.search('गैँडा', { locale: 'ne' })).results).toMatchObject([{ name: 'बाघ' }]);
    const inEnglish = (await search.search('गैँडा')).results;
    expect(inEnglish).toMatchObject([{ name: 'Tiger', href: '/notice/1' }]);
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([{ name: 'बाघ' }]);
    expect((await search.search('zebra', { locale: 'ne' })).results[0]?.lang).toBeUndefined();
  });

  it('that was removed is not found, and its original still is, once', async () => {
    await start2({ 'notice/a.md': english, 'notice/a.ne.md': md('name: बाघ', 'गैँडा हिँड्यो') });
    expect(await search.found('गैँडा', { locale: 'ne' })).toEqual(['notice/1']);
    await remove('notice/a.ne.md');
    await eventually('गैँडा', { locale: 'ne' }).toEqual([]);
    await search.service.settled();
    expect((await search.search('zebra', { locale: 'ne' })).results).toMatchObject([{ lang: 'en', name: 'Tiger' }]);
    expect((await search.search('zebra')).results).toMatchObject([{ name: 'Tiger' }]);
  });

  it('that was edited is read again', async () => {
    await start2({ 'notice/a.md': english, 'notice/a.ne.md': md('name: बाघ', 'गैँडा हिँड्यो') });
    await edit({ 'notice/a.ne.md': md('name: बाघ', 'हात्ती हिँड्यो') });
    await eventually('हात्ती').toEqual(['notice/1']);
    expect(await search.found('गैँडा')).toEqual([]);
    expect(await search.found('zebra')).toEqual(['notice/1']);
  });

  it('that is missing is not made of the original when that is edited', async () => {
    await start2({
      'notice/a.md': english,
      'notice/b.md': english.replace('id: 1', 'id: 2'),
      'notice/b.ne.md': md('name: बाघ'),
    });
    await edit({ 'notice/a.md': md('id: 1\nname: Tiger', 'The horse crossed.') });
    await eventually('horse').toEqual(['notice/1']);
    await remove('notice/b.ne.md');
    await eventually('बाघ').toEqual([]);
    await search.service.settled();
    expect(await languagesOf('notice/1')).toEqual(['en']);
    expect(await languagesOf('notice/2')).toEqual(['en']);
  });

  it('goes with its original', async () => {
    await start2({ 'notice/a.md': english, 'notice/a.ne.md': md('name: बाघ', 'गैँडा हिँड्यो') });
    await change(async () => {
      await rm(join(folder.dir, 'notice/a.md'));
      await rm(join(folder.dir, 'notice/a.ne.md'));
    });
    await eventually('गैँडा').toEqual([]);
    expect(await search.found('zebra')).toEqual([]);
  });

  it('of an item that exists in Nepali alone is found in both editions', async () => {
    await start2({ 'notice/a.md': md('id: 1\nname: बाघ\nlang: ne', 'गैँडा हिँड्यो') });
    expect((await search.search('गैँडा')).results).toMatchObject([{ lang: 'ne' }]);
    await edit({ 'notice/a.md': md('id: 1\nname: बाघ\nlang: ne', 'हात्ती हिँड्यो') });
    await eventually('हात्ती').toEqual(['notice/1']);
    expect(await search.found('गैँडा')).toEqual([]);
    expect((await search.search('हात्ती', { locale: 'ne' })).results[0]?.lang).toBeUndefined();
  });
});

describe('a YAML file', () => {
  const faq = (...questions: [id: number, question: string, answer: string][]) =>
    questions
      .map(([id, question, answer]) => `- { id: ${id}, question: "${question}", answer: "${answer}" }\n`)
      .join('');

  it('of questions is followed', async () => {
    await start({ 'faq.yaml': faq([1, 'Why zebras?', 'Stripes.'], [2, 'Why lions?', 'Manes.']) });
    expect((await search.search('stripes')).results).toMatchObject([{ kind: 'faq', href: '/faq#question-1' }]);
    await edit({ 'faq.yaml': faq([1, 'Why zebras?', 'Hooves.'], [3, 'Why tigers?', 'Teeth.']) });
    await eventually('hooves').toEqual(['faq/1']);
    await eventually('tigers').toEqual(['faq/3']);
    for (const word of ['stripes', 'lions']) await eventually(word).toEqual([]);
  });

  it('without an entry has it no more when the purge is answered', async () => {
    await start({ 'faq.yaml': faq([1, 'Why zebras?', 'Stripes.'], [2, 'Why lions?', 'Manes.']) });
    await edit({ 'faq.yaml': faq([1, 'Why zebras?', 'Stripes.']) });
    expect(await search.found('lions')).toEqual([]);
    expect(await search.found('zebras')).toEqual(['faq/1']);
  });

  it('of downloads is followed, with their files', async () => {
    const downloads = (name: string, file: string) =>
      `- { id: 1, name: ${name}, files: [{ location: /media/a.pdf, name: ${file} }] }\n`;
    await start({ 'downloads.yaml': downloads('Zebra', 'Stripes'), 'media/a.pdf': '%PDF-1.4' });
    expect(await search.found('stripes')).toEqual(['downloads/1']);
    await edit({ 'downloads.yaml': downloads('Lion', 'Manes') });
    await eventually('manes').toEqual(['downloads/1']);
    for (const word of ['zebra', 'stripes']) expect(await search.found(word)).toEqual([]);
  });

  it('with a single object is followed', async () => {
    const contact = (address: string) => `address: ${address}\nphones: ["+977-1-5550100"]\nemails: []\nofficers: []\n`;
    await start({ 'contact.yaml': contact('Zebra Road') });
    expect((await search.search('zebra')).results).toMatchObject([{ kind: 'page', href: '/contact' }]);
    await edit({ 'contact.yaml': contact('Lion Road') });
    await eventually('lion').toEqual(['page/contact']);
    expect(await search.found('zebra')).toEqual([]);
    await remove('contact.yaml');
    await eventually('lion').toEqual([]);
    expect(await search.found('contact')).toContain('page/contact');
  });

  it('with a fault keeps its last valid version', async () => {
    await start({ 'faq.yaml': faq([1, 'Why zebras?', 'Stripes.']) });
    await edit({ 'faq.yaml': '- { id: 1, question: [\n' });
    await search.service.settled();
    expect(await search.found('zebras')).toEqual(['faq/1']);
  });
});

describe('a restart', () => {
  const files = {
    'notice/a.md': md('id: 1\nname: Tiger', 'The zebra crossed.'),
    'notice/b.md': md('id: 2\nname: Lion', 'The giraffe crossed.'),
    'faq.yaml':
      '- { id: 1, question: Why hippos?, answer: Teeth. }\n- { id: 2, question: Why rhinos?, answer: Horns. }\n',
  };

  it('of a folder without a change reads nothing', async () => {
    await start(files);
    await restart(async () => {});
    expect(search.calls()).toBe(0);
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('hippos')).toEqual(['faq/1']);
    expect((await search.search('tiger')).is_partial).toBeUndefined();
    await restart(async () => {});
    expect(search.calls()).toBe(0);
    expect(await search.found('giraffe')).toEqual(['notice/2']);
  });

  it('reads what was edited, added and removed in between', async () => {
    await start(files);
    await restart(async () => {
      await folder.write({
        'notice/a.md': md('id: 1\nname: Tiger', 'The horse crossed.'),
        'news/c.md': md('id: 3\nname: Donkey'),
        'faq.yaml': '- { id: 2, question: Why rhinos?, answer: Grass. }\n',
      });
      await rm(join(folder.dir, 'notice/b.md'));
    });
    // The two items, the list of questions, and the site before them.
    expect(search.calls()).toBe(4);
    expect(await search.found('horse')).toEqual(['notice/1']);
    expect(await search.found('donkey')).toEqual(['news/3']);
    expect(await search.found('grass')).toEqual(['faq/2']);
    for (const word of ['zebra', 'giraffe', 'hippos']) expect(await search.found(word)).toEqual([]);
    await restart(async () => {});
    expect(search.calls()).toBe(0);
    expect(await search.found('horse')).toEqual(['notice/1']);
  });

  it('after an edit that was followed reads nothing', async () => {
    await start(files);
    await edit({ 'notice/a.md': md('id: 1\nname: Tiger', 'The horse crossed.') });
    await eventually('horse').toEqual(['notice/1']);
    await search.service.settled();
    await restart(async () => {});
    expect(search.calls()).toBe(0);
    expect(await search.found('horse')).toEqual(['notice/1']);
  });

  it('finds what was published in between, and not what has expired', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await start({
      'notice/a.md': md(`id: 1\nname: Zebra\npublished_at: ${inAnHour}`),
      'notice/b.md': md(`id: 2\nname: Giraffe\nexpires_at: ${inAnHour}`),
    });
    expect(await search.found('zebra')).toEqual([]);
    expect(await search.found('giraffe')).toEqual(['notice/2']);
    await restart(async () => skipTime(4_000_000));
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(await search.found('giraffe')).toEqual([]);
  });

  it('reads the documents again that could not be read', async () => {
    const notice = md('id: 1\nname: Tiger\nfiles: [{ location: /media/a.pdf, name: Form }]');
    folder = await makeFolder({ ...validFiles, 'notice/a.md': notice, 'media/a.pdf': '%PDF-1.4' });
    stored = await makeFolder({});
    storedIndex = new StoredIndex(stored.dir, 'test', pino({ level: 'silent' }));
    const documentTexts = (text?: string) => ({
      textOf: async () => text,
      isUnavailable: () => text === undefined,
    });
    await run({}, { documentTexts: documentTexts() });
    expect(await search.found('zebra')).toEqual([]);
    await search.close();
    await run({}, { documentTexts: documentTexts('The zebra crossed.') });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    await search.close();
    await run({}, { documentTexts: documentTexts('The horse crossed.') });
    expect(search.calls()).toBe(0);
    expect(await search.found('zebra')).toEqual(['notice/1']);
  });

  it('does not find a translation of an own page that was removed in between', async () => {
    const translated = { LOCALES: 'en,ne' };
    await start({ 'page/about.md': md('name: Tiger'), 'page/about.ne.md': md('name: बाघ', 'गैँडा हिँड्यो') }, translated);
    expect(await search.found('गैँडा')).toEqual(['page/about']);
    await restart(() => rm(join(folder.dir, 'page/about.ne.md')), translated);
    expect(await search.found('गैँडा')).toEqual([]);
    expect(await search.found('tiger')).toEqual(['page/about']);
  });

  it('has the address of an own page that its slug names, after an edit and without one', async () => {
    const page = (text: string) => md('id: 12\nslug: about\nname: Tiger', text);
    const address = async () => (await search.search('tiger')).results.map(({ href }) => href);
    await start({ 'page/about.md': page('The zebra crossed.') });
    expect(await address()).toEqual(['/about']);
    await edit({ 'page/about.md': page('The horse crossed.') });
    await eventually('horse').toEqual(['page/12']);
    await search.service.settled();
    expect(await address()).toEqual(['/about']);
    await restart(() => folder.write({ 'page/about.md': page('The donkey crossed.') }));
    expect(await search.found('donkey')).toEqual(['page/12']);
    expect(await address()).toEqual(['/about']);
  });

  it('reads a document again whose reading the end of the process has interrupted', async () => {
    const notice = md('id: 1\nname: Tiger\nfiles: [{ location: /media/a.pdf, name: Form }]');
    folder = await makeFolder({ ...validFiles, 'notice/a.md': notice, 'media/a.pdf': '%PDF-1.4' });
    stored = await makeFolder({});
    storedIndex = new StoredIndex(stored.dir, 'test', pino({ level: 'silent' }));
    let readings = 0;
    const textOf = (_location: string, signal: AbortSignal) => {
      readings += 1;
      if (readings === 1) return Promise.resolve('The zebra crossed.');
      return new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    };
    const documentTexts = { textOf, isUnavailable: () => false };
    await run({}, { documentTexts });
    expect(await search.found('zebra')).toEqual(['notice/1']);
    await edit({ 'notice/a.md': notice.replace('Tiger', 'Lion') });
    await expect.poll(() => readings).toBe(2);
    await search.close();
    await run({}, { documentTexts: { ...documentTexts, textOf: async () => 'The horse crossed.' } });
    expect(await search.found('horse')).toEqual(['notice/1']);
  });

  it('with another edition reads everything', async () => {
    await start({ ...files, 'notice/a.ne.md': md('name: बाघ') });
    await restart(async () => {}, { LOCALES: 'en,ne' });
    expect(await search.found('बाघ')).toEqual(['notice/1']);
  });
});

describe('a folder that does not change', () => {
  it('is as it was after a purge', async () => {
    await start({ 'notice/a.md': md('id: 1\nname: Zebra') });
    const before = search.service.status;
    await search.purge();
    await search.purge({ entity: 'notice' });
    expect(search.service.status).toEqual(before);
    expect(await search.found('zebra')).toEqual(['notice/1']);
    expect(warnings()).toEqual([]);
  });

  it('has its pages in the search', async () => {
    await start({});
    expect(await search.found('contact')).toContain('page/contact');
    expect((await search.search('zebra')).is_partial).toBeUndefined();
  });
});
