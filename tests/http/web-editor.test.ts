import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS_FILE } from '../../packages/editor-forms/src/editor-settings.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { Editor, startPreviewServer, type TestPreview } from '../support/preview.ts';

/* The web editor is at /admin/ of the preview, for editors with a session alone. */

const SETTINGS = 'backend: { name: gitea, repo: himal/website, api_root: "https://git.himal.example/api/v1" }\n';

let folder: Folder;
let preview: TestPreview;
let editor: Editor;
beforeAll(async () => {
  folder = await makeFolder({ ...validFiles, [SETTINGS_FILE]: SETTINGS });
  preview = await startPreviewServer({ CONTENT_DIR: folder.dir, LOCALES: 'en,ne' });
  editor = new Editor(preview.url);
  await editor.open();
});
afterAll(async () => {
  expect(await preview.stop()).toBe(0);
  await folder.remove();
});

const FILES = ['/admin', '/admin/', '/admin/config.json', '/admin/editor.js', '/admin/package.json'];

it('has a page with a policy of its own, which names the git host', async () => {
  const { status, headers, text } = await editor.get('/admin/');
  expect(status).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'");
  expect(policy).toContain("connect-src 'self' blob: data: https://git.himal.example;");
  expect(policy).not.toMatch(/unsafe-eval|unpkg|jsdelivr|script-src[^;]*unsafe/);
  expect(text).not.toMatch(/<script>|https?:/);
  // The window of the sign-in reports to the page.
  expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
  for (const [, address = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await editor.get(address)).status).toBe(200);
});

it('has no other policy for the rest of the preview', async () => {
  const policy = String((await editor.get('/blogs')).headers['content-security-policy']);
  expect(policy).toContain('require-trusted-types-for');
  expect(policy).not.toContain("'unsafe-");
  expect(policy).not.toContain('git.himal.example');
});

it.each(FILES)('%s is for editors with a session', async (path) => {
  const stranger = await new Editor(preview.url).get(path);
  expect(stranger.status).toBe(403);
  expect(stranger.text).not.toMatch(/cms-config-url|himal\/website/);
  const own = await editor.get(path);
  expect(own.status).toBe(path === '/admin' ? 308 : 200);
  // Browsers store the scripts, and ask whether they have changed: none of them shows content.
  expect(own.headers['cache-control']).toBe(/editor\.js|package/.test(path) ? 'private, no-cache' : 'no-store');
  expect(own.headers['x-robots-tag']).toBe('noindex, nofollow');
});

it.each(FILES)('%s has the headers of every response, and a line in the log', async (path) => {
  const { headers } = await editor.get(path, { 'x-request-id': `of-the-editor:${FILES.indexOf(path)}` });
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  const line = { msg: 'request', id: `of-the-editor:${FILES.indexOf(path)}`, path };
  await expect.poll(() => preview.server.log).toContainEqual(expect.objectContaining(line));
});

it('sends its scripts compressed, and once', async () => {
  const first = await editor.get('/admin/editor.js', { 'accept-encoding': 'br' });
  expect(first.headers['content-encoding']).toBe('br');
  const again = await editor.get('/admin/editor.js', { 'if-none-match': String(first.headers.etag) });
  expect(again.status).toBe(304);
});

it.each(FILES)('%s is not on the public port', async (path) => {
  const headers = { cookie: editor.cookie ?? '', 'x-preview': '1' };
  const response = await fetch(preview.server.url + path, { headers });
  expect(response.status).toBe(404);
  expect(await response.text()).not.toMatch(/cms-config-url|himal\/website/);
});

it('gives the settings of the folder, and forms in both languages', async () => {
  const { status, text } = await editor.get('/admin/config.json?_=1');
  expect(status).toBe(200);
  const config = JSON.parse(text);
  expect(config.backend.repo).toBe('himal/website');
  expect(config.i18n.locales).toEqual(['en', 'ne']);
  expect(config.collections.map(({ name }: { name: string }) => name)).toContain('news');
});

it('has no other file of the server', async () => {
  for (const path of ['/admin/../server/index.mjs', '/admin/%2e%2e/server/index.mjs', '/admin/none.js', '/admin/.'])
    expect((await editor.get(path)).text).not.toContain('createRequire');
  expect((await editor.get('/admin/none.js')).status).toBe(404);
});

describe('settings', () => {
  afterEach(() => folder.write({ [SETTINGS_FILE]: SETTINGS }));

  it('missing: says so', async () => {
    await rm(join(folder.dir, SETTINGS_FILE));
    const { status, text } = await editor.get('/admin/');
    expect(status).toBe(404);
    expect(text).toContain('There is no web editor: the content folder has no .cms/config.yml.');
  });

  it.each([
    ['no YAML', 'backend: {', '.cms/config.yml: not YAML'],
    ['another host', 'backend: { name: svn, repo: a/b }', '.cms/config.yml: backend.name:'],
    ['a folder outside', 'folder: ../etc\nbackend: { name: github, repo: a/b }', '.cms/config.yml: folder:'],
  ])('%s: says so', async (_, settings, sentence) => {
    await folder.write({ [SETTINGS_FILE]: settings });
    for (const path of ['/admin/', '/admin/config.json']) {
      const { status, text } = await editor.get(path);
      expect(status).toBe(500);
      expect(text).toContain(sentence);
    }
  });
});

it('comes from npm: nothing in it is requested from a CDN', async () => {
  const script = await readFile('dist/editor/editor.js', 'utf8');
  expect(script).not.toContain('cdn.jsdelivr.net');
  expect(script).not.toContain('unpkg.com/@sveltia/cms');
});
