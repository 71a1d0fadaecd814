import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlessTypical } from '../../support/extents.ts';
import { type Folder, makeFolder, validFiles } from '../../support/folder.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { data, startUpstream } from '../../support/upstream.ts';

/* The built server at its start on a content folder with faults, and the check before it. */

let folder: Folder;
let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  await folder.remove();
  server = undefined;
});

const BROKEN = 'name: Folder Trust\n\ttagline: Y\n';
const BROKEN_PLACE = 'site.yaml:2:1: not YAML: a tab: YAML is indented with spaces';
const get = async (path: string) => {
  const response = await fetch(`${server?.url}${path}`);
  return { status: response.status, text: await response.text() };
};
const ready = async () => (await get('/readyz')).status;

/** Runs the server, or its check, until it ends. */
async function run(environment: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, ['dist/server/index.mjs', ...options], {
    timeout: 30_000,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
  });
  const output = readText(child.stdout);
  const [status] = await once(child, 'exit');
  return { status, output: await output };
}

describe('a site.yaml with an invalid optional part', () => {
  it('leaves the rest of the site as it is, and the server ready', async () => {
    folder = await makeFolder({
      ...validFiles,
      'site.yaml':
        'name: Folder Trust\nmenu: [{ label: Blogs, href: /blogs }]\nfooter: [{ label: Terms, href: /page/terms }]\nalert: { text: Closed today., level: urgent }\n',
    });
    server = await startServer({ CONTENT_DIR: folder.dir });
    const { text } = await get('/');
    for (const part of ['Folder Trust', 'href="/blogs"', 'href="/page/terms"', 'Closed today.']) {
      expect(text).toContain(part);
    }
    expect(await ready()).toBe(200);
    expect(server.log.flatMap(({ fault }) => (fault ? [fault] : []))).toEqual([
      expect.stringMatching(/^site\.yaml:4:38: alert\.level: /),
    ]);
  });
});

describe('a folder that cannot be served', () => {
  it.each([
    ['no name', { ...validFiles, 'site.yaml': 'tagline: X\n' }, 'site.yaml:1:1: name: is missing'],
    ['a site.yaml that cannot be read', { ...validFiles, 'site.yaml': BROKEN }, BROKEN_PLACE],
    ['no site.yaml', { 'faq.yaml': '' }, 'site.yaml:1:1: there is no such file'],
    ['nothing in it', {}, '.:1:1: the folder is empty: "npm run new -- '],
  ])('with %s does not start, and the check says so', async (_, files, fault) => {
    folder = await makeFolder(files);
    const { status, output } = await run({ CONTENT_DIR: folder.dir, DATA_DIR: join(folder.dir, '..', 'none') });
    expect(status).toBe(1);
    const last = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ level: 60, msg: 'cannot start' });
    expect(last.err.message).toContain(`${folder.dir}/${fault}`);
    const check = await run({ CONTENT_DIR: folder.dir }, '--check');
    expect(check.status).toBe(1);
    expect(check.output).toContain(`\n${folder.dir}/${fault}`);
  });
});

describe('the check before a start', () => {
  it('names each fault, and passes where the server would start', async () => {
    folder = await makeFolder({
      ...validFiles,
      'blogs/bad.md': `---\nid: 3\n---\n`,
      'news/deep.md': `---\nname: X\n---\n${'>'.repeat(999)}\n`,
    });
    const { status, output } = await run({ CONTENT_DIR: folder.dir }, '--check');
    expect(status).toBe(0);
    expect(output).toContain(`\n${folder.dir}/blogs/bad.md:2:1: name: is missing\n`);
    expect(output).toMatch(
      /\/news\/deep\.md:4:1: the text is nested deeper than \d+ levels: it is shown as plain text\n$/,
    );
  });

  it('needs no folder beside an upstream, unless one is configured', async () => {
    folder = await makeFolder({ 'site.yaml': BROKEN });
    const FRONTAPI_URL = 'https://cms.example.org/frontapi/en/';
    const fine = await run({ FRONTAPI_URL, SITE_NAME: 'Quiet Bank' }, '--check');
    expect(fine.status).toBe(0);
    const named = await run({ FRONTAPI_URL, CONTENT_DIR: folder.dir }, '--check');
    expect(named.status).toBe(1);
    expect(named.output).toContain(BROKEN_PLACE);
    const { status, output } = await run({ FRONTAPI_URL, CONTENT_DIR: folder.dir });
    expect(status).toBe(1);
    expect(output).toContain(BROKEN_PLACE);
    await rm(join(folder.dir, 'site.yaml'));
    await folder.write({ 'redirects.yaml': '- { from: /old, to: /blogs }\n' });
    expect((await run({ FRONTAPI_URL, CONTENT_DIR: folder.dir }, '--check')).status).toBe(0);
  });

  it('finds the same faults of a folder beside an upstream as the start logs', async () => {
    folder = await makeFolder({ 'site.yaml': 'name: Quiet Bank\nalert: { level: urgent }\n' });
    const upstream = await startUpstream();
    upstream.answer('blogs', data({ blogs: [] }));
    server = await startServer({ FRONTAPI_URL: upstream.url, CONTENT_DIR: folder.dir });
    expect(server.log.flatMap(({ fault }) => (fault ? [fault] : []))).toHaveLength(2);
    await upstream.close();
  });
});

