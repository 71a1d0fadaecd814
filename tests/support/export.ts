import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportSite } from '../../server/export/export-site.ts';
import { endWithTests } from './children.ts';
import { type CommandRun, runCommand, spawnCommand } from './commands.ts';
import { installed } from './install.ts';
import { onFreePort } from './port.ts';

/* Exports, and the hosts that serve them. */

export const SITE_URL = 'https://www.himal.example';

const INTERRUPTED_AFTER_FILES = 20;

export interface Export {
  dir: string;
  /** Exports again. */
  run(...options: string[]): Promise<CommandRun>;
  /** Begins to export, and ends the process with a signal once it has written some files. */
  interrupted(signal: NodeJS.Signals): Promise<CommandRun>;
  /** The files by their paths, with the times of their last change. */
  files(): Promise<Record<string, number>>;
  remove(): Promise<void>;
}

/** A folder for exports of one site, which is not there at first. @param isBuilt by the built command: its pages refer to files of the build */
export async function exportPlace(environment: Record<string, string>, isBuilt = false): Promise<Export> {
  const parent = await mkdtemp(join(tmpdir(), 'foyer-export-'));
  const dir = join(parent, 'site');
  return {
    dir,
    run: (...options) => {
      const all = { SITE_URL, ...environment };
      return isBuilt
        ? spawnCommand('export-site', [dir, ...options], all)
        : runCommand(exportSite('dist'), [dir, ...options], all);
    },
    interrupted: (signal) =>
      spawnCommand(
        'export-site',
        [dir],
        { SITE_URL, ...environment },
        {
          meanwhile: (kill) => {
            let isKilled = false;
            const poll = setInterval(async () => {
              const written = await readdir(`${dir}.next`, { recursive: true }).catch(() => []);
              // Several may be looking at the same time, and a second signal ends the process at once.
              if (isKilled || written.length < INTERRUPTED_AFTER_FILES) return;
              isKilled = true;
              clearInterval(poll);
              kill(signal);
            }, 2);
          },
        },
      ),
    async files() {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const times = files.map(async (file) => [file.slice(dir.length + 1), (await stat(file)).mtimeMs]);
      return Object.fromEntries(await Promise.all(times));
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

export interface Host {
  url: string;
  close(): Promise<void>;
}

/** nginx with the configuration that the export has written. */
export async function startNginx(root: string): Promise<Host> {
  if (spawnSync('nginx', ['-v']).error && !installed('nginx-light')) throw new Error('nginx is not installed');
  const dir = await mkdtemp(join(tmpdir(), 'foyer-nginx-'));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const configuration = (port: number) =>
    `daemon off; pid ${dir}/pid; error_log ${dir}/error.log; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { access_log off; ${places.join(' ')}
      server { listen 127.0.0.1:${port}; root ${root}; include ${root}/.foyer/nginx.conf; } }`;
  return onFreePort(async (port) => {
    await writeFile(join(dir, 'nginx.conf'), configuration(port));
    const child = spawn('nginx', ['-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')], { stdio: 'inherit' });
    endWithTests(child);
    const url = `http://127.0.0.1:${port}`;
    if (!(await listens(child, join(dir, 'pid')))) return undefined;
    return {
      url,
      async close() {
        child.kill('SIGQUIT');
        await once(child, 'exit');
        await rm(dir, { recursive: true, force: true });
      },
    };
  });
}

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  css: 'text/css',
};

/** A host without rules: an address is a file, or a folder with an index. It adds a slash to the address of a folder. */
export async function startPlainHost(root: string): Promise<Host> {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host.invalid');
    const path = join(root, decodeURIComponent(pathname));
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() && !pathname.endsWith('/'))
      return response.writeHead(301, { location: `${pathname}/${search}` }).end();
    const file = found?.isDirectory() ? join(path, 'index.html') : path;
    const isThere = (await stat(file).catch(() => undefined))?.isFile() && !pathname.endsWith('.html/');
    const sent = isThere ? file : join(root, '404.html');
    const type = TYPES[/\.(\w+)$/.exec(sent)?.[1] ?? ''] ?? 'application/octet-stream';
    response.writeHead(isThere ? 200 : 404, { 'content-type': type });
    createReadStream(sent).pipe(response);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether nginx listens: it writes its number then; false: it has ended. */
async function listens(nginx: ChildProcess, pidFile: string): Promise<boolean> {
  while (nginx.exitCode === null && nginx.signalCode === null) {
    if (existsSync(pidFile)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
