import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { type CommandRun, runCommand, spawnCommand } from '../../support/commands.ts';
import { startTls } from '../../support/tls.ts';
import {
  type Behaviour,
  data,
  failure,
  json,
  raw,
  silence,
  startUpstream,
  type TestUpstream,
  withHeaders,
} from '../../support/upstream.ts';

/* What goes wrong: each with a sentence that says what to do, and without anything half-written. */

let upstream: TestUpstream;
let parent: string;
let dir: string;
beforeEach(async () => {
  upstream = await startUpstream();
  parent = await mkdtemp(join(tmpdir(), 'foyer-import-'));
  dir = join(parent, 'content');
});
afterEach(async () => {
  await upstream.close();
  await rm(parent, { recursive: true });
});

const importFrom = (url: string, environment: Record<string, string> = {}) =>
  runCommand(importContent, [url, dir], environment);
const CALLS = ['site', 'home', 'news'];

async function expectFailure({ code, stdout, stderr }: CommandRun, sentence: RegExp): Promise<void> {
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect([code, stdout]).toEqual([1, '']);
  expect(await readdir(parent)).toEqual([]);
}

describe('an address that cannot be imported:', () => {
  it.each<[string, RegExp, Behaviour]>([
    [
      'a page',
      /answers with a page of HTML, not JSON: its address \(FRONTAPI_URL\) usually ends in \/frontapi\/en\//,
      raw(200, 'text/html', '<h1>Hello</h1>'),
    ],
    ['JSON that is no object', /answers with JSON that is not the API's envelope/, json(200, 'hello')],
    [
      'other JSON',
      /wrong shape: expected an object site, received an object with hello/,
      json(200, { hello: 'world' }),
    ],
    ['401', /answers with status 401 \(Failed\) and wants a token: set FRONTAPI_AUTHORIZATION/, failure(401)],
    [
      'a redirect to another origin',
      /redirects to another host, http:\/\/elsewhere\.invalid\//,
      withHeaders(302, { location: 'http://elsewhere.invalid/' }),
    ],
    ['failures', /answers with status 500 \(Failed\)/, failure(500)],
  ])('%s', async (_, sentence, behaviour) => {
    for (const call of CALLS) upstream.answer(call, behaviour);
    await expectFailure(await importFrom(upstream.url), sentence);
  });

  it('no API at this path', async () => {
    await expectFailure(
      await importFrom(`${upstream.origin}/frontapi/ne/`),
      /has no content: its address \(FRONTAPI_URL\) usually ends in/,
    );
  });

  it('no answer', async () => {
    for (const call of CALLS) upstream.answer(call, silence);
    const run = await importFrom(upstream.url, { UPSTREAM_TIMEOUT: '200' });
    await expectFailure(run, /gives no answer in time: set UPSTREAM_TIMEOUT/);
  });

  it('a port on which nothing listens', async () => {
    await upstream.close();
    await expectFailure(await importFrom(upstream.url), /refuses the connection: start the API.*\(ECONNREFUSED\)/);
    upstream = await startUpstream();
  });

  it('leaves none of the folders above the folder', async () => {
    await upstream.close();
    await mkdir(join(parent, 'there'));
    const { code } = await runCommand(importContent, [upstream.url, join(parent, 'there/a/b/content')]);
    expect(code).toBe(1);
    expect(await readdir(join(parent, 'there'))).toEqual([]);
    upstream = await startUpstream();
  });

  it('a host that there is not', async () => {
    await expectFailure(await importFrom('http://cms.invalid/frontapi/en/'), /There is no host cms\.invalid/);
  });

  it('a certificate of no authority', async () => {
    const server = await startTls('self-signed');
    const run = await importFrom(server.url);
    server.close();
    await expectFailure(run, /is self-signed: .*NODE_EXTRA_CA_CERTS.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  });
});

describe('a wrong command line', () => {
  it.each<[string[], RegExp]>([
    [[], /Expected the address of an API and a folder/],
    [['ftp://cms.example/', 'x'], /ftp:\/\/cms\.example\/ is no http\(s\) address/],
    [
      ['http://me:secret@cms.example/frontapi/en/', 'x'],
      /^The address has a user name, a password, .* FRONTAPI_AUTHORIZATION/,
    ],
    [['http://cms.example/frontapi/en/', 'x', '--locals', 'en'], /--locals.*--help/],
    [['http://cms.example/frontapi/en/', 'x', '--locales', 'en,xx'], /LOCALES=en,xx: expected/],
    [['http://cms.example/frontapi/en/', 'x', '--max-wait', 'long'], /--max-wait long: expected a whole number/],
    [['http://cms.example/frontapi/en/', 'package.json'], /package\.json is a file: name a folder/],
  ])('%j', async (args, sentence) => {
    const { code, stderr } = await runCommand(importContent, args);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
  });
});

describe('a folder that cannot be written:', () => {
  it('below a file', async () => {
    const { code, stderr } = await runCommand(importContent, [upstream.url, '/dev/null/content']);
    expect(stderr).toMatch(/A part of the path of the folder is a file/);
    expect(code).toBe(1);
  });

  it.each([
    ['on this machine', hostname(), /\(process \d+\): wait for its end\. If there is none, delete .*\.import\/lock/],
    ['on another one', 'another', /on the host another\): wait for its end\. If .*gone, delete .*\.import\/lock/],
  ])('by two imports at once, %s', async (_, host, sentence) => {
    await mkdir(join(dir, '.import'), { recursive: true });
    await writeFile(join(dir, '.import/lock'), `${process.ppid} ${host}`);
    const { code, stderr } = await importFrom(upstream.url);
    expect(stderr).toContain(`Another import writes ${dir} (process ${process.ppid}`);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
    expect(await readdir(join(dir, '.import'))).toEqual(['lock']);
  });

  it('with a lock of an import that was killed, of the same process number as in a container', async () => {
    await mkdir(join(dir, '.import'), { recursive: true });
    // The shell of the import has its process number.
    const before = `printf '%s %s' $$ ${hostname()} > ${join(dir, '.import/lock')};`;
    const { code } = await spawnCommand('import-content', [upstream.url, dir], {}, { before });
    expect(code).toBe(0);
    expect(await readdir(join(dir, '.import'))).toEqual(['manifest.json']);
  });

  it('with a manifest that is broken', async () => {
    await mkdir(join(dir, '.import'), { recursive: true });
    await writeFile(join(dir, '.import/manifest.json'), '{');
    const { code, stderr } = await importFrom(upstream.url);
    expect(stderr).toMatch(/manifest\.json cannot be read: restore it, or delete it/);
    expect(code).toBe(1);
  });

  it('with a manifest that cannot be opened', async () => {
    await mkdir(join(dir, '.import/manifest.json'), { recursive: true });
    const { code, stderr } = await importFrom(upstream.url);
    expect(stderr).toMatch(/manifest\.json cannot be read \(EISDIR\)/);
    expect(code).toBe(1);
  });

  it('beyond a limit: what is complete stays, and the next import goes on', async () => {
    // The kernel ends a write within a file, as on a full disk.
    const big = 'A sentence of the text. '.repeat(3_500);
    upstream.answer('news/2', data({ news: { id: 2, name: 'Long', description: `<p>${big}</p>` } }));
    const { code, stderr } = await spawnCommand(
      'import-content',
      [upstream.url, dir],
      {},
      { before: 'ulimit -f 60; trap "" XFSZ;' },
    );
    expect(stderr).toMatch(/A file is larger than this disk or this account allows.*run the same command again/);
    expect(code).toBe(1);
    expect(await readdir(dir)).toEqual(['.import']);
    expect(await readdir(join(dir, '.import'))).not.toContain('partial');
    const next = await importFrom(upstream.url);
    expect(next.stderr).toContain('Goes on where the last import has stopped');
    expect(next.code).toBe(0);
  });
});

describe('media', () => {
  const item = (files: object[], description?: string) => {
    const one = { id: 1, name: 'One', slug: 'one', files, description };
    upstream.answer('news', data({ news: [one] }));
    upstream.answer('news/1', data({ news: one }));
  };
  const file = () => readFile(join(dir, 'news/one.md'), 'utf8');

  it('beyond the limit are not fetched: their addresses stay', async () => {
    item([{ location: '/storage/film.jpg' }, { location: '/storage/small.jpg' }]);
    upstream.picture(
      '/storage/film.jpg',
      withHeaders(200, { 'content-type': 'image/jpeg', 'content-length': '5000000000' }),
    );
    const { code, stdout, stderr } = await runCommand(importContent, [upstream.url, dir]);
    expect(stderr).toMatch(/More than the 2,000 MB that --max-media-mb allows/);
    expect(stdout).toMatch(/film\.jpg: not fetched: 5,000 MB are more than what is left/);
    expect(await file()).toContain(`- location: ${upstream.origin}/storage/film.jpg\n  - location: /media/small.jpg\n`);
    expect(code).toBe(1);
  });

  it('that are none, or elsewhere, are not fetched', async () => {
    const elsewhere = await startUpstream();
    item(
      [{ location: '/storage/page.jpg' }, { location: '/storage/missing.jpg' }, { location: '/storage/moved.jpg' }],
      `<p><a href="${elsewhere.origin}/form.pdf">Form</a></p>`,
    );
    upstream.picture('/storage/page.jpg', raw(200, 'text/html', '<h1>Not found</h1>'));
    upstream.picture('/storage/missing.jpg', raw(404, 'text/plain', ''));
    upstream.picture('/storage/moved.jpg', withHeaders(302, { location: `${elsewhere.origin}/moved.jpg` }));
    const { stdout } = await importFrom(upstream.url);
    expect(stdout).toMatch(/page\.jpg: not fetched: text\/html in its place/);
    expect(stdout).toMatch(/missing\.jpg: not fetched: status 404/);
    expect(stdout).toMatch(/moved\.jpg: not fetched: a redirect to an origin that is not among MEDIA_ORIGINS/);
    expect(elsewhere.pictures).toEqual([]);
    expect(await file()).toContain(`[Form](${elsewhere.origin}/form.pdf)`);
    await elsewhere.close();
  });

  it('of texts are in the folder, and links to pages of the old site lead to the new one', async () => {
    item(
      [],
      `<p><img src="/storage/in/text.jpg" alt="A"> <a href="/storage/form.pdf">Form</a> <a href="${upstream.origin}/blogs/3?a=1">Blog</a> <a href="https://www.old.example/notice/2">Notice</a></p>`,
    );
    await runCommand(importContent, [upstream.url, dir, '--site-url', 'https://www.old.example']);
    expect(await file()).toContain(
      '<img src="/media/in/text.jpg" alt="A"> [Form](/media/form.pdf) [Blog](/blogs/3?a=1) [Notice](/notice/2)',
    );
    expect(await readdir(join(dir, 'media/in'))).toEqual(['text.jpg']);
  });
});

describe('unsafe names', () => {
  it('lead to no file outside of the folder, and to no other item', async () => {
    const items = [
      { id: 1, slug: '../../../evil', name: '../up', files: [{ location: '/storage/..%2f..%2f..%2fevil.jpg' }] },
      { id: 2, slug: 'CON', name: 'Device' },
      { id: 3, slug: 'con', name: 'Device again' },
      { id: 4, slug: 'readme', name: 'Read me' },
      { id: 5, name: 'x'.repeat(300) },
      { id: 6, name: 'लाभांश सूचना', summary: '---\nid: 9\n---' },
      { id: '../7', name: 'No address' },
      { id: 8, name: 'A: "b" # c\n- d', description: '---\n<p>--- <b>x</b></p>' },
    ];
    upstream.answer('news', data({ news: items }));
    for (const item of items) upstream.answer(`news/${item.id}`, data({ news: item }));
    const { code, stdout } = await importFrom(upstream.url);
    expect(await readdir(parent)).toEqual(['content']);
    expect((await readdir(join(dir, 'news'))).sort()).toEqual(
      ['6.md', 'a-b-c-d.md', 'con-item-2.md', 'con-item.md', 'readme-item.md', 'up.md', `${'x'.repeat(80)}.md`].sort(),
    );
    expect(await readFile(join(dir, 'news/6.md'), 'utf8')).toContain('summary: |-\n  ---\n  id: 9\n  ---\n');
    expect(await readdir(join(dir, 'media'))).toContain('evil.jpg');
    expect(stdout).toContain('news (en): id: no item can have the address ../7');
    expect(code).toBe(1);
  });
});