for (const workers of [1, 2])
  describe(
    `the last valid site.yaml, with ${workers} processes,`,
    unlessTypical(workers > 1, 'exhaustive/every-form'),
    () => {
      /** Beside the content: a content folder holds nothing else. */
      let beside: Folder;
      const dataDir = () => join(beside.dir, 'data');
      beforeEach(async () => {
        beside = await makeFolder({});
      });
      afterEach(() => beside.remove());

      const start = async () => {
        const environment = { CONTENT_DIR: folder.dir, WORKERS: String(workers), MANAGEMENT_PORT: '0' };
        server = await startServer({ ...environment, DATA_DIR: dataDir() });
      };
      const faults = async () => {
        const management = server?.log.find((line) => line.management)?.url;
        return /^foyer_content_faults (\d+)$/m.exec(await (await fetch(`${management}/metrics`)).text())?.[1];
      };
      const warnings = () => server?.log.filter(({ msg }) => msg.startsWith('site.yaml cannot be used'));

      it('outlives the process: it is served, and the server is not ready until the file is valid again', async () => {
        folder = await makeFolder(validFiles);
        await start();
        await expect.poll(faults).toBe('0');
        await folder.write({ 'site.yaml': BROKEN });
        await expect.poll(faults).toBe('1');
        // The file was valid when this process started.
        expect([await ready(), (await get('/')).text.includes('Folder Trust')]).toEqual([200, true]);
        await server?.stop();

        await start();
        expect(await ready()).toBe(503);
        expect((await get('/')).text).toContain('Folder Trust');
        expect((await get('/blogs')).text).toContain('Two');
        expect(warnings()).toHaveLength(1);
        expect(server?.log.flatMap(({ fault }) => (fault ? [fault] : []))).toContain(BROKEN_PLACE);
        const check = await run({ CONTENT_DIR: folder.dir, DATA_DIR: dataDir() }, '--check');
        expect([check.status, check.output.includes(BROKEN_PLACE)]).toEqual([0, true]);

        await folder.write({ 'site.yaml': 'name: Mended Trust\n' });
        await expect.poll(ready).toBe(200);
        await expect.poll(async () => (await get('/')).text).toContain('Mended Trust');
        await expect.poll(faults).toBe('0');
        expect(await readFile(join(dataDir(), 'content/site.yaml'), 'utf8')).toBe('name: Mended Trust\n');
      });

      it('is not used if it is invalid itself', async () => {
        folder = await makeFolder({ ...validFiles, 'site.yaml': BROKEN });
        await beside.write({ 'data/content/site.yaml': 'tagline: X\n' });
        const { status } = await run({
          CONTENT_DIR: folder.dir,
          DATA_DIR: dataDir(),
          WORKERS: String(workers),
        });
        expect(status).toBe(1);
      });

      it('may be impossible to store: the site is served all the same', async () => {
        folder = await makeFolder(validFiles);
        await beside.write({ data: 'a file' });
        await start();
        expect(await ready()).toBe(200);
        await expect.poll(() => server?.log.some(({ msg }) => msg === 'site.yaml cannot be stored')).toBe(true);
        await writeFile(join(folder.dir, 'site.yaml'), BROKEN);
        await expect.poll(faults).toBe('1');
        expect((await get('/')).text).toContain('Folder Trust');
      });
    },
  );

describe('a restart with DATA_DIR', () => {
  it('shows what was edited, added and removed in the meantime', async () => {
    folder = await makeFolder(validFiles);
    const data = await makeFolder({});
    const environment = { CONTENT_DIR: folder.dir, DATA_DIR: data.dir };
    const stored = join(data.dir, 'content/parsed-files');
    server = await startServer(environment);
    await expect.poll(() => existsSync(stored)).toBe(true);
    await server.stop();
    await folder.write({ 'blogs/two.md': '---\nid: 2\nname: Second\n---\nEdited.\n' });
    await folder.write({ 'blogs/three.md': '---\nid: 3\nname: Three\n---\n' });
    server = await startServer(environment);
    const { text } = await get('/blogs');
    for (const name of ['One', 'Second', 'Three']) expect(text).toContain(name);
    expect((await get('/blogs/1')).text).toContain('Text <em>one</em>.');
    expect((await get('/blogs/2')).text).toContain('Edited.');
    expect((await get('/blogs?search=edit')).text).toContain('Second');
    await rm(join(folder.dir, 'blogs/three.md'));
    await server.stop();
    server = await startServer(environment);
    expect((await get('/blogs/3')).status).toBe(404);
    expect(server.log.filter(({ level }) => level >= 40)).toEqual([]);
    // It may still be storing files there.
    await server.stop();
    await data.remove();
  });
});
