import { expect, it } from 'vitest';
import { htmlPage } from '../../../packages/cms/src/html-page.ts';
import { fileType } from '../../../shared/ui/Documents.tsx';
import { fileNames } from '../src/file-names.ts';
import { folderKinds } from '../src/item-parser.ts';
import { mediaFileName, mediaLocation, UniqueNames } from '../src/names.ts';

const namesOf = (...paths: string[]) => {
  const names = new UniqueNames();
  return paths.map((path) => mediaFileName(`https://cms.example${path}`, undefined, names));
};

it('no file has the name of a folder of another one', () => {
  expect(namesOf('/a.jpg', '/a.jpg/b/c.jpg', '/A.jpg/b/c.jpg')).toEqual([
    'a.jpg',
    'a.jpg-2/b/c.jpg',
    'A.jpg-2/b/c-2.jpg',
  ]);
  expect(namesOf('/a.jpg/b/c.jpg', '/a.jpg', '/a.jpg/b')).toEqual(['a.jpg/b/c.jpg', 'a-2.jpg', 'a.jpg/b-2']);
});

it('deep and long paths are cut, so that their addresses are accepted', () => {
  expect(namesOf('/1/2/3/4/5/6/7/8/a.jpg')).toEqual(['3/4/5/6/7/8/a.jpg']);
  const [file = ''] = namesOf(encodeURI(`/${'श'.repeat(70)}/${'श'.repeat(40)}/${'श'.repeat(90)}.jpg`));
  expect(file).toBe(`${'श'.repeat(40)}/${'श'.repeat(80)}.jpg`);
  expect(mediaLocation(file).length).toBeLessThan(2_048);
});

it('a name is not cut within a character', () => {
  const [file = ''] = namesOf(encodeURI(`/${'a'.repeat(79)}𝒳.jpg`));
  expect(file).toBe(`${'a'.repeat(79)}.jpg`);
  expect(mediaLocation(file)).toBe(`/media/${file}`);
});

it('an id may be any word', () => {
  const kind = folderKinds.find(({ name }) => name === 'news');
  if (!kind) throw new Error('no such kind');
  const manifest = { version: 1 as const, locales: ['en'], files: {}, names: {}, media: {} };
  const items = ['constructor', 'toString', '__proto__', 'valueOf'].map((id) => ({ id, name: `News ${id}` }));
  const names = fileNames(kind, items, manifest);
  expect(names).toEqual(['news-constructor', 'news-tostring', 'news-proto', 'news-valueof']);
  expect(fileNames(kind, items, JSON.parse(JSON.stringify(manifest)))).toEqual(names);
});

it('a name of an entity, an ending or an element may be any word', () => {
  const page = htmlPage(new URL('https://cms.example/'), Buffer.from('<title>&constructor; &amp; &toString;</title>'));
  expect(page?.titled).toBe(' titled “&constructor; & &toString;”');
  expect(fileType({ location: '/media/a', mime: 'x/constructor', sources: [] })).toBeUndefined();
});
