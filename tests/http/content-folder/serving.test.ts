import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { loadContent } from '../../../packages/folder/src/content-store.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* What visitors see of a content folder: drafts, items published later, old addresses, documents. */

let folder: Folder | undefined;
let site: TestSite | undefined;
afterEach(async () => {
  await site?.close();
  await folder?.remove();
  site = undefined;
});

const start = async (files: Record<string, string>): Promise<TestSite> => {
  folder = await makeFolder({ ...validFiles, ...files });
  site = await startSite({ CONTENT_DIR: folder.dir });
  return site;
};
const get = ({ app }: TestSite, path: string) => request(app).get(path).set('User-Agent', 'Googlebot/2.1');

describe('a draft', () => {
  const files = {
    'news/a.md': '---\nid: 1\nname: Almost\ndraft: true\n---\nText\n',
    'faq.yaml':
      '- { id: 1, question: Why?, answer: So., draft: true }\n- { id: 2, question: How?, answer: So., draft: false }\n',
  };

  it('is not shown', async () => {
    const app = await start(files);
    await get(app, '/news/1').expect(404);
    expect((await get(app, '/faq')).text).not.toContain('Why?');
    expect((await get(app, '/faq')).text).toContain('How?');
  });

  it('is loaded, and says so, if drafts are configured to be loaded', async () => {
    folder = await makeFolder({ ...validFiles, ...files });
    const { content, faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', drafts: true });
    expect(faults).toEqual([]);
    expect(content.news).toMatchObject([{ name: 'Almost', draft: true }]);
    expect(content.faq).toMatchObject([{ question: 'Why?', draft: true }, { question: 'How?' }]);
  });
});

describe('an item with a publication date in the future', () => {
  it('appears by itself at that date, and a notice disappears when it expires', async () => {
    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const app = await start({
      'news/a.md': `---\nid: 1\nname: At last\npublished_at: ${soon(1500)}\n---\nText\n`,
      'notice/b.md': `---\nid: 1\nname: For a moment\nexpires_at: ${soon(2500)}\n---\nText\n`,
    });
    await get(app, '/news/1').expect(404);
    expect((await get(app, '/notice')).text).toContain('For a moment');
    await expect.poll(async () => (await get(app, '/news/1')).status).toBe(200);
    expect((await get(app, '/news')).text).toContain('At last');
    await expect.poll(async () => (await get(app, '/notice')).text).not.toContain('For a moment');
    expect((await get(app, '/notice/1')).text).toContain('Expired');
  });
});

it('a service with a publication date in the future is not among the others beside one', async () => {
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const app = await start({
    'services/a.md': '---\nid: 1\nname: Deposits\n---\nText\n',
    'services/b.md': '---\nid: 2\nname: Loans\n---\nText\n',
    'services/c.md': `---\nid: 3\nname: Insurance\npublished_at: ${nextYear}\n---\nText\n`,
  });
  const { text } = await get(app, '/services/a').expect(200);
  expect(text).toContain('Loans');
  expect(text).not.toContain('Insurance');
});

describe('an old address', () => {
  const files = {
    'redirects.yaml':
      '- { from: /about-us.html, to: /blogs }\n- { from: /shop, gone: true }\n- { from: /blogs/old, to: /blogs/1 }\n- { from: /shop-1/, to: /news }\n- { from: /archive/*, to: /blogs/* }\n- { from: "/?page_id=7", to: /blogs/1 }\n',
  };

  it('redirects to the new one', async () => {
    const app = await start(files);
    for (const [from, to] of [
      ['/about-us.html', '/blogs'],
      ['/blogs/old', '/blogs/1'],
      ['/blogs/old?utm_source=x', '/blogs/1'],
      ['/shop-1', '/news'],
      ['/archive/1', '/blogs/1'],
      ['/?page_id=7&utm_source=x', '/blogs/1'],
    ]) {
      const { status, headers } = await get(app, from ?? '');
      expect(status).toBe(301);
      expect(headers.location).toBe(to);
      expect(headers['cache-control']).toBe('public, max-age=300');
    }
  });

  it('may be gone', async () => {
    const app = await start(files);
    const { status, text, headers } = await get(app, '/shop');
    expect(status).toBe(410);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
    expect(text).toContain('<h1>Content Not Available</h1>');
    await get(app, '/shop/x').expect(404);
    await get(app, '/?page_id=8').expect(200);
  });

  it('is 404 if its redirects lead back to it', async () => {
    const circle = '- { from: /a, to: /b }\n- { from: /b, to: /a }\n- { from: /c, to: /c }\n- { from: /d, to: /a }\n';
    const app = await start({ 'redirects.yaml': circle });
    for (const from of ['/a', '/b', '/c', '/d']) await get(app, from).expect(404);
  });

  it('does not replace a page', async () => {
    const app = await start({ 'redirects.yaml': '- { from: /blogs, to: /news }\n' });
    await get(app, '/blogs').expect(200);
  });

  it('takes effect within a second of being written', async () => {
    const app = await start({});
    await get(app, '/old').expect(404);
    await folder?.write({ 'redirects.yaml': '- { from: /old, to: /blogs }\n' });
    await expect.poll(async () => (await get(app, '/old')).status).toBe(301);
  });
});

describe('a document', () => {
  it('is served with its type, completely or in part', async () => {
    const app = await start({
      'media/menu.mjs': 'alert(1)',
      'media/page.html': '<script>alert(1)</script>',
      'media/a.docx': 'x',
      'media/a.txt': 'x',
    });
    await writeFile(join(folder?.dir ?? '', 'media/a.pdf'), '%PDF-1.7 and more');
    const whole = await get(app, '/media/a.pdf');
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const part = await get(app, '/media/a.pdf')
      .set('Range', 'bytes=0-3')
      .buffer(true)
      .parse((response, done) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => done(null, text));
      });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 0-3/17');
    expect(part.body).toBe('%PDF');
    await get(app, '/media/a.pdf').set('Range', 'bytes=99-').expect(416);
    for (const [path, disposition] of [
      ['/media/page.html', 'attachment'],
      ['/media/menu.mjs', 'attachment'],
      ['/media/a.docx', 'attachment'],
      ['/media/a.txt', 'inline'],
      ['/media/hill.svg', 'inline'],
    ]) {
      const { headers } = await get(app, path ?? '');
      expect(headers['content-disposition'], path).toBe(disposition);
      expect(headers['content-security-policy'], path).toContain('sandbox');
      // A page's policy allows scripts of its origin.
      expect(headers['content-type'], path).not.toContain('javascript');
    }
  });

  it('is another one if as many other bytes are written and the time is kept', async () => {
    const app = await start({ 'media/a.txt': 'one' });
    const path = join(folder?.dir ?? '', 'media/a.txt');
    const { headers } = await get(app, '/media/a.txt');
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'two');
    await utimes(path, atime, mtime);
    const again = await get(app, '/media/a.txt').set('If-None-Match', String(headers.etag));
    expect([again.status, again.text]).toEqual([200, 'two']);
  });

  it('is linked with its type and size', async () => {
    const app = await start({
      'downloads.yaml': '- { id: 1, name: Form, files: [{ location: /media/a.pdf }] }\n',
      'media/a.pdf': 'x'.repeat(43_210),
    });
    expect((await get(app, '/downloads')).text).toMatch(
      /<a [^>]*href="\/media\/a\.pdf" type="application\/pdf"><span>Form<\/span> <small>\(PDF, 43\u00a0kB\)/,
    );
  });
});
