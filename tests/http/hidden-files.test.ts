import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import supertest from 'supertest';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../packages/config/src/config.ts';
import { openFolderSource } from '../../packages/folder/src/folder-source.ts';
import { openSite } from '../../server/site.ts';
import { unlessTypical } from '../support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { textPdf } from '../support/pdf.ts';
import { small } from '../support/pictures.ts';
import { POLLING } from '../support/polling.ts';
import { Editor, startPreviewServer, type TestPreview } from '../support/preview.ts';
import { startSite } from '../support/site.ts';

/* Files that unpublished content alone names, on the public port and in the preview of the built server. */

/** Enough connections for each of two workers to get some of them. */
const CONNECTIONS = 8;
const item = (fields: string, text = 'Text.') => `---\ncreated_at: 2024-01-01\n${fields}\n---\n${text}\n`;
const DRAFT = 'draft: true';
const inKathmandu = (time: number) => new Date(time + 5.75 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const REPORT = '/media/documents/Report-q3.pdf';
const PLAN = '/media/plans/plan.jpg';
const RENDITIONS = ['avif', 'webp', 'jpg'].map((format) => `/media/@64/-/plans/plan.jpg.${format}`);
/** The same file, however a visitor writes it; all but the first two lead to the address that is asked for. */
const SPELLINGS = [
  '/media/documents%2FReport-q3.pdf',
  '/media/%44ocuments/../documents/Report-q3.pdf',
  '/media/documents/Report-q3%2epdf',
  '/media/documents/./Report-q3.pdf',
  '/media//documents/Report-q3.pdf',
  '/media/documents/%52eport-q3.pdf',
];

describe.for([
  // Several processes have what one has.
  { workers: '2', isTypical: true },
  { workers: '1', isTypical: false },
])('with WORKERS=$workers', ({ workers, isTypical }) => {
  const extent = unlessTypical(isTypical, 'exhaustive/every-form');
  let folder: Folder;
  let dataDir: string;
  let preview: TestPreview;
  let editor: Editor;
  const start = async () => {
    preview = await startPreviewServer({
      CONTENT_DIR: folder.dir,
      LOCALES: 'en,ne',
      WORKERS: workers,
      DATA_DIR: dataDir,
      SEARCH: 'own',
    });
    editor = new Editor(preview.url);
    await editor.open();
  };
  beforeAll(async () => {
    const jpeg = await small();
    dataDir = await mkdtemp(join(tmpdir(), 'foyer-data-'));
    folder = await makeFolder({
      ...validFiles,
      'notice/q3.md': item(
        `name: Results\n${DRAFT}\nfiles: [{ location: ${REPORT}, name: Report }]`,
        `![Plan](${PLAN})`,
      ),
      'notice/open.md': item('name: Open\nfiles: [{ location: /media/open.pdf, name: Open }]'),
      'media/documents/Report-q3.pdf': textPdf('The quarter was extraordinary'),
      'media/open.pdf': textPdf('The meeting was unremarkable'),
      'media/mailed.pdf': textPdf('Named by nothing'),
      'media/plans/plan.jpg': jpeg,
    });
    await start();
  });
  afterAll(async () => {
    await preview.stop();
    await folder.remove();
    await rm(dataDir, { recursive: true });
  });

  /** The statuses of a public address, of all workers. */
  async function statuses(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    const url = preview.server.url + path;
    const responses = Array.from({ length: CONNECTIONS }, async () => {
      const { statusCode, body } = await request(url, { method, headers, reset: true });
      await body.dump();
      return statusCode;
    });
    return [...new Set(await Promise.all(responses))];
  }
  const becomes = (path: string, status: number) =>
    vi.waitUntil(async () => String(await statuses(path)) === String(status), POLLING);

  it('a file of a draft is not there, in any way of asking for it', extent, async () => {
    for (const path of [REPORT, PLAN, ...RENDITIONS]) {
      expect(await statuses(path)).toEqual([404]);
      expect(await statuses(path, {}, 'HEAD')).toEqual([404]);
      expect(await statuses(path, { range: 'bytes=0-9' })).toEqual([404]);
      expect(await statuses(path, { range: 'bytes=999999-' })).toEqual([404]);
      expect(await statuses(path, { 'if-none-match': '*' })).toEqual([404]);
      expect(await statuses(path, { 'if-match': '"other"' })).toEqual([404]);
    }
    for (const path of SPELLINGS) {
      const { statusCode, headers, body } = await request(preview.server.url + path);
      await body.dump();
      expect([path, statusCode === 308 ? await statuses(String(headers.location)) : [statusCode]]).toEqual([
        path,
        [404],
      ]);
    }
    expect(await statuses(REPORT.toLowerCase())).toEqual([404]);
    expect(await statuses(REPORT.toUpperCase())).toEqual([404]);
    expect(await statuses('/media/open.pdf')).toEqual([200]);
    expect(await statuses('/media/mailed.pdf')).toEqual([200]);
  });

  it('the preview shows it, as of any time', extent, async () => {
    for (const path of [REPORT, PLAN, ...RENDITIONS]) expect((await editor.get(path)).status).toBe(200);
    const other = new Editor(preview.url, editor.cookie);
    await other.post('/_preview/view', { at: '2030-01-01T10:00', to: '/' });
    expect((await other.get(REPORT)).status).toBe(200);
  });

  it('the search finds nothing in it', extent, async () => {
    const found = async (word: string) => {
      const { body } = await request(`${preview.server.url}/frontapi/en/search?q=${word}`);
      return body.text();
    };
    await vi.waitUntil(async () => (await found('unremarkable')).includes('"Open"'), POLLING);
    expect(await found('extraordinary')).not.toMatch(/Results|Report/);
  });

  it(
    'is there once the draft is published, and gone when it is a draft again, whatever has been cached',
    extent,
    async () => {
      const fields = `name: Results\nfiles: [{ location: ${REPORT}, name: Report }]`;
      await folder.write({ 'notice/q3.md': item(fields, `![Plan](${PLAN})`) });
      for (const path of [REPORT, PLAN, ...RENDITIONS]) await becomes(path, 200);
      await folder.write({ 'notice/q3.md': item(`${fields}\n${DRAFT}`, `![Plan](${PLAN})`) });
      for (const path of [REPORT, PLAN, ...RENDITIONS]) await becomes(path, 404);
      await preview.stop();
      await start();
      for (const path of [REPORT, PLAN, ...RENDITIONS]) expect(await statuses(path)).toEqual([404]);
    },
  );

  it('is there while a published item names it too', extent, async () => {
    await folder.write({ 'news/shared.md': item('name: Shared', `[Report](${REPORT})`) });
    await becomes(REPORT, 200);
    expect(await statuses(PLAN)).toEqual([404]);
    await rm(join(folder.dir, 'news/shared.md'));
    await becomes(REPORT, 404);
  });

  it('is there from the time of publication on', extent, async () => {
    const published = inKathmandu(Date.now() + 8_000);
    const fields = `name: Results\npublished_at: ${published}\nfiles: [{ location: ${REPORT}, name: Report }]`;
    await folder.write({ 'notice/q3.md': item(fields, `![Plan](${PLAN})`) });
    await vi.waitUntil(async () => (await editor.get('/notice/q3')).text.includes('Scheduled for'), POLLING);
    expect(await statuses(REPORT)).toEqual([404]);
    for (const path of [REPORT, PLAN, ...RENDITIONS]) await becomes(path, 200);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(`${published.replace(' ', 'T')}+05:45`));
  });
});

