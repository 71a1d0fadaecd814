import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { XMLParser } from 'fast-xml-parser';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCommand } from '../../packages/check/src/check-command.ts';
import { serveCommand } from '../../packages/command-line/src/invocations.ts';
import { readMarkdown, readYaml } from '../../packages/folder/src/content-files.ts';
import { kinds } from '../../packages/model/src/kinds/index.ts';
import type { Kind } from '../../packages/model/src/schema/kind.ts';
import { linkedSite } from '../../server/linked-site.ts';
import { pages } from '../../shared/routes.ts';
import { newFolder } from '../../tools/new/src/new-folder.ts';
import { runCommand } from '../support/commands.ts';
import { type Folder, makeFolder } from '../support/folder.ts';
import { listen } from '../support/listen.ts';
import { type LogLine, startSite } from '../support/site.ts';

/* npm run new, as a user runs it: the folder that it writes, the check, the site that it makes, and what it says of bad input. */

let folder: Folder;
let server: { url: string; log: readonly LogLine[]; close(): Promise<unknown> } | undefined;
beforeEach(async () => {
  folder = await makeFolder({});
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await folder.remove();
});

const create = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCommand(newFolder('starter'), args);
  return { status: code, output: stdout, errors: stderr };
};
/** What the check of the content folder prints, without "no faults", and without the advice to replace the examples. */
async function findingsOf(environment: Record<string, string>): Promise<string[]> {
  const { code, stdout, stderr } = await runCommand(checkCommand(linkedSite), [], environment);
  expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: expect.stringContaining('no faults') });
  expect(stdout).toContain('“Street, town, postal code” is only an example: write your own in its place');
  const lines = stdout
    .split('\n')
    .filter(
      (line) => line && line !== 'no faults' && !line.endsWith('is only an example: write your own in its place'),
    );
  return lines.map((line) => line.replace(/(\d+) of \1 texts/, 'all texts'));
}
const place = (name = 'site') => join(folder.dir, name);
const names = async (dir = folder.dir) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
const contentFiles = async (dir: string) =>
  (await names(dir)).filter((name) => /\.(?:md|yaml)$/.test(name) && name !== 'README.md');

async function serve(environment: Record<string, string>) {
  const site = await startSite(environment);
  const { url, close } = await listen(site.app);
  return { url, log: site.log, close: () => Promise.all([close(), site.close()]) };
}

/** The addresses in the sitemap of the running server, as paths. */
async function sitemapPaths(): Promise<string[]> {
  const xml = await (await fetch(`${server?.url}/sitemap.xml`)).text();
  const urls: { loc: string }[] = new XMLParser().parse(xml).urlset.url;
  return urls.map(({ loc }) => new URL(loc).pathname);
}

/** Requests each page; returns those that are not 200, and the log's warnings. */
async function failuresOf(paths: readonly string[]) {
  const failures: string[] = [];
  for (const path of paths) {
    const { status } = await fetch(`${server?.url}${path}`);
    if (status !== 200) failures.push(`${status} ${path}`);
  }
  return [...failures, ...(server?.log ?? []).filter(({ level }) => level >= 40).map((line) => JSON.stringify(line))];
}
const staticPages = pages.map(({ path }) => path).filter((path) => !path.includes(':'));

