import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import * as z from 'zod';
import { listen } from './listen.ts';

const run = promisify(execFile);
/** The output of git in a folder. */
export const git = async (dir: string, ...args: string[]): Promise<string> => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  const { stdout } = await run('git', [...identity, ...args], { cwd: dir, maxBuffer: 50_000_000 });
  return stdout;
};

const REPOSITORY = '/api/v1/repos/himal/website';
const TOKEN = 'token-of-sarita';
const CODE = 'code-of-sarita';

const changes = z.object({
  message: z.string(),
  author: z.object({ name: z.string(), email: z.string() }),
  files: z.array(
    z.object({
      operation: z.enum(['create', 'update', 'delete']),
      path: z.string(),
      content: z.base64(),
      from_path: z.string().optional(),
    }),
  ),
});

export interface GitHost {
  /** The settings of the web editor for this host. */
  backend: { name: 'gitea'; repo: string; branch: string; base_url: string; api_root: string; app_id: string };
  close(): Promise<void>;
}

/**
 * A git host on a loopback port, with one repository and one editor: the calls of Gitea's API that the web editor makes (Gitea
 * 1.24), carried out by git in the folder, and the sign-in with PKCE, which asks nothing.
 * @param dir a repository with a branch `main`
 */
export async function startGitHost(dir: string): Promise<GitHost> {
  const app = express();
  app.use((request, response, next) => {
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Cache-Control': 'no-store',
    });
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  });
  app.use(express.json({ limit: '50mb' }));

  app.get('/login/oauth/authorize', ({ query }, response) => {
    const target = new URL(String(query.redirect_uri));
    target.search = String(new URLSearchParams({ code: CODE, state: String(query.state) }));
    response.redirect(target.href);
  });
  app.post('/login/oauth/access_token', ({ body }, response) => {
    const isValid = body.code === CODE && typeof body.code_verifier === 'string';
    response.status(isValid ? 200 : 400).json(isValid ? { access_token: TOKEN } : { error: 'invalid_grant' });
  });

  app.use('/api', (request, response, next) => {
    if (request.headers.authorization === `token ${TOKEN}`) next();
    else response.status(401).json({ message: 'token is required' });
  });
  app.get('/api/v1/version', (_, response) => response.json({ version: '1.24.6' }));
  app.get('/api/v1/settings/api', (_, response) => response.json({ default_paging_num: 30 }));
  app.get('/api/v1/user', (_, response) =>
    response.json({ id: 1, login: 'sarita', full_name: 'Sarita Maharjan', email: 'sarita@example.org' }),
  );
  app.get(REPOSITORY, (_, response) =>
    response.json({ default_branch: 'main', permissions: { pull: true, push: true } }),
  );
  app.get(`${REPOSITORY}/branches/main`, async (_, response) => {
    const [id, message] = (await git(dir, 'log', '-1', '--format=%H%n%s')).split('\n');
    response.json({ commit: { id, message } });
  });
  app.get(`${REPOSITORY}/commits`, (_, response) => response.json([]));
  app.get(`${REPOSITORY}/git/trees/:revision`, async ({ params }, response) => {
    const lines = (await git(dir, 'ls-tree', '-r', '-l', '-z', params.revision)).split('\0').filter(Boolean);
    const tree = lines.map((line) => {
      const [, , type, sha, size, path] = /^(\d+) (\w+) (\w+) +(\d+)\t(.+)$/.exec(line) ?? [];
      return { type, sha, size: Number(size), path };
    });
    response.json({ tree, truncated: false });
  });
  app.post(
    `${REPOSITORY}/file-contents`,
    async ({ body }: Request<unknown, unknown, { files: string[] }>, response) => {
      const contents = body.files.map(async (path) => ({
        path,
        encoding: 'base64',
        content: (await contentOf(dir, path)).toString('base64'),
      }));
      response.json(await Promise.all(contents));
    },
  );
  app.get(`${REPOSITORY}/media/main/*path`, async ({ params }, response) => {
    response.type('application/octet-stream').send(await contentOf(dir, join(...params.path)));
  });
  app.post(`${REPOSITORY}/contents`, ({ body }, response) => commit(dir, body, response));

  const { url, close } = await listen(app);
  return {
    backend: {
      name: 'gitea',
      repo: 'himal/website',
      branch: 'main',
      base_url: url,
      api_root: `${url}/api/v1`,
      app_id: 'foyer',
    },
    close,
  };
}

async function contentOf(dir: string, path: string): Promise<Buffer> {
  const { stdout } = await run('git', ['show', `HEAD:${path}`], {
    cwd: dir,
    encoding: 'buffer',
    maxBuffer: 50_000_000,
  });
  return stdout;
}

async function commit(dir: string, body: unknown, response: Response): Promise<void> {
  const { message, author, files } = changes.parse(body);
  for (const { operation, path, from_path, content } of files) {
    if (operation === 'delete' || from_path !== undefined) await rm(join(dir, from_path ?? path));
    if (operation === 'delete') continue;
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), Buffer.from(content, 'base64'));
  }
  await git(dir, 'add', '--all');
  await git(dir, 'commit', '--message', message, '--author', `${author.name} <${author.email}>`);
  const [sha, created] = (await git(dir, 'log', '-1', '--format=%H%n%cI')).split('\n');
  const saved = files.map(async ({ operation, path }) =>
    operation === 'delete' ? null : { path, sha: (await git(dir, 'rev-parse', `HEAD:${path}`)).trim() },
  );
  response.status(201).json({ commit: { sha, created }, files: await Promise.all(saved) });
}
