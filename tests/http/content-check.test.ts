import { spawn } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { checkCommand } from '../../packages/check/src/check-command.ts';
import { linkedSite } from '../../server/linked-site.ts';
import { runCommand, spawnCommand } from '../support/commands.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';

/* content:check as editors and workflows run it. */

let folder: Folder;
afterEach(() => folder.remove());

interface Options {
  cwd?: string;
  env?: Record<string, string>;
}

async function check(args: string[] = [], { cwd, env = { CONTENT_DIR: folder.dir } }: Options = {}) {
  const { code, stdout, stderr } = await (cwd === undefined
    ? runCommand(checkCommand(linkedSite), args, env)
    : spawnCommand('content-check', args, env, { cwd }));
  return { code, output: stdout, complaint: stderr };
}

const ADVICE = '---\nid: 4\nname: Fourth\ncreated_at: 2024-01-01\n---\n## A\n\n- 100%, [here](/blogs)\n';

it('names every fault by file, line and column', async () => {
  folder = await makeFolder(validFiles);
  expect(await check()).toEqual({ code: 0, output: '', complaint: 'no faults\n' });
  await folder.write({ 'blogs/bad.md': '---\nid: 3\ncreated_at: 2024-01-01\n---\nText.\n', 'sliders.yaml': 'x\n' });
  const { code, output, complaint } = await check();
  expect(code).toBe(1);
  expect(output).toContain(`${folder.dir}/blogs/bad.md:2:1: name: is missing\n`);
  expect(output).toMatch(/sliders\.yaml:1:1: expected a list.*\n$/);
  expect(complaint).toBe('2 faults\n');
});

it('names the file and line of a text with more images than are scaled', async () => {
  const images = '<img src="https://elsewhere.example/a.png" alt="">\n\n'.repeat(1_500);
  folder = await makeFolder({
    ...validFiles,
    'blogs/many.md': `---\nid: 3\nname: Many\ncreated_at: 2024-01-01\n---\n\n${images}`,
  });
  expect(await check([], { env: { CONTENT_DIR: folder.dir, MEDIA_ORIGINS: 'https://elsewhere.example' } })).toEqual({
    code: 1,
    output: `${folder.dir}/blogs/many.md:7:1: the text has 1500 images: only the first 200 are scaled\n`,
    complaint: '1 fault\n',
  });
});

it('gives advice, which is no failure unless it is asked for', async () => {
  folder = await makeFolder({ ...validFiles, 'blogs/four.md': ADVICE });
  const output = `${folder.dir}/blogs/four.md:8:9: advice: “here” does not say where the link leads\n`;
  expect(await check()).toEqual({ code: 0, output, complaint: 'no faults, 1 piece of advice\n' });
  expect((await check(['--strict'])).code).toBe(1);
});

it('checks the folder that is named, from wherever it runs', async () => {
  folder = await makeFolder({ 'site/site.yaml': 'name: X\n', 'site/blogs/four.md': ADVICE });
  const output = 'site/blogs/four.md:8:9: advice: “here” does not say where the link leads\n';
  expect(await check(['site'], { cwd: folder.dir, env: {} })).toMatchObject({ code: 0, output });
  const inside = await check(['.', '--format', 'github'], { cwd: join(folder.dir, 'site') });
  expect(inside.output).toMatch(/^::warning file=blogs\/four\.md,/);
  const missing = await check(['nowhere'], { cwd: folder.dir, env: {} });
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('there is no such folder') });
});

it('writes JSON for programs', async () => {
  folder = await makeFolder({
    ...validFiles,
    'blogs/bad.md': '---\nid: 3\ncreated_at: 2024-01-01\n---\nText.\n',
    'blogs/four.md': ADVICE,
    'blogs/one.ne.md': '---\nname: एक\n---\n',
  });
  const { code, output } = await check(['--format', 'json'], { env: { CONTENT_DIR: folder.dir, LOCALES: 'en,ne' } });
  expect(code).toBe(1);
  const { findings, notes } = JSON.parse(output);
  expect(findings).toEqual([
    {
      file: join(folder.dir, 'blogs/bad.md'),
      line: 2,
      column: 1,
      level: 'fault',
      rule: 'content',
      message: 'name: is missing',
    },
    {
      file: join(folder.dir, 'blogs/four.md'),
      line: 8,
      column: 9,
      level: 'advice',
      rule: 'link-text',
      message: '“here” does not say where the link leads',
    },
  ]);
  expect(notes).toContain(`${folder.dir}/blogs/four.md: not translated to ne`);
});

it('writes commands for a GitHub workflow, escaped', async () => {
  folder = await makeFolder({ 'content/site.yaml': 'name: X\n' });
  const dir = join(folder.dir, 'a, b: 100%');
  await rename(join(folder.dir, 'content'), dir);
  await mkdir(join(dir, 'blogs'));
  await folder.write({
    'a, b: 100%/blogs/one.md': '---\nid: 1\nname: One\ncreated_at: 2024-01-01\n---\n[100%: a, b](/none%20)\n',
    'a, b: 100%/blogs/four.md': ADVICE,
  });
  const { code, output, complaint } = await check(['a, b: 100%', '--format=github'], { cwd: folder.dir });
  expect(code).toBe(1);
  expect(output.split('\n')).toEqual([
    '::warning file=a%2C b%3A 100%25/blogs/four.md,line=8,col=9,title=link-text::“here” does not say where the link leads',
    '::error file=a%2C b%3A 100%25/blogs/one.md,line=6,col=1,title=link-target::/none%2520: no page has this address',
    '',
  ]);
  expect(complaint).toBe('1 fault, 1 piece of advice\n');
});

it('explains itself, and refuses what it does not know', async () => {
  folder = await makeFolder(validFiles);
  const help = await check(['--help']);
  expect(help).toMatchObject({ code: 0, complaint: '' });
  for (const option of ['--format', '--strict', '--help', 'CONTENT_DIR']) expect(help.output).toContain(option);
  for (const [args, reason] of [
    [['--fix'], "Unknown option '--fix'."],
    [['--format', 'xml'], 'Unknown format xml: expected text, json, github.'],
    [['a', 'b'], 'Unexpected argument b: expected one folder.'],
    [[''], 'Empty argument: expected one folder.'],
  ] as const) {
    const { code, output, complaint } = await check([...args]);
    expect({ code, output, complaint }).toEqual({
      code: 2,
      output: '',
      complaint: `${reason}\nSee: npm run content:check -- --help\n`,
    });
  }
  const wrong = await check([], { env: { CONTENT_DIR: folder.dir, LOCALES: 'fr' } });
  expect(wrong).toMatchObject({ code: 2, output: '', complaint: expect.stringContaining('LOCALES') });
});

it('ends quietly if its reader has ended', async () => {
  const text = `---\nid: 3\nname: Three\ncreated_at: 2024-01-01\n---\n${'[here](/blogs)\n\n'.repeat(1_000)}`;
  folder = await makeFolder({ ...validFiles, 'blogs/three.md': text });
  const child = spawn(process.execPath, ['dist/server/content-check.mjs', folder.dir], {
    env: { PATH: process.env.PATH },
  });
  const code = new Promise<number | null>((done) => child.once('exit', done));
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await readText(child.stderr)).toBe('no faults, 1000 pieces of advice\n');
  expect(await code).toBe(0);
});
