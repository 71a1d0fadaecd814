import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';

/* What of a request is believed: its path and the parameters that a page knows. */

describe('on an upstream', () => {
  let site: TestSite;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(site.app)
      .get(path)
      .set({ 'user-agent': 'Googlebot/2.1', ...headers });

  /** The rules of the content security policy. */
  const rulesOf = (headers: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ', 1)[0], rule.replace(/^\S+ /, '')]),
    );

  it.each(['/', '/blogs', '/sitemap.xml', '/robots.txt', '/blogs/feed.xml', '/.well-known/security.txt'])(
    '%s is made of SITE_URL, whatever host it was asked at',
    async (path) => {
      const plain = await get(path);
      const other = await get(path, {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
        'x-original-url': '/blogs/2',
        'x-http-method-override': 'DELETE',
      });
      expect([other.status, other.text]).toEqual([plain.status, plain.text]);
      expect(JSON.stringify(other.headers)).not.toContain('evil');
    },
  );

  it.each([
    '//evil.example/blogs',
    '//evil.example/blogs/',
    '/\\evil.example/blogs/',
    '/%2f%2fevil.example/blogs/',
    '/blogs/?next=//evil.example',
    '/blogs//evil.example/',
    '/BLOGS/',
  ])('%s leads nowhere else', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBeLessThan(500);
    const location = String(headers.location ?? '/');
    expect(new URL(location, 'https://www.himal.example').origin).toBe('https://www.himal.example');
  });

  it('shows no markup that was sent', async () => {
    const inserted = '"><script>alert(1)</script>';
    for (const path of [`/blogs?search=${inserted}`, `/blogs?page=${inserted}`, `/${inserted}`, `/blogs/${inserted}`]) {
      const { text } = await get(encodeURI(path));
      expect(text).not.toContain('<script>alert(1)');
    }
  });

  it('refuses a parameter that is expected once, and knows no lists', async () => {
    expect((await get('/blogs?page=2&page=1')).status).toBe(400);
    expect((await get('/frontapi/en/blogs?page=2&page=1')).status).toBe(400);
    expect((await get('/blogs?page[]=2&page[x]=2')).text).toBe((await get('/blogs')).text);
    expect((await get('/frontapi/en/blogs?page[]=2')).body).toEqual((await get('/frontapi/en/blogs')).body);
  });

  it('sends what a browser is to hold to with every answer', async () => {
    for (const path of [
      '/',
      '/nothing',
      '/blogs?page=1&page=2',
      '/robots.txt',
      '/frontapi/en/blogs',
      '/assets/nothing.js',
    ]) {
      const { headers } = await get(path);
      expect(headers, path).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      });
      const { 'script-src': scripts, 'style-src': styles, ...rest } = rulesOf(headers);
      expect(rest, path).toEqual({
        'default-src': "'none'",
        'img-src': `'self' data: ${site.upstream.origin}`,
        'media-src': `'self' ${site.upstream.origin}`,
        'frame-src': "'none'",
        'font-src': "'self'",
        'connect-src': "'self'",
        'manifest-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'foyer default',
      });
      expect(scripts, path).toMatch(/^'self'(?: 'sha256-[\w+/]+=*')*$/);
      expect(styles, path).toMatch(/^'none'$|^'self'(?: 'sha256-[\w+/]+=*'){1,2}$/);
    }
  });

  it('binds the hosts below that of the site to https where HSTS_SUBDOMAINS says so', async () => {
    const bound = await startSite({ HSTS_SUBDOMAINS: 'true' });
    const { headers } = await request(bound.app).get('/robots.txt');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await bound.close();
  });
});

describe('on a content folder', () => {
  let folder: Folder;
  let site: TestSite;
  beforeEach(async () => {
    folder = await makeFolder({
      ...validFiles,
      'media/rates.txt': 'rates',
      'secret.txt': 'secret',
      'redirects.yaml':
        '- { from: /old, to: "/notice?q=सेयर%20x#top" }\n- { from: /older, to: "https://other.example/क" }\n',
    });
    site = await startSite({ CONTENT_DIR: folder.dir });
  });
  afterEach(async () => {
    await site.close();
    await folder.remove();
  });

  it.each([
    ['/old', '/notice?q=%E0%A4%B8%E0%A5%87%E0%A4%AF%E0%A4%B0%20x#top'],
    ['/older', 'https://other.example/%E0%A4%95'],
  ])('%s leads to an address in the characters of a header, with the security headers', async (path, location) => {
    const { status, headers } = await request(site.app).get(path).redirects(0);
    expect([status, headers.location]).toEqual([301, location]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it('follows links in media that stay there, and none that lead out', async () => {
    const link = (to: string, name: string) => symlink(join(folder.dir, to), join(folder.dir, 'media', name));
    await link('media/rates.txt', 'inside.txt');
    await link('secret.txt', 'outside.txt');
    await link('blogs', 'folder');
    await request(site.app).get('/media/inside.txt').expect(200, 'rates');
    for (const path of ['outside.txt', 'folder/one.md', 'none.txt', '..%2Fsecret.txt', '..%5Csecret.txt']) {
      const { status, text } = await request(site.app).get(`/media/${path}`);
      expect([status, text], path).toEqual([404, 'Not found\n']);
    }
    for (const path of ['%00', '%e0%a4', 'rates.txt%0a'])
      await request(site.app).get(`/media/${path}`).expect(400, 'Sorry error occured!!!\n');
  });
});
