// @module-tag exhaustive/builds

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { endWithTests } from '../support/children.ts';
import { copyProject } from '../support/copied-project.ts';

/*
 * The commands of the documents, run as they stand there, one after the other, in a copy of the project beside which the reader's own
 * folders arise. Not those of Docker and Kubernetes, which are not here, nor what CI itself does: `npm ci`, `npm test`, a build.
 */

const DOCUMENTS = [
  'starting',
  'web-editor',
  'preview',
  'importing',
  'exporting',
  'connecting',
  'mapping',
  'operations',
];
/** The address of the documents' CMS. */
const CMS = /https:\/\/cms\.example\.org\/(frontapi\/en|api\/v2)\//g;

/** A command of the site, with its variables: a value may be the output of another command. */
const COMMAND = /^(?:[A-Z_]+=(?:"[^"]*"|\S+) )*(?:npm (?:run|start)|node) /;

async function commandsOf(name: string): Promise<string[]> {
  const found: string[] = [];
  let language: string | undefined;
  for (const line of (await readFile(`docs/${name}.md`, 'utf8')).split('\n')) {
    const [, fence] = /^```(\w*)$/.exec(line) ?? [];
    if (fence !== undefined) language = language === undefined ? fence : undefined;
    else if ((language === '' || language === 'sh') && COMMAND.test(`${line} `) && !line.includes('npm run build'))
      found.push(line);
  }
  return found;
}
const commands = await Promise.all(DOCUMENTS.map(async (name) => ({ name, lines: await commandsOf(name) })));

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-documents-'));
  await copyProject(join(root, 'foyer'), ['starter', 'dist']);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs a line of a shell to its end, or until it is a server that listens. */
async function run(line: string): Promise<{ code: number | null; output: string }> {
  const exampleUrl = await (await fetch(inject('exampleSite'))).text();
  const child: ChildProcess = spawn('sh', ['-c', line.replace(CMS, `${exampleUrl}/frontapi/en/`)], {
    cwd: join(root, 'foyer'),
    env: { PATH: process.env.PATH, HOME: root, PORT: '0', SITE_URL: 'http://localhost:0', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endWithTests(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
      // A process group: npm does not pass every signal on.
      if (/"msg":"listening"/.test(output) && child.pid) {
        output += '\nlistens';
        process.kill(-child.pid, 'SIGTERM');
        stream.removeAllListeners('data').resume();
      }
    });
  return { code: await ended, output };
}

it('there are commands in each of these documents', () => {
  for (const { name, lines } of commands) expect(lines, name).not.toEqual([]);
});

describe.each(commands.map(({ name, lines }) => [name, lines] as const))('docs/%s.md', (_, lines) => {
  it.each(lines)('%s', async (line) => {
    // A folder is filled by `new` only if it is empty.
    if (/npm run new/.test(line)) await rm(join(root, 'our-content'), { recursive: true, force: true });
    const { code, output } = await run(line);
    const isServer = / (start|dev)\b|dist\/server\/index/.test(line);
    if (isServer) expect(output).toMatch(/\nlistens$/);
    else expect(code, output).toBe(0);
  });
});
