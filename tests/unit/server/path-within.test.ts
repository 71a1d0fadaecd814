import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWithin } from '../../../packages/runtime/src/path-within.ts';
import { readManifest as readExport } from '../../../server/export/manifest.ts';
import { readManifest as readImport } from '../../../tools/import/src/manifest.ts';

const OUTSIDE = [
  '',
  '..',
  '../a',
  '../../a',
  'a/../../b',
  '/etc/passwd',
  '..\\a',
  'a\\..\\..\\b',
  'C:\\a',
  'c:a',
  '\\\\host\\a',
  'a\0b',
  '.',
  './',
];

it.each(OUTSIDE)('%j is outside of a folder', (name) => {
  expect(isWithin(name)).toBe(false);
});

it.each(['a', 'a/b.md', '..a/b', 'a..b', 'media/वार्षिक प्रतिवेदन.pdf', 'a/../b'])('%j is in it', (name) => {
  expect(isWithin(name)).toBe(true);
});

it('a manifest that others may have changed names no file outside', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-manifest-'));
  const name = '../../outside';
  const [record, media] = [
    { hash: '', size: 1, time: 1 },
    { file: name, size: 1 },
  ];
  const manifests = [
    ['.import', { files: { [name]: '' } }],
    ['.import', { names: { news: { 1: name } } }],
    ['.import', { names: { [name]: { 1: 'a' } } }],
    ['.import', { media: { 'https://cms.example/a.jpg': media } }],
    ['.foyer', { files: { [name]: record } }],
    ['.foyer', { pages: { '/a': { key: '', links: [], files: [name] } } }],
  ] as const;
  for (const [folder, part] of manifests) {
    await mkdir(join(dir, folder), { recursive: true });
    const empty = { version: 1, format: 1, locales: ['en'], files: {}, names: {}, media: {}, pages: {} };
    await writeFile(join(dir, folder, 'manifest.json'), JSON.stringify({ ...empty, ...part }));
    if (folder === '.foyer') expect(await readExport(dir)).toEqual({ format: 1, files: {}, pages: {} });
    else await expect(readImport(dir, ['en']), JSON.stringify(part)).rejects.toThrow('cannot be read: restore it');
  }
  await rm(dir, { recursive: true });
});