describe('a process that', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await makeFolder({
      ...validFiles,
      'news/x.md': item(`name: X\n${DRAFT}\nfiles: [{ location: ${PLAN} }]`),
      'media/plans/plan.jpg': await small(),
    });
  });
  afterAll(() => folder.remove());

  it('cannot ask what is hidden serves no file, not even one that is stored', async () => {
    const config = readConfig({ CONTENT_DIR: folder.dir });
    const log = pino({ level: 'silent' });
    const content = await openFolderSource({ dir: folder.dir, timeZone: 'UTC', log }, () => {});
    let isBroken = false;
    const hiddenFiles = () => (isBroken ? Promise.reject(new Error('a text cannot be read')) : content.hiddenFiles());
    const site = await openSite({ config, log, content: { ...content, hiddenFiles }, distDir: 'dist' });
    await supertest(site.app).get('/media/hill.svg').expect(200);
    isBroken = true;
    await site.gateway.purge();
    for (const path of ['/media/hill.svg', PLAN, ...RENDITIONS])
      await supertest(site.app).get(path).expect(503).expect('cache-control', 'no-store');
    await site.close();
    content.close();
  });

  it('has a CMS beside its folder serves all files of it', async () => {
    const cms = await startSite();
    const site = await startSite({ CONTENT_DIR: folder.dir, FRONTAPI_URL: cms.upstream.url });
    await supertest(site.app).get(PLAN).expect(200);
    await site.close();
    await cms.close();
  });
});
