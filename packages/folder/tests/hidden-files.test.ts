import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { locationKey } from '../../images/src/image-location.ts';
import { type ContentOptions, openContent } from '../src/content-store.ts';
import { hiddenFilesOf } from '../src/hidden-files.ts';
import { namesIn } from '../src/named-files.ts';

const folders: Folder[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

/** A content folder, and its hidden files after each load. */
async function open(files: Record<string, string>, options: Partial<ContentOptions> = {}) {
  const folder = await makeFolder({ ...validFiles, ...files });
  folders.push(folder);
  const content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'], ...options });
  return { folder, hidden: async () => [...(await hiddenFilesOf(await content.load()))].sort() };
}

/** The files that are hidden among those with these names. */
async function hiddenOf(files: Record<string, string>, locations: string[]): Promise<string[]> {
  const { hidden } = await open(files);
  const keys = await hidden();
  return locations.filter((location) => keys.includes(locationKey(location)));
}

const post = (fields: string, text = 'Text.') => `---\nname: Post\ncreated_at: 2024-01-01\n${fields}---\n${text}\n`;
const DRAFT = 'draft: true\n';
const LATER = 'published_at: 2041-01-01\n';
const A = '/media/a.pdf';
const naming = `files: [{ location: ${A} }]\n`;

it.each([
  ['hidden with a draft that names the link', '', ['/media/Link.pdf', A]],
  ['hidden with a draft that names a file of a linked folder', '', ['/media/folder/a.pdf', '/media/real/a.pdf']],
  ['not hidden if a published item names it', A, ['/media/Link.pdf']],
  ['not hidden if a published item names another link to it', '/media/second.pdf', ['/media/Link.pdf']],
])('a file to which a link leads is %s', async (_, published, expected) => {
  const [named = ''] = expected;
  const { folder, hidden } = await open({
    'news/x.md': post(`${DRAFT}files:\n  - location: ${named}\n`),
    'news/y.md': post(published && `files:\n  - location: ${published}\n`),
    'media/a.pdf': 'x',
    'media/real/a.pdf': 'x',
  });
  for (const link of ['Link.pdf', 'second.pdf']) await symlink('a.pdf', join(folder.dir, 'media', link));
  await symlink('real', join(folder.dir, 'media/folder'));
  expect(await hidden()).toEqual(expected.map(locationKey).sort());
});

describe('a file that is named', () => {
  it.each([
    ['by nothing', {}, false],
    ['by a draft', { 'news/x.md': post(DRAFT + naming) }, true],
    ['by an item that is published later', { 'news/x.md': post(LATER + naming) }, true],
    ['by a published item', { 'news/x.md': post(naming) }, false],
    ['by an expired item', { 'notice/x.md': post(`expires_at: 2024-02-01\n${naming}`) }, false],
    ['by a draft and a published item', { 'news/x.md': post(DRAFT + naming), 'blogs/y.md': post(naming) }, false],
    ['by two that are not published', { 'news/x.md': post(DRAFT + naming), 'blogs/y.md': post(LATER + naming) }, true],
    ['by the translation of a draft', { 'news/x.md': post(DRAFT), 'news/x.ne.md': post(naming) }, true],
    [
      'by a published translation of a draft',
      { 'news/x.md': post(DRAFT), 'news/x.ne.md': post(`draft: false\n${naming}`) },
      true,
    ],
    ['by the translation of a later item', { 'news/x.md': post(LATER), 'news/x.ne.md': post(naming) }, true],
    ['by a translation that is a draft', { 'news/x.md': post(''), 'news/x.ne.md': post(DRAFT + naming) }, true],
    ['by a published translation', { 'news/x.md': post(''), 'news/x.ne.md': post(naming) }, false],
    [
      'by a draft, and by the site',
      { 'news/x.md': post(DRAFT + naming), 'site.yaml': `name: Trust\nlogo: { location: ${A} }\n` },
      false,
    ],
    ['in a list, by a draft', { 'faq.yaml': `- { id: 1, question: Q?, answer: "[A](${A})", draft: true }\n` }, true],
    [
      'in a list, later',
      { 'faq.yaml': `- { id: 1, question: Q?, answer: "[A](${A})", published_at: 2041-01-01 }\n` },
      true,
    ],
    ['in a list, published', { 'faq.yaml': `- { id: 1, question: Q?, answer: "[A](${A})" }\n` }, false],
    [
      'in a list, by a draft and a published element',
      {
        'faq.yaml': `- { id: 1, question: Q?, answer: "[A](${A})", draft: true }\n- { id: 2, question: Q?, answer: '<a href="${A}">A</a>' }\n`,
      },
      false,
    ],
    [
      'by a file that cannot be read as YAML',
      { 'news/x.md': `---\ndraft: true\nname: [\n${naming}---\nText.\n` },
      true,
    ],
    ['in a list that is none', { 'faq.yaml': `id: 1\nquestion: Q?\nanswer: "[A](${A})"\ndraft: true\n` }, true],
    [
      'in the translation of a list that cannot be read as YAML',
      {
        'faq.yaml': '- { id: 1, question: Q?, answer: Yes., draft: true }\n- [\n',
        'faq.ne.yaml': `- { id: 1, answer: "[A](${A})" }\n`,
      },
      true,
    ],
    [
      'in a translation of a list that is none',
      {
        'faq.yaml': '- { id: 1, question: Q?, answer: Yes., draft: true }\n',
        'faq.ne.yaml': `id: 1\nanswer: "[A](${A})"\n`,
      },
      true,
    ],
    ['by an item with an invalid date', { 'news/x.md': post(`published_at: soon\n${naming}`) }, true],
    [
      'by a part with a fault of a later item',
      { 'news/x.md': post(`${LATER}files: [{ location: ${A}, sighs: 7 }]\n`) },
      true,
    ],
    [
      'by a part with a fault of a published item',
      { 'news/x.md': post(`files: [{ location: ${A}, sighs: 7 }]\n`) },
      false,
    ],
    [
      'by the second of two with one id',
      { 'news/x.md': post('id: 7\n'), 'news/y.md': post(`id: 7\n${LATER}${naming}`) },
      true,
    ],
  ])('%s', async (_, files: Record<string, string>, isHidden) => {
    expect(await hiddenOf(files, [A, '/media/hill.svg'])).toEqual(isHidden ? [A] : []);
  });
});

describe('a file that is named in the rows of a table', () => {
  const head = (fields = '') =>
    `---\nname: Table\n${fields}columns: [{ key: result, type: file }, { key: year }]\n---\n`;
  const rows = `result,year\n[Result](${A}),2083\n`;
  const table = (fields = '', csv = rows) => ({ 'data/x.md': head(fields), 'data/x.csv': csv });
  it.each([
    ['of a draft', table(DRAFT), true],
    ['of a table that is published later', table(LATER), true],
    ['of one that is published later, in a file that cannot be read', table(LATER, `result;year\n${A};2083\n`), true],
    ['of a head that cannot be read', table('published_at: soon\n'), true],
    ['of a published table', table(), false],
    ['of a draft, and by a published item', { ...table(DRAFT), 'news/y.md': post(naming) }, false],
    ['of a published table, and by a draft', { ...table(), 'news/y.md': post(DRAFT + naming) }, false],
    [
      'of a published table with many files, and by a draft',
      {
        ...table('', `result,year\n${'/media/b c.pdf,2082\n'.repeat(3_000)}/media/hill top.svg,2083\n${A},2083\n`),
        'news/y.md': post(`${DRAFT}files: [{ location: ${A} }, { location: /media/hill top.svg }]\n`),
      },
      false,
    ],
  ])('%s', async (_, files: Record<string, string>, isHidden) => {
    expect(await hiddenOf(files, [A, '/media/hill top.svg'])).toEqual(isHidden ? [A] : []);
  });

  it('follows a change of the rows alone', async () => {
    const { folder, hidden } = await open({ ...table('', 'result,year\n,2083\n'), 'news/y.md': post(DRAFT + naming) });
    expect(await hidden()).toContain(A);
    await folder.write({ 'data/x.csv': rows });
    expect(await hidden()).not.toContain(A);
    await folder.write({ 'data/x.md': head(DRAFT), 'data/x.csv': rows.replace(A, '/media/b.pdf') });
    expect(await hidden()).toEqual(expect.arrayContaining([A, '/media/b.pdf']));
  });
});

it.each([
  ['a link', `[Report](${A} "Title") and more.`],
  ['an image', `![Alt](${A})`],
  ['a definition', `[Report][1]\n\n[1]: ${A}`],
  ['raw HTML', `<a class=x href='${A}'>Report</a>`],
  ['an unquoted attribute', `<a href=${A}>Report</a>`],
  ['a chart', '```chart\ntype: bar\ntitle: T\nfile: /media/a.pdf\n```'],
  ['an absolute address', `https://trust.example${A}?x=1#page=2`],
  ['a relative address', '[Report](../media/a.pdf)'],
  ['percent-encoding', '[Report](/media/%61%2Epdf)'],
  ['dot segments', '[Report](/media/x/../a.pdf)'],
  ['another case', '[Report](/media/A.PDF)'],
  ['an escape', '[Report](/media/a\\.pdf)'],
  ['the end of a sentence', `See ${A}.`],
])('a name is found in %s, in a draft and in published text', async (_, text) => {
  expect(await hiddenOf({ 'news/x.md': post(DRAFT, text) }, [A])).toEqual([A]);
  expect(await hiddenOf({ 'news/x.md': post(LATER, text) }, [A])).toEqual([A]);
  expect(await hiddenOf({ 'news/x.md': post(DRAFT + naming), 'news/y.md': post('', text) }, [A])).toEqual([]);
});

it.each([
  ['spaces', '/media/Annual report (final).pdf', '/media/annual%20report%20%28final%29.pdf'],
  ['a sign that is no escape', '/media/100% growth.pdf', '/media/100%25%20growth.pdf'],
  ['letters that are composed in two ways', '/media/re\u0301sume\u0301.pdf', '/media/r%C3%A9sum%C3%A9.pdf'],
  ['Devanagari', '/media/प्रतिवेदन.pdf', `/media/${encodeURIComponent('प्रतिवेदन')}.pdf`],
  ['an ampersand', '/media/a&b.pdf', '/media/a%26b.pdf'],
])('a name with %s is that of the address', async (_, location, address) => {
  const field = `files: [{ location: "${location}" }]\n`;
  expect(await hiddenOf({ 'news/x.md': post(DRAFT + field) }, [address])).toEqual([address]);
  expect(await hiddenOf({ 'news/x.md': post(LATER + field) }, [address])).toEqual([address]);
  expect(await hiddenOf({ 'news/x.md': post(DRAFT + field), 'news/y.md': post(field) }, [address])).toEqual([]);
});

it('follows what an editor changes', async () => {
  const { folder, hidden } = await open({ 'news/x.md': post(DRAFT + naming) });
  expect(await hidden()).toContain(A);
  await folder.write({ 'news/x.md': post(naming) });
  expect(await hidden()).toEqual([]);
  await folder.write({ 'news/x.md': post(`${LATER}${naming}`) });
  expect(await hidden()).toContain(A);
  await rm(join(folder.dir, 'news/x.md'));
  expect(await hidden()).toEqual([]);
});

it('an item with faults is public in its last valid version alone', async () => {
  const { folder, hidden } = await open({ 'news/x.md': post(naming) });
  expect(await hidden()).toEqual([]);
  await folder.write({ 'news/x.md': post('published_at: soon\nfiles: [{ location: /media/b.pdf }]\n') });
  const names = await hidden();
  expect(names).toContain('/media/b.pdf');
  expect(names).not.toContain(A);
});

it('stays while the folder cannot be found', async () => {
  const { folder, hidden } = await open({ 'news/x.md': post(DRAFT + naming) });
  await hidden();
  await rm(folder.dir, { recursive: true });
  expect(await hidden()).toContain(A);
});

it('the names in a long line are bounded', () => {
  const line = `/media/a.pdf ${'word '.repeat(10_000)}`.repeat(3);
  expect(namesIn(line)).toContain(A);
  expect(namesIn(line).length).toBeLessThan(100);
});

describe('a long text of names', () => {
  const LENGTH = 496_000;
  it.each(['media/', 'media/ ( ', 'media/....', 'media/%41%e0 ', `media/${'.'.repeat(990)} `])('%s', (name) => {
    const names = Array.from({ length: LENGTH / (name.length + 5) }, (_, index) => name + index).join('');
    expect(namesIn(name.repeat(LENGTH / name.length)).length).toBeLessThan(100);
    expect(namesIn(`${names} media/last.pdf`)).toContain('/media/last.pdf');
  });
});
