import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import type { Locales } from '../../model/src/edition.ts';
import { type ContentFolder, openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';
import { hiddenFilesOf } from '../src/hidden-files.ts';
import type { ChangedFiles } from '../src/known-files.ts';
import { revisionsOf } from '../src/revisions.ts';

/* A load of the files that have changed has the result of one that looks at every file. */

const locales: Locales = ['en', 'ne'];
const SEED = 20_270_115;

const picture = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32"/>`;
const blog = (fields: string) => `---\n${fields}\n---\nText of ${fields.slice(0, 5)}. ![](/media/hill.svg)\n`;

/** What each file may hold; undefined: it is removed. */
const CONTENTS: Record<string, (string | undefined)[]> = {
  'blogs/one.md': [
    blog('id: 1\nname: One'),
    blog('id: 1\nname: First\nfiles: [{ location: /media/hill.svg }]'),
    // Without a name it is faulty; with the id of another one, too.
    blog('id: 1'),
    blog('id: 2\nname: Taken'),
    blog('id: 1\nname: Later\npublished_at: 2041-01-01 00:00:00\nfiles: [{ location: /media/dot.svg }]'),
    undefined,
  ],
  'blogs/two.md': [blog('id: 2\nname: Two'), blog('id: 2\nname: Two\ndraft: true'), blog('id: 3\nname: 3'), undefined],
  'blogs/one.ne.md': [blog('name: एक'), blog('name: ['), undefined],
  'blogs/README.ne.md': ['Not read.', undefined],
  'faq.yaml': ['- { id: 1, question: Why?, answer: So. }\n', '- { id: 1 }\n', '{', undefined],
  'faq.ne.yaml': ['- { id: 1, question: किन? }\n', undefined],
  'news/first.md': [blog('id: 1\nname: News'), undefined],
  'unknown.txt': ['Not known.', undefined],
  'media/hill.svg': [picture(64), picture(128), undefined],
  'media/dot.svg': [picture(1), undefined],
  'site.yaml': [validFiles['site.yaml'], 'name: Another\nmenu: [{ label: B, href: /blogs }]\n', 'name: [\n'],
};

const change = fc
  .constantFrom(...Object.entries(CONTENTS))
  .chain(([file, contents]) => fc.record({ file: fc.constant(file), content: fc.constantFrom(...contents) }));
/** Each step changes files, and says of which it names to the load: of those, or of any. */
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 4 }), isNamed: fc.boolean() }), {
  minLength: 1,
  maxLength: 8,
});

async function everythingOf(content: ContentFolder, changed: ChangedFiles) {
  const loaded = await content.load(changed);
  const { editions, faults, kinds, texts } = loaded;
  return {
    editions: [...editions],
    faults: faults.map(faultText),
    mediaOfHiddenItems: kinds.map(({ mediaOfHiddenItems }) => [...mediaOfHiddenItems].sort()),
    hidden: [...(await hiddenFilesOf(loaded))].sort(),
    revisions: await revisionsOf(loaded),
    html: [...editions.values()].flatMap(({ blogs }) => blogs.map((item) => texts.htmlOf(item))),
  };
}

async function apply(folder: Folder, { file, content }: { file: string; content?: string }) {
  if (content === undefined) await rm(join(folder.dir, file), { force: true });
  else await folder.write({ [file]: content });
}

it('has the same result', async () => {
  const run = async (steps: { changes: { file: string; content?: string }[]; isNamed: boolean }[]) => {
    const folder = await makeFolder({ ...validFiles, 'media/hill.svg': picture(64), 'news/other.md': blog('name: O') });
    try {
      const options = { dir: folder.dir, timeZone: 'Asia/Kathmandu', locales };
      const [partial, complete] = [openContent(options), openContent(options)];
      expect(await everythingOf(partial, 'any')).toEqual(await everythingOf(complete, 'any'));
      for (const { changes, isNamed } of steps) {
        for (const one of changes) await apply(folder, one);
        const changed = isNamed ? new Set(changes.map(({ file }) => file)) : 'any';
        expect(await everythingOf(partial, changed)).toEqual(await everythingOf(complete, 'any'));
        expect(await partial.isCurrent()).toBe(true);
      }
    } finally {
      await folder.remove();
    }
  };
  await fc.assert(fc.asyncProperty(steps, run), { seed: SEED, numRuns: examples(80) });
});

it('notices by comparing that another file has changed, appeared or disappeared', async () => {
  const folder = await makeFolder({ ...validFiles, 'media/hill.svg': picture(64) });
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales });
  await content.load();
  for (const one of [
    { file: 'blogs/one.md', content: blog('id: 1\nname: Edited\nfiles: [{ location: /media/hill.svg }]') },
    { file: 'news/new.md', content: blog('id: 1\nname: New') },
    { file: 'media/hill.svg', content: picture(128) },
    { file: 'news/new.md' },
  ]) {
    expect(await content.isCurrent()).toBe(true);
    await apply(folder, one);
    expect(await content.isCurrent()).toBe(false);
    // It is not among those that are named.
    await content.load(new Set(['blogs/two.md']));
    expect(await content.isCurrent()).toBe(false);
    await content.load('any');
  }
  await folder.remove();
});

it('looks at everything after a load that could not read the folder', async () => {
  const folder = await makeFolder(validFiles);
  const away = `${folder.dir}-away`;
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales });
  await content.load();
  await rename(folder.dir, away);
  await writeFile(join(away, 'blogs/one.md'), blog('id: 1\nname: Edited'));
  expect((await content.load(new Set(['blogs/one.md']))).faults).toHaveLength(1);
  await rename(away, folder.dir);
  expect(await content.isCurrent()).toBe(false);
  const { content: loaded, faults } = await content.load(new Set(['blogs/two.md']));
  expect(faults).toEqual([]);
  expect(loaded.blogs.map(({ name }) => name)).toContain('Edited');
  await folder.remove();
});

it('reports a file in the place of a folder, and the folder in its place', async () => {
  const folder = await makeFolder(validFiles);
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales });
  const faultsAfter = async (changed: ChangedFiles) => (await content.load(changed)).faults.map(faultText);
  expect(await faultsAfter('any')).toEqual([]);
  await folder.write({ services: 'no folder' });
  expect(await content.isCurrent()).toBe(false);
  expect(await faultsAfter(new Set(['services']))).toEqual(['services:1:1: expected a folder, this is a file']);
  await rm(join(folder.dir, 'services'));
  await folder.write({ 'services/a.md': blog('id: 1\nname: A') });
  expect(await content.isCurrent()).toBe(false);
  expect(await faultsAfter(new Set(['services']))).toEqual([]);
  await folder.remove();
});
