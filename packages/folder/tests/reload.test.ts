import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { openContent } from '../src/content-store.ts';
import { faultText } from '../src/faults.ts';

/* A folder that is loaded again: the result is that of a first load, but items with faults are shown in their last valid version. */

let folder: Folder;
let read: string[];
let content: ReturnType<typeof openContent>;
beforeEach(async () => {
  folder = await makeFolder({
    ...validFiles,
    'blogs/three.md': '---\nid: 3\nname: Three\nfiles: [{ location: /media/hill.svg }]\n---\n![](/media/hill.svg)\n',
  });
  read = [];
  content = openContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', onFileRead: ({ file }) => read.push(file) });
  await content.load();
});
afterEach(() => folder.remove());

/** Loads the folder again. */
async function load() {
  read = [];
  const { content: held, texts, index, faults } = await content.load();
  return {
    read,
    names: held.blogs.map(({ name }) => name),
    texts: held.blogs.map((blog) => texts.htmlOf(blog)),
    blogs: held.blogs,
    searched: (word: string) => index.search(held.blogs, [word]).map(({ name }) => name),
    faults: faults.map(faultText),
  };
}

it('reads what has changed, and nothing else', async () => {
  expect(await load()).toMatchObject({ read: [], names: ['One', 'Three', 'Two'], faults: [] });
  await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Second\n---\nAnother text.\n' });
  const { read, names, texts, searched } = await load();
  expect(read).toEqual(['blogs/two.md']);
  expect(names).toEqual(['One', 'Three', 'Second']);
  expect(texts[2]).toBe('<p>Another text.</p>');
  expect(searched('anoth')).toEqual(['Second']);
  expect(searched('two')).toEqual([]);
});

it('notices a change that leaves the size and the time of a file as they were', async () => {
  const path = join(folder.dir, 'blogs/two.md');
  const time = new Date('2026-01-01');
  await utimes(path, time, time);
  await load();
  await writeFile(path, '---\nid: 2\nname: Owt\ncreated_at: 2024-03-06\n---\nText two.\n');
  await utimes(path, time, time);
  expect((await load()).names).toEqual(['One', 'Three', 'Owt']);
});

it('notices files that are added, removed and renamed', async () => {
  await folder.write({ 'blogs/four.md': '---\nid: 4\nname: Four\n---\n', 'news/first.md': '---\nname: First\n---\n' });
  expect(await load()).toMatchObject({
    read: ['blogs/four.md', 'news/first.md'],
    names: ['Four', 'One', 'Three', 'Two'],
  });
  await rm(join(folder.dir, 'blogs/four.md'));
  await rename(join(folder.dir, 'blogs/two.md'), join(folder.dir, 'blogs/a-second.md'));
  const renamed = await load();
  expect(renamed).toMatchObject({ read: ['blogs/a-second.md'], names: ['Two', 'One', 'Three'], faults: [] });
  expect(renamed.blogs[0]?.slug).toBe('a-second');
  await rm(join(folder.dir, 'blogs'), { recursive: true });
  expect(await load()).toMatchObject({ names: [], faults: [] });
});

it('reads a file that was added before the folder was missing for a moment', async () => {
  await folder.write({ 'blogs/four.md': '---\nid: 4\nname: Four\n---\n' });
  const aside = `${folder.dir}-aside`;
  await rename(folder.dir, aside);
  const { content: meanwhile } = await content.load(new Set(['blogs/four.md']));
  expect(meanwhile.blogs.map(({ name }) => name)).toEqual(['One', 'Three', 'Two']);
  await rename(aside, folder.dir);
  const { content: then } = await content.load(new Set());
  expect(then.blogs.map(({ name }) => name)).toEqual(['Four', 'One', 'Three', 'Two']);
});

it('reports a fault at each load, and shows the last valid version', async () => {
  const fault = 'blogs/two.md:2:1: name: is missing';
  await folder.write({ 'blogs/two.md': '---\nid: 2\n---\nFaulty.\n' });
  expect(await load()).toMatchObject({ read: ['blogs/two.md'], names: ['One', 'Three', 'Two'], faults: [fault] });
  const again = await load();
  expect(again).toMatchObject({ read: [], names: ['One', 'Three', 'Two'], faults: [fault] });
  expect(again.texts[2]).toBe('<p>Text two.</p>');
  await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Mended\n---\n' });
  expect(await load()).toMatchObject({ names: ['One', 'Three', 'Mended'], faults: [] });
});

it('shows nothing of a faulty file that was a draft, or missing, before', async () => {
  for (const between of ['---\nid: 2\nname: Two\ndraft: true\n---\n', undefined]) {
    await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Two\n---\n' });
    expect((await load()).names).toContain('Two');
    if (between) await folder.write({ 'blogs/two.md': between });
    else await rm(join(folder.dir, 'blogs/two.md'));
    expect((await load()).names).toEqual(['One', 'Three']);
    await folder.write({ 'blogs/two.md': '---\nid: 2\n---\n' });
    expect((await load()).names).toEqual(['One', 'Three']);
  }
});

it('finds two items with one id or slug, whichever of them has changed', async () => {
  const twice = 'blogs/four.md:2:5: id: 2 is already used by blogs/two.md';
  await folder.write({ 'blogs/four.md': '---\nid: 2\nname: Four\n---\n' });
  // The one that was served under the id is shown.
  expect(await load()).toMatchObject({ read: ['blogs/four.md'], names: ['One', 'Three', 'Two'], faults: [twice] });
  expect(await load()).toMatchObject({ read: [], faults: [twice] });
  await folder.write({ 'blogs/four.md': '---\nid: 4\nname: Four\n---\n' });
  expect(await load()).toMatchObject({ read: ['blogs/four.md'], faults: [] });
  await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Second\nslug: four\n---\n' });
  expect(await load()).toMatchObject({
    names: ['Four', 'One', 'Three', 'Two'],
    faults: ['blogs/two.md:4:7: slug: four is already used by blogs/four.md'],
  });
  await rm(join(folder.dir, 'blogs/four.md'));
  expect(await load()).toMatchObject({ read: [], names: ['One', 'Three', 'Second'], faults: [] });
});

it('does not show the later of two items with one id until the first is removed', async () => {
  await folder.write({ 'blogs/zwei.md': '---\nid: 2\nname: Zwei\n---\n' });
  expect((await load()).names).toEqual(['One', 'Three', 'Two']);
  await rm(join(folder.dir, 'blogs/two.md'));
  expect(await load()).toMatchObject({ read: [], names: ['One', 'Three', 'Zwei'], faults: [] });
});

it('updates the dimensions of an image that is changed, added or removed', async () => {
  const size = async () => {
    const { read, blogs, texts } = await load();
    return { read, width: blogs[1]?.files[0]?.width, html: texts[1] };
  };
  const picture = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32"/>`;
  await folder.write({ 'media/hill.svg': picture(128) });
  const changed = await size();
  expect(changed).toMatchObject({ read: ['blogs/three.md'], width: 128 });
  expect(changed.html).toContain('width="128"');
  await rm(join(folder.dir, 'media/hill.svg'));
  expect((await size()).width).toBeUndefined();
  await folder.write({ 'media/hill.svg': picture(96) });
  expect(await size()).toMatchObject({ read: ['blogs/three.md'], width: 96 });
  expect((await size()).read).toEqual([]);
});
