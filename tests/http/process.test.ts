// @module-tag repeated

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { spawnServer, startServer, type TestServer } from '../support/server.ts';
import { data, later, startUpstream } from '../support/upstream.ts';

/* The built server as an operator runs it. */

let folder: Folder | undefined;
let server: TestServer | undefined;
afterEach(async () => {
  expect((await server?.stop()) ?? 0).toBe(0);
  await folder?.remove();
  folder = server = undefined;
});

/** One server as it starts without any setting but its content, search included. */
let content: Folder;
let shared: TestServer;
beforeAll(async () => {
  content = await makeFolder({
    ...validFiles,
    'site.yaml': `${validFiles['site.yaml']}favicon: { location: /media/hill.svg }\n`,
    'blogs/bad.md': '---\nid: 3\n---\n',
    'blogs/long.md': `---\nid: 4\nname: Long\n---\n${'word '.repeat(400)} zanzibar\n`,
  });
  shared = await startServer({ CONTENT_DIR: content.dir, SEARCH: '' });
});
afterAll(async () => {
  expect(await shared.stop()).toBe(0);
  await content.remove();
});
const text = async (path: string) => (await fetch(shared.url + path)).text();

describe('on a content folder', () => {
  it('serves it, and shows a changed file', async () => {
    expect(await text('/')).toContain('Folder Trust');
    expect(await text('/blogs/two')).toContain('Text two.');
    await content.write({ 'blogs/two.md': '---\nid: 2\nname: Two\n---\nText anew.\n' });
    await expect.poll(() => text('/blogs/two')).toContain('Text anew.');
  });

  it('is searched to the end of its texts', async () => {
    const { data } = JSON.parse(await text('/frontapi/en/blogs?search=Zanz'));
    expect(data.blogs.map(({ id }: { id: string }) => id)).toEqual(['4']);
    // An answer is fresh for seconds: another query each time.
    const found = () => text(`/frontapi/en/search?q=zanzibar+${Math.random()}`);
    await expect.poll(found).toContain('"kind":"blogs","id":"4"');
  });

  it('tells of a faulty file by line, serves the rest, and keeps the last good version', async () => {
    const faults = () => shared.log.flatMap((line) => (line.fault ? [line.fault] : []));
    expect(faults()[0]).toBe('blogs/bad.md:2:1: name: is missing');
    expect((await fetch(`${shared.url}/blogs/3`)).status).toBe(404);
    expect(await text('/blogs')).toContain('One');
    await content.write({ 'blogs/one.md': '---\nid: 1\n---\n' });
    await expect.poll(faults).toContain('blogs/one.md:2:1: name: is missing');
    expect(await text('/blogs/one')).toContain('Text <em>one</em>.');
  });

  it('serves its media, and nothing beside them', async () => {
    const picture = await fetch(`${shared.url}/media/hill.svg`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    for (const path of ['/media/none.jpg', '/media/..%2fsite.yaml', '/media/%2e%2e/site.yaml', '/media/']) {
      const response = await fetch(shared.url + path);
      expect(response.status, path).not.toBe(200);
      expect(await response.text()).not.toContain('Folder Trust\nmenu');
    }
  });
});

describe('assets', () => {
  it('are kept for ever under their hashed names, compressed beforehand', async () => {
    const html = await text('/');
    const addresses = [...html.matchAll(/\/assets\/[\w.-]+\.(?:js|woff2)/g)].map(([address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const response = await fetch(shared.url + address, { headers: { 'accept-encoding': 'br' } });
      expect(response.status).toBe(200);
      if (!address.endsWith('.woff2')) expect(response.headers.get('content-encoding')).toBe('br');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('that are missing are a plain 404 that nobody keeps, never a page', async () => {
    for (const path of [
      '/assets/app-00000000.js',
      '/assets/',
      '/assets/app.js.map',
      '/assets/..%2fserver%2findex.mjs',
    ]) {
      const response = await fetch(shared.url + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe('Not found\n');
    }
  });

  it('do not include source maps', async () => {
    const script = /data-modules="(\/assets\/app-[^" ]+)/.exec(await text('/'))?.[1];
    expect((await fetch(`${shared.url}${script}.map`)).status).toBe(404);
  });
});

describe('the process', () => {
  it('is healthy, and has an icon where browsers look for one', async () => {
    const health = await fetch(`${shared.url}/healthz`);
    expect([health.status, await health.text(), health.headers.get('cache-control')]).toEqual([
      200,
      'ok\n',
      'no-store',
    ]);
    expect((await fetch(`${shared.url}/favicon.ico`)).headers.get('content-type')).toBe('image/x-icon');
  });

  const boot = async (env: Record<string, string>, ...options: string[]) => {
    const child = spawn(process.execPath, ['dist/server/index.mjs', ...options], {
      // One that starts after all does not end by itself.
      timeout: 15_000,
      env: { PATH: process.env.PATH, ...env },
    });
    const output = readText(child.stdout);
    const complaint = readText(child.stderr);
    const [status] = await once(child, 'exit');
    return { status, output: await output, complaint: await complaint };
  };

  it('names every wrong variable at once', async () => {
    const { status, output, complaint } = await boot({ PORT: 'eighty', LOG_LEVEL: 'loud', WORKERS: 'many' });
    expect([status, output]).toEqual([1, '']);
    expect(complaint).toContain('Wrong configuration:\nPORT=eighty: expected a port, 0 to 65535\n');
    expect(
      complaint
        .trim()
        .split('\n')
        .map((line) => line.split('=')[0]),
    ).toEqual(['Wrong configuration:', 'PORT', 'WORKERS', 'LOG_LEVEL']);
  });

  it.each([
    [{ HOST: '192.0.2.1' }, /EADDRNOTAVAIL/],
    [{ HOST: 'no.such.host.invalid' }, /ENOTFOUND|EAI_AGAIN/],
    [{ CONTENT_DIR: '/no/such/folder' }, /no such folder|ENOENT/],
    [{ MANAGEMENT_HOST: '192.0.2.1', MANAGEMENT_PORT: '0' }, /EADDRNOTAVAIL/],
  ])('says why it cannot start with %j', async (env, cause) => {
    const { status, output } = await boot({ PORT: '0', ...env });
    expect(status).toBe(1);
    const last = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ level: 60, msg: 'cannot start' });
    expect(JSON.stringify(last.err)).toMatch(cause);
  });

  it('starts without the folder where it would store answers, and says so', async () => {
    const upstream = await startUpstream();
    const own = await startServer({ FRONTAPI_URL: upstream.url, DATA_DIR: 'package.json' });
    expect((await fetch(own.url)).status).toBe(200);
    await expect.poll(() => own.log.find(({ msg }) => msg === 'answers cannot be stored')).toBeDefined();
    expect(await own.stop()).toBe(0);
    await upstream.close();
  });

  it('tells by --help what it can be told, and by --check what is in force, without its secrets', () => {
    const run = (option: string, env: Record<string, string>) =>
      spawnSync(process.execPath, ['dist/server/index.mjs', option], { encoding: 'utf8', env });
    const help = run('--help', {});
    expect(help.status).toBe(0);
    expect(help.stdout).toMatch(/^PORT +a port, 0 to 65535; 3000 if not set$/m);
    const check = run('--check', { PORT: '4000', PURGE_TOKEN: 'a-secret-of-the-cms-and-us' });
    expect(check.status).toBe(0);
    expect(check.stdout).toMatch(/^PORT +4000$/m);
    expect(check.stdout).toMatch(/^PURGE_TOKEN +\*\*\*$/m);
    expect(check.stdout).not.toContain('a-secret');
    const wrong = run('--check', { WORKERS: 'many' });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('WORKERS=many: expected a number of processes, 1 to 64');
  });

  it('says which version it is', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await boot({}, '--version')).toEqual({ status: 0, output: `${version}\n`, complaint: '' });
    expect(shared.log.find(({ msg }) => msg === 'listening')).toMatchObject({ version, node: process.version });
  });

  it('says whose site it is', async () => {
    const line = () => shared.log.find(({ msg }) => msg === 'shows the site of an organisation');
    await expect.poll(line).toMatchObject({ organisation: 'Folder Trust', isProvisional: false });
  });

  it('names variables that are probably mistyped, and no others', async () => {
    folder = await makeFolder(validFiles);
    const mistyped = { SITE_TIMEZONE: 'Asia/Kathmandu', UPSTREAM_RETRIES: '3' };
    const warnings = [
      'unknown variable SITE_TIMEZONE: did you mean SITE_TIME_ZONE?',
      'unknown variable UPSTREAM_RETRIES',
    ];
    const { status, output } = await boot(mistyped, '--check');
    expect(status).toBe(0);
    expect(output.split('\n').filter((line) => line.startsWith('unknown'))).toEqual(warnings);
    const environment = { ...mistyped, CONTENT_DIR: folder.dir, WORKERS: '2', KUBERNETES_SERVICE_HOST: '10.0.0.1' };
    server = await startServer(environment);
    expect(server.log.filter(({ level }) => level === 40).map(({ msg }) => msg)).toEqual(warnings);
  });

  it('refuses options that it does not know', async () => {
    const { status, output, complaint } = await boot({ PORT: '0' }, '--chekc');
    expect([status, output]).toEqual([1, '']);
    expect(complaint).toMatch(/^Unknown: --chekc\n\n.*--check {4}validates/s);
  });

  it('says once that a public site shows the example', async () => {
    const example = await readFile('content/site.yaml', 'utf8');
    folder = await makeFolder({ ...validFiles, 'site.yaml': String(/^name: .*\n/.exec(example)) });
    const saidBy = async (environment: Record<string, string>) => {
      server = await startServer({ CONTENT_DIR: String(folder?.dir), ...environment });
      await server.stop();
      return server.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    };
    expect(await saidBy({ SITE_URL: 'https://www.example.org', WORKERS: '2' })).toEqual([
      'the content is that of the example: set CONTENT_DIR to your own, or FRONTAPI_URL',
    ]);
    expect(await saidBy({ SITE_URL: 'http://localhost:3000' })).toEqual([]);
  });

  it('that is ended during its start waits for nothing', async () => {
    folder = await makeFolder(validFiles);
    // The warning is its first line.
    const environment = { CONTENT_DIR: folder.dir, SITE_TIMEZONE: 'Asia/Kathmandu', WORKERS: '2' };
    const { child, stdout } = spawnServer(environment);
    const ended = once(child, 'close');
    const lines: string[] = [];
    for await (const line of createInterface(stdout)) {
      if (lines.length === 0) child.kill('SIGTERM');
      lines.push(JSON.parse(line).msg);
    }
    expect(await ended).toEqual([0, null]);
    expect(lines).toContain('stopped before the start');
    expect(lines).not.toContain('listening');
  });

  it('ends what is under way before it ends', async () => {
    const upstream = await startUpstream();
    upstream.answer('blogs/1', later(400, data({ blog: { id: 1, name: 'Late' } })));
    const own = await startServer({ FRONTAPI_URL: upstream.url });
    const answer = fetch(`${own.url}/blogs/1`);
    await expect.poll(() => upstream.calls.some(({ address }) => address === 'blogs/1')).toBe(true);
    const stopped = own.stop();
    expect((await answer).status).toBe(200);
    expect(await stopped).toBe(0);
    await upstream.close();
  });

  it('is up while its upstream is not there', async () => {
    server = await startServer({ FRONTAPI_URL: 'http://127.0.0.1:9/frontapi/en/', SITE_NAME: 'Quiet Bank' });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const response = await fetch(server.url);
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(/<title>Sorry error occured!!! \| Quiet Bank<\/title>/);
  });
});
