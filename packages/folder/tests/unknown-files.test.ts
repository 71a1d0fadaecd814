import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { kinds } from '../../model/src/kinds/index.ts';
import { listMarkdownFiles } from '../src/content-files.ts';
import { KnownFiles } from '../src/known-files.ts';
import { unknownFiles } from '../src/unknown-files.ts';

let folder: Folder;
afterEach(() => folder.remove());

/** The faults of a folder with these files, beside valid ones. */
const faultsWith = async (files: Record<string, string> = {}) => {
  folder = await makeFolder({ ...validFiles, ...files });
  return faults();
};
const faults = () => unknownFiles(folder.dir).map(({ file, message }) => `${file}: ${message}`);

it('are none of those that are known: content, media, a README, and what desktops and editors leave behind', async () => {
  const ignored = [
    '.DS_Store',
    '.git/config',
    '.gitignore',
    '.schemas/news.json',
    '.vscode/extensions.json',
    'Thumbs.db',
    'desktop.ini',
    'site.yaml~',
    'blogs/.one.md.swp',
  ];
  const names = ['README.md', 'media/anything.xyz', 'media/deeper/file', 'blogs/one.ne.md', ...ignored];
  expect(await faultsWith(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

it('are no items either, where they end in .md', async () => {
  folder = await makeFolder({ ...validFiles, 'blogs/._one.md': 'x', 'blogs/.#one.md': 'x' });
  const listed = listMarkdownFiles(new KnownFiles(folder.dir), 'blogs');
  expect(listed.originals).toEqual(['blogs/one.md', 'blogs/two.md']);
  expect(faults()).toEqual([]);
});

it('are none of the files and folders of any kind', async () => {
  const names = Object.entries(kinds).flatMap(([name, kind]) => {
    const layout = 'folder' in kind ? kind.folder?.layout : undefined;
    return layout === undefined ? [] : [layout === 'markdown' ? `${name}/item.md` : `${name}.yaml`];
  });
  expect(names.length).toBeGreaterThan(10);
  expect(await faultsWith(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});

it.each([
  ['sites.yaml', 'site.yaml'],
  ['site.yml', 'site.yaml'],
  ['Site.yaml', 'site.yaml'],
  ['BLOGS.yaml', undefined],
  ['blog/one.md', 'blogs'],
  ['readme.md', 'README.md'],
  ['Media/x.jpg', 'media'],
  ['holidays.yaml', undefined],
  ['LICENSE', undefined],
])('have a fault: %s, for which %s is suggested', async (name, suggestion) => {
  const [first = ''] = name.split('/');
  const message = `${first}: not a known content file${suggestion ? `: did you mean ${suggestion}?` : ''}`;
  expect(await faultsWith({ [name]: 'x' })).toEqual([message]);
});

it('are also those in a folder of items that are no Markdown', async () => {
  expect(await faultsWith({ 'blogs/three.txt': 'x', 'blogs/picture.jpg': 'x', 'blogs/drafts/four.md': 'x' })).toEqual([
    'blogs/drafts: expected a file whose name ends in .md',
    'blogs/picture.jpg: expected a file whose name ends in .md',
    'blogs/three.txt: expected a file whose name ends in .md',
  ]);
});

it('are reported at the beginning of the file', async () => {
  await faultsWith({ 'sites.yaml': 'x' });
  expect(unknownFiles(folder.dir)).toMatchObject([{ file: 'sites.yaml', line: 1, column: 1 }]);
});

it('are not looked for in what is no folder, which has a fault of its own', async () => {
  await faultsWith();
  await rm(join(folder.dir, 'blogs'), { recursive: true });
  await writeFile(join(folder.dir, 'blogs'), 'a file');
  await symlink('notice', join(folder.dir, 'notice'));
  await symlink('nowhere', join(folder.dir, 'news'));
  expect(faults()).toEqual([]);
  await mkdir(join(folder.dir, 'sliders.yaml.d'));
  expect(faults()).toEqual(['sliders.yaml.d: not a known content file: did you mean sliders.yaml?']);
  await folder.remove();
  expect(faults()).toEqual([]);
});

it.each([
  ['beside its translation', { 'data/nav.ne.md': 'x' }],
  ['beside its original alone', {}],
])('are the rows of a table in another language, %s', async (_, files) => {
  const table = { 'data/nav.md': 'x', 'data/nav.csv': 'x', 'data/nav.ne.csv': 'x' };
  expect(await faultsWith({ ...table, ...files })).toEqual([
    'data/nav.ne.csv: a table has one file for all languages: put these words into nav.csv as columns of their own, like name_ne, and name those in nav.ne.md',
  ]);
});

it('are the rows of a table without a head', async () => {
  expect(await faultsWith({ 'data/nav.csv': 'x' })).toEqual(['data/nav.csv: no nav.md says what this table is']);
});
