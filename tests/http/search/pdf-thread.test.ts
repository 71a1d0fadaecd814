import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DocumentTexts } from '../../../packages/search/src/document-texts.ts';
import { type Folder, makeFolder } from '../../support/folder.ts';
import { bombPdf, encryptedPdf, makePdf, textPdf } from '../../support/pdf.ts';

/* The built thread that reads documents. */

const TEXT = 'The report of the board and the audited accounts';

let lines: { document?: string; reason?: string; msg: string }[];
let folder: Folder;
let opened: DocumentTexts[];
beforeEach(async () => {
  lines = [];
  opened = [];
  folder = await makeFolder({ 'media/good.pdf': textPdf(TEXT) });
});
afterEach(async () => {
  await Promise.all(opened.map((texts) => texts.close()));
  await folder.remove();
});

function open(contentDir: string, threadFile?: string): DocumentTexts {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const texts = new DocumentTexts({ origins: [], contentDir, threadFile, log });
  opened.push(texts);
  return texts;
}
const THREAD = 'dist/server/pdf-thread.mjs';

it('finds the same texts as without a thread, in each document of the example', async () => {
  const names = (await readdir('content/media/documents')).filter((name) => name.endsWith('.pdf'));
  expect(names.length).toBeGreaterThan(50);
  const [built, here] = [open('content', THREAD), open('content')];
  let found = 0;
  for (const name of names) {
    const text = await built.textOf(`/media/documents/${name}`);
    expect(await here.textOf(`/media/documents/${name}`)).toBe(text);
    if (text) found += 1;
  }
  expect(found).toBeGreaterThan(45);
});

const stream = (text: string) => ({ bytes: Buffer.from(text) });

it.each([
  ['inflates to hundreds of megabytes', bombPdf(300), 'a buffer of'],
  ['asks for a password', encryptedPdf(), 'PasswordException'],
  [
    'has pages that lead in a circle',
    Buffer.from(textPdf(TEXT).toString('latin1').replace('/Kids [3 0 R]', '/Kids [2 0 R]'), 'latin1'),
    '',
  ],
  [
    'claims a billion pages',
    Buffer.from(textPdf('').toString('latin1').replace('/Count 1', '/Count 999999999'), 'latin1'),
    '',
  ],
  ['nests deeply', makePdf([stream(`${'['.repeat(500_000)} TJ`)]), ''],
  [
    'is a text of many millions of characters',
    makePdf([stream(`BT /F 1 Tf ${'(\\001\\002\\003) Tj '.repeat(400_000)} ET`)]),
    '',
  ],
  ['has scripts', makePdf([stream('')], { more: ['<< /S /JavaScript /JS (process.exit\\(1\\)) >>'] }), ''],
])('has no text for a document that %s, and goes on', async (_, bytes, reason) => {
  await folder.write({ 'media/bad.pdf': bytes });
  const texts = open(folder.dir, THREAD);
  const found = await Promise.all([texts.textOf('/media/bad.pdf'), texts.textOf('/media/good.pdf')]);
  expect(found).toEqual([undefined, TEXT]);
  expect(lines).toMatchObject([{ document: '/media/bad.pdf', reason: expect.stringContaining(reason) }]);
});

it('is the only file of the server with PDF.js', async () => {
  const files = (await readdir('dist/server')).filter((name) => name.endsWith('.mjs'));
  const sources = await Promise.all(
    files.map(async (name) => [name, await readFile(join('dist/server', name), 'utf8')]),
  );
  expect(sources.filter(([, source]) => source?.includes('PDFDocumentProxy')).map(([name]) => name)).toEqual([
    'pdf-thread.mjs',
  ]);
});
