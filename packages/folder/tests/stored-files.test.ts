import { writeFileSync } from 'node:fs';
import { open as openFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import type { Locales } from '../../model/src/edition.ts';
import { openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';
import { hiddenFilesOf } from '../src/hidden-files.ts';
import { KnownFiles } from '../src/known-files.ts';
import { MediaFiles } from '../src/media-files.ts';
import { prepareSearch } from '../src/prepare-search.ts';
import { revisionsOf } from '../src/revisions.ts';

/* Each `start` is that of a process which has the files that were stored, and nothing else, of those before it. */

const locales: Locales = ['en', 'ne'];
let store: Folder;
let warnings: string[];
let read: string[];
beforeEach(async () => {
  store = await makeFolder({});
  warnings = [];
});
afterEach(() => store.remove());

const log = () =>
  pino({ level: 'warn' }, { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) });

function open(dir: string, options = {}) {
  read = [];
  const parseStore = { dir: store.dir, log: log() };
  const onFileRead = ({ file }: { file: string }) => void read.push(file);
  return openContent({ dir, timeZone: 'Asia/Kathmandu', locales, parseStore, onFileRead, ...options });
}

/** Loads a folder in a new process, and stores it as a running server does. */
async function start(dir: string, options = {}) {
  const folder = open(dir, options);
  const loaded = await folder.load();
  const indexed = loaded.content.blogs.filter((blog) => loaded.index.numbersOf(blog)).length;
  const textFaults = await prepareSearch(loaded);
  await folder.store();
  const { content, editions, texts, index, faults } = loaded;
  return {
    read: read.sort(),
    warnings,
    indexed,
    names: content.blogs.map(({ name }) => name),
    searched: (word: string) => index.search(content.blogs, [word]).map(({ name }) => name),
    faults: [...faults, ...textFaults].map(faultText),
    // As the content server sends it.
    everything: JSON.parse(
      JSON.stringify({
        editions: [...editions],
        texts: [...editions.values()].flatMap((edition) =>
          Object.values(edition)
            .flat()
            .map((item) => item && texts.forDetail(item)),
        ),
        hidden: [...(await hiddenFilesOf(loaded))].sort(),
        revisions: await revisionsOf(loaded),
      }),
    ) as { hidden: string[] },
  };
}

const storedFile = () => join(store.dir, 'parsed-files');

it('are the example without a file of it being read', async () => {
  const first = await start('content');
  const second = await start('content');
  expect(first.read.length).toBeGreaterThan(150);
  expect(second.read).toEqual([]);
  expect(second.everything).toEqual(first.everything);
  expect(second.faults).toEqual(first.faults);
  for (const word of ['share', 'जग्गा', 'bank']) expect(second.searched(word)).toEqual(first.searched(word));
  expect(first.searched('share').length).toBeGreaterThan(0);
  expect([first.indexed, second.indexed]).toEqual([0, second.names.length]);
  expect(warnings).toEqual([]);
});

describe('of a folder', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await makeFolder({
      ...validFiles,
      'blogs/one.ne.md': '---\nname: एक\n---\nपाठ।\n',
      'blogs/three.md': '---\nid: 3\nname: Three\nfiles: [{ location: /media/hill.svg }]\n---\n![](/media/hill.svg)\n',
      'blogs/draft.md': '---\nid: 4\nname: Draft\ndraft: true\n---\n![](/media/secret.svg)\n',
      'media/secret.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    });
    await start(folder.dir);
  });
  afterEach(() => folder.remove());

  it('are read again if they have changed, and with their translations', async () => {
    await folder.write({ 'blogs/one.md': '---\nid: 1\nname: First\n---\nAnother text.\n' });
    const { read, names, searched, faults } = await start(folder.dir);
    expect(read).toEqual(['blogs/one.md', 'blogs/one.ne.md']);
    expect(names).toEqual(['First', 'Three', 'Two']);
    expect([searched('another'), searched('text')]).toEqual([['First'], ['First', 'Two']]);
    expect(faults).toEqual([]);
  });

  it('are read again if a file of media/ has changed', async () => {
    await folder.write({ 'media/hill.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="64"/>' });
    const { read, everything } = await start(folder.dir);
    expect(read).toEqual(['blogs/three.md']);
    expect(JSON.stringify(everything)).toContain('"width":128');
  });

  it('have no facts of a file of media/ that has changed since they were parsed', () => {
    const known = new KnownFiles(folder.dir);
    const media = new MediaFiles(folder.dir, known);
    const facts = media.factsOf('/media/hill.svg');
    const version = () => media.versionsOf(new Map([['/media/hill.svg', facts]]));
    expect(new MediaFiles(folder.dir).restoreDependencies(version())?.get('/media/hill.svg')).toEqual(facts);
    writeFileSync(join(folder.dir, 'media/hill.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="2"/>');
    known.forget('any');
    media.refresh();
    expect(media.factsOf('/media/hill.svg')).toMatchObject({ width: 1 });
    expect(new MediaFiles(folder.dir).restoreDependencies(version())).toBeUndefined();
  });

  it('are gone when they are removed, and found when they are new', async () => {
    await rm(join(folder.dir, 'blogs/two.md'));
    await folder.write({ 'blogs/five.md': '---\nid: 5\nname: Five\n---\n' });
    expect(await start(folder.dir)).toMatchObject({ read: ['blogs/five.md'], names: ['Five', 'One', 'Three'] });
  });

  it('hide the files of drafts as before', async () => {
    const again = await start(folder.dir);
    expect(again.read).toEqual([]);
    expect(again.everything.hidden).toContain('/media/secret.svg');
  });

  it('are read again for other languages, drafts or another time zone', async () => {
    expect((await start(folder.dir)).read).toEqual([]);
    for (const options of [{ drafts: true }, { locales: ['en'] }, { timeZone: 'UTC' }]) {
      expect((await start(folder.dir, options)).read).toContain('blogs/one.md');
      await start(folder.dir);
    }
    expect(warnings).toEqual([]);
  });

  it('are read again each time while they have faults', async () => {
    await folder.write({
      'blogs/one.md': '---\nid: 1\nname: One\ncreated_at: never\n---\n',
      'blogs/two.md': `---\nid: 2\nname: Two\n---\n${'> '.repeat(100)}deep\n`,
    });
    const first = await start(folder.dir);
    const second = await start(folder.dir);
    expect(second.faults).toEqual(first.faults);
    expect(second.faults.map((fault) => fault.split(':')[0])).toEqual(['blogs/one.md', 'blogs/two.md']);
    expect(second.read).toEqual(['blogs/one.md', 'blogs/two.md']);
  });

  it('say where a conflict is, as files that were just read', async () => {
    await folder.write({
      'virtues.yaml': '- { id: 1, name: Honesty }\n- { id: 2, name: Care }\n- { id: 1, name: Again }\n',
    });
    const first = await start(folder.dir);
    const second = await start(folder.dir);
    expect(first.faults).toEqual(['virtues.yaml:3:9: 2.id: 1 is already used by line 1']);
    expect(second).toMatchObject({ read: [], faults: first.faults });
  });

  it.each([
    ['shorter', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 500 ? byte ^ 1 : byte)))],
  ])('are not used when the stored file is %s', async (_, damage) => {
    const before = await start(folder.dir);
    await writeFile(storedFile(), damage(await readFile(storedFile())));
    const { read, everything } = await start(folder.dir);
    expect(read).toContain('blogs/one.md');
    expect(everything).toEqual(before.everything);
    expect(warnings).toEqual(['stored content cannot be read: each file is parsed']);
    expect((await start(folder.dir)).read).toEqual([]);
  });

  describe('have their texts in the stored file', () => {
    const PROCESSES = ['this process', 'an earlier process'];
    /** The HTML of the blogs, as a process answers it that has stored them, or has found them stored. */
    async function texts(storedBy: string) {
      if (storedBy === 'this process') await rm(storedFile());
      const content = open(folder.dir);
      const loaded = await content.load();
      await content.store();
      return () => loaded.content.blogs.map((blog) => loaded.texts.htmlOf(blog));
    }
    async function damageTexts() {
      const bytes = await readFile(storedFile());
      const at = bytes.indexOf('![](/media/hill.svg)');
      expect(at).toBeGreaterThan(0);
      const file = await openFile(storedFile(), 'r+');
      await file.write('?', at);
      await file.close();
    }

    it.each(PROCESSES)('also when it was written by %s and is deleted', async (storedBy) => {
      const htmlOf = await texts(storedBy);
      const before = htmlOf();
      await rm(storedFile());
      expect(htmlOf()).toEqual(before);
      expect(warnings).toEqual([]);
    });

    it.each(PROCESSES)('and read them from their files if it was written by %s and is damaged', async (storedBy) => {
      const htmlOf = await texts(storedBy);
      const before = htmlOf();
      await damageTexts();
      expect(htmlOf()).toEqual(before);
      // Once: it is in memory then.
      expect(htmlOf()).toEqual(before);
      expect(warnings).toEqual(['stored texts cannot be read']);
    });

    it('and show no other version of a text if its file has changed, too', async () => {
      const content = open(folder.dir);
      const { content: shown, texts } = await content.load();
      await damageTexts();
      await folder.write({ 'blogs/three.md': '---\nid: 3\nname: Three\n---\nAnother text.\n' });
      const three = shown.blogs.find(({ id }) => id === '3') ?? expect.fail('there is no such blog');
      expect(() => texts.forDetail(three)).toThrow('the digest of a stored text does not fit');
      // The others of a list are shown.
      expect(shown.blogs.map((blog) => texts.forList(blog).description)).toEqual([
        '<p>Text <em>one</em>.</p>',
        undefined,
        '<p>Text two.</p>',
      ]);
      // It is left out when the others are stored again.
      await folder.write({ 'blogs/five.md': '---\nid: 5\nname: Five\n---\n' });
      await content.load(new Set(['blogs/five.md']));
      await content.store();
      expect(warnings).toEqual(['stored texts cannot be read']);
      expect((await start(folder.dir)).read).toEqual(['blogs/three.md']);
    });

    it('which no other process writes', async () => {
      await rm(storedFile());
      const content = open(folder.dir);
      const { content: shown, texts } = await content.load();
      const htmlOf = () => shown.blogs.map((blog) => texts.htmlOf(blog));
      const before = htmlOf();
      const ofOther = await openFile(`${storedFile()}.new`, 'w');
      await content.store();
      await ofOther.write('?'.repeat(100_000), 0);
      await ofOther.close();
      expect(htmlOf()).toEqual(before);
      expect((await start(folder.dir)).read).toEqual([]);
      expect(warnings).toEqual([]);
    });
  });

  it('are written once for two writings at once', async () => {
    await rm(storedFile());
    const content = open(folder.dir);
    await content.load();
    await Promise.all([content.store(), content.store()]);
    expect(warnings).toEqual([]);
    expect((await start(folder.dir)).read).toEqual([]);
  });

  it('are written when some have changed, and not for a few', async () => {
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, id) => [
          `news/${id}.md`,
          `---\nid: ${id + 1}\nname: News ${id < count ? 'edited' : 'new'}\n---\n`,
        ]),
      );
    await folder.write(many(0));
    await start(folder.dir);
    const { ino } = await stat(storedFile());
    await folder.write({ 'news/0.md': '---\nid: 1\nname: News edited\n---\n' });
    expect((await start(folder.dir)).read).toEqual(['news/0.md']);
    expect((await stat(storedFile())).ino).toBe(ino);
    await folder.write(many(10));
    await start(folder.dir);
    expect((await start(folder.dir)).read).toEqual([]);
  });

  it('cannot be written where a file is in the way: the content is shown', async () => {
    const dir = join(folder.dir, 'site.yaml');
    const { names } = await start(folder.dir, { parseStore: { dir, log: log() } });
    expect(names).toHaveLength(3);
    expect(warnings).toEqual([
      'stored content cannot be read: each file is parsed',
      'content cannot be stored: the next start parses each file',
    ]);
  });
});