describe('a new folder', () => {
  it('in two languages has no fault, and every screen of both is there', async () => {
    const { status, output, errors } = await create(place(), '--name', 'Hamro Kosh', '--locales', 'en,ne');
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toContain(serveCommand(place(), ['en', 'ne']));
    const environment = { CONTENT_DIR: place(), LOCALES: 'en,ne' };
    expect(await findingsOf(environment)).toEqual(['ne: all texts translated']);
    server = await serve(environment);
    const listed = await sitemapPaths();
    const items = listed.filter((path) => /\/1(?:\/show)?$|\/services\//.test(path));
    expect(items).toHaveLength(2 * ['blogs', 'news', 'notice', 'album', 'career', 'department', 'services'].length);
    const paths = new Set([...listed, ...staticPages, ...staticPages.map((path) => `/ne${path === '/' ? '' : path}`)]);
    expect(await failuresOf([...paths, '/category/guides', '/ne/category/guides'])).toEqual([]);
    const home = await (await fetch(`${server.url}/ne`)).text();
    expect(home).toContain('Hamro Kosh');
    expect(home).toContain('तपाईंको काम एक हरफमा भन्नुहोस्');
    expect(home).not.toContain('तपाईंको संस्थाको नाम');
  });

  it('with Nepali as the main language has its originals in Nepali, and English beside them', async () => {
    expect((await create(place(), '--locales', 'ne,en')).status).toBe(0);
    const environment = { CONTENT_DIR: place(), LOCALES: 'ne,en' };
    expect(await findingsOf(environment)).toEqual(['en: all texts translated']);
    expect(load(await readFile(place('site/site.yaml'), 'utf8'))).toMatchObject({
      name: 'तपाईंको संस्थाको नाम',
      accent: '#2c4a6e',
    });
    const english = await contentFiles(place());
    expect(english.some((name) => name.includes('.ne.'))).toBe(false);
    const { body, value } = readMarkdown(place(), 'blogs/first-blog.en.md');
    expect(value).not.toHaveProperty('id');
    expect(body).toContain('Begin with what the reader wants to know.');
    server = await serve(environment);
    expect(await failuresOf(await sitemapPaths())).toEqual([]);
    expect(await (await fetch(`${server.url}/en/blogs/1`)).text()).toContain('Your first blog');
  });

  it.each(['company', 'cooperative', 'municipality', 'school', 'ngo'])(
    'of a %s calls people, albums and the company in its Nepali menu as their pages are headed',
    async (kind) => {
      await create(place(), '--for', kind, '--locales', 'ne');
      server = await serve({ CONTENT_DIR: place(), LOCALES: 'ne', SEARCH: 'off' });
      const page = async (path = '') => (await fetch(`${server?.url}${path}`)).text();
      const [menu = ''] = /<nav [^>]*id="menu".*?<\/nav>/s.exec(await page('/')) ?? [];
      const labels = [...menu.matchAll(/<a href="(\/(?:bod|management|album|companyInfo))"[^>]*>([^<]*)<\/a>/g)];
      const headings = await Promise.all(
        labels.map(async ([, path]) => /<h1[^>]*>(.*?)<\/h1>/.exec(await page(path))?.[1]),
      );
      expect(labels.length).toBeGreaterThan(2);
      expect(headings).toEqual(labels.map(([, , label]) => label));
    },
  );

  it('in English alone is complete, and each of its files has a schema that it fits', async () => {
    expect((await create(place())).status).toBe(0);
    expect(await findingsOf({ CONTENT_DIR: place() })).toEqual([]);
    const files = await contentFiles(place());
    expect(files.filter((name) => name.includes('.ne.'))).toEqual([]);
    const found = new Set(files.map((name) => name.split(/[/.]/)[0]));
    const expected = Object.entries(kinds)
      .filter(([, kind]: [string, Kind]) => kind.folder)
      .map(([name]) => name);
    expect([...found].sort()).toEqual(expected.sort());
    await expectSchemas(files);
  });

  it('in two languages has a schema for the translations too', async () => {
    await create(place(), '--locales', 'en,ne');
    const files = await contentFiles(place());
    const originals = files.filter((name) => !name.includes('.ne.'));
    expect(files).toHaveLength(2 * originals.length - ['redirects', 'screens', 'theme'].length);
    await expectSchemas(files);
  });

  /** Each file names a schema that is there, and passes it. */
  async function expectSchemas(files: string[]) {
    const ajv = new Ajv({ allowUnionTypes: true });
    for (const keyword of ['x-foyer', 'patternErrorMessage']) ajv.addKeyword(keyword);
    for (const file of files) {
      const text = await readFile(join(place(), file), 'utf8');
      const [, path = ''] = /^(?:---\n)?# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      const schema: object = JSON.parse(await readFile(join(place(), dirname(file), path), 'utf8'));
      const { value } = file.endsWith('.md') ? readMarkdown(place(), file) : readYaml(place(), file);
      const validate = ajv.compile(schema);
      expect({ file, valid: validate(value), errors: validate.errors }).toEqual({ file, valid: true, errors: null });
    }
  }

  it.each(['Kosh: "A & B" #1', "L'Épargne – 'trust'", '- कोष 🏔️', '{{name}} $& null', 'true'])(
    'has the name %s as it was given',
    async (name) => {
      expect(await create(place(), `--name=${name}`, '--accent', 'goldenrod')).toMatchObject({ status: 0, errors: '' });
      expect(load(await readFile(place('site/site.yaml'), 'utf8'))).toMatchObject({ name, accent: '#daa520' });
    },
  );

  it('explains each field of its files, and of no other kind', async () => {
    await create(place());
    const notice = await readFile(place('site/notice/first-notice.md'), 'utf8');
    expect(notice).toContain('\n#   expires_at    The last day in the list.');
    expect(notice).toContain('\n#   name*         ');
    expect(notice).not.toContain('deadline');
  });
});

it('renews the schemas of a folder, and nothing else', async () => {
  await create(place());
  const before = await names(place());
  await rm(place('site/.schemas/news.json'));
  await writeFile(place('site/.schemas/old.json'), '{}');
  await writeFile(place('site/site.yaml'), 'name: Mine\n');
  expect(await create(place(), '--schemas')).toMatchObject({ status: 0, errors: '' });
  expect(await names(place())).toEqual(before);
  expect(await readFile(place('site/site.yaml'), 'utf8')).toBe('name: Mine\n');
});

describe('bad input', () => {
  it.each([
    ['no folder', [], 2, 'expected a folder that is not there yet'],
    ['two folders', ['a', 'b'], 2, 'expected one folder, not also b'],
    ['an unknown option', ['a', '--nmae', 'X'], 2, "Unknown option '--nmae'"],
    ['an option without a value', ['a', '--name'], 2, "Option '--name <value>' argument missing"],
    ['an empty name', ['a', '--name', ' '], 2, 'the name: expected one line'],
    ['a name of two lines', ['a', '--name', 'A\nB'], 2, 'the name: expected one line'],
    ['an unknown kind', ['a', '--for', 'bank'], 2, 'the kind of organisation bank: expected company, cooperative'],
    ['no colour', ['a', '--accent', 'greenish'], 2, 'the accent greenish: expected a CSS colour'],
    ['an unknown language', ['a', '--locales', 'en,fr'], 2, 'the languages en,fr: expected en, ne, the main one first'],
    ['a language twice', ['a', '--locales', 'en,en'], 2, 'the languages en,en: expected'],
    ['schemas for no folder', ['--schemas'], 2, '--schemas: expected a folder'],
    ['schemas and a name', ['a', '--schemas', '--name', 'X'], 2, '--schemas: expected a folder, and no other option'],
    ['schemas of a folder that is not there', ['a', '--schemas'], 1, 'a: there is no such folder'],
    ['a folder that is not empty', ['full'], 1, 'is not empty: name an empty folder, or one that is not there yet'],
    ['a folder below a file', ['full/file/a'], 1, 'a part of this path is a file'],
  ])('%s is one sentence, and nothing is written', async (_, args, status, sentence) => {
    await mkdir(place('full'));
    await writeFile(place('full/file'), 'mine');
    const paths = args.map((value, index) => (index === 0 && !value.startsWith('-') ? place(value) : value));
    const result = await create(...paths);
    expect(result).toMatchObject({ status, output: '' });
    expect(result.errors.split('\n')[0]).toContain(sentence);
    expect(result.errors).not.toMatch(/^\s+at /m);
    expect(result.errors.includes('--locales en,ne')).toBe(status === 2);
    expect(await names()).toEqual(['full/file']);
  });

  it('a disk that takes no more is one sentence, and nothing of the folder is left on it', async () => {
    // A limit on the size of files fails in the middle of one, as a full disk does.
    const script = `ulimit -f 8 && ${process.execPath} dist/server/new-content.mjs "$1"; echo $?`;
    const child = spawn('sh', ['-c', script, 'sh', place('site')], { stdio: 'pipe' });
    const [output, errors] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
    expect({ output, errors }).toEqual({
      output: '1\n',
      errors: `${place('site')}: a file may not be as large as it has to be here: raise the limit, or name a folder on another disk\n`,
    });
    expect(await names()).toEqual([]);
  });

  it('--help says what can be given', async () => {
    expect(await create('--help')).toMatchObject({ status: 0, output: expect.stringContaining('--accent COLOUR') });
  });
});

it('asks on a terminal for what is not given', async () => {
  // util-linux gives the command a terminal.
  const command = `${process.execPath} dist/server/new-content.mjs --accent '#7a1fa2'`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { timeout: 30_000, stdio: 'pipe' });
  const answers = new Map([
    ['Which folder is to be written?', place()],
    ['Which kind of organisation is it: company, cooperative, municipality, school, ngo? (Enter: company)', 'school'],
    ['What is the name of your organisation?', 'Hamro Kosh'],
    ['Which languages, the main one first: en, ne? (Enter: en)', 'ne,en'],
  ]);
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += String(chunk);
    for (const [question, answer] of answers) {
      if (!shown.includes(question)) continue;
      answers.delete(question);
      child.stdin.write(`${answer}\n`);
    }
  });
  const [status] = await once(child, 'exit');
  expect({ status, unasked: [...answers.keys()] }).toEqual({ status: 0, unasked: [] });
  expect(load(await readFile(place('site/site.yaml'), 'utf8'))).toMatchObject({
    name: 'Hamro Kosh',
    accent: '#7a1fa2',
  });
  expect(await names(place())).toContain('faq.en.yaml');
});
