import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOf } from './answer.mjs';
import { freePort, start } from './process.mjs';

/* nginx with one page as a file: the outer limit, a server that does nothing else. */

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Folders that nginx makes even if nothing is written into them; by default among those of the system. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
/** It has the type by another directive, and the length from the file. */
const OWN = ['content-type', 'content-length'];

/**
 * Sends the page as a file that is in brotli already, with all of its headers.
 * @param {string} url
 * @returns {Promise<import('./process.mjs').Server>}
 */
export async function startNginx(url) {
  const answer = await answerOf(url);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const config = join(folder, 'nginx.conf');
  const port = await freePort();
  await writeFile(join(folder, 'page'), answer.body);
  await writeFile(config, configOf(folder, serverOf(folder, port, answer)));
  return startIn(folder, config, port);
}

/**
 * Serves an export, with the configuration that it has written.
 * @param {string} root
 */
export async function startNginxOfExport(root) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const config = join(folder, 'nginx.conf');
  const port = await freePort();
  const server = `listen 127.0.0.1:${port}; root ${root}; include ${root}/.foyer/nginx.conf;`;
  await writeFile(config, configOf(folder, server));
  return startIn(folder, config, port);
}

/** @param {string} folder @param {string} config @param {number} port @returns {Promise<import('./process.mjs').Server>} */
async function startIn(folder, config, port) {
  const server = await start({ command: 'nginx', args: ['-e', 'stderr', '-p', folder, '-c', config], port });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A page with its headers. @param {string} folder @param {number} port @param {import('./answer.mjs').Answer} answer */
function serverOf(folder, port, { headers }) {
  const own = headers.flatMap((name, index) =>
    index % 2 === 0 && !OWN.includes(name.toLowerCase())
      ? [`add_header ${quoted(name)} ${quoted(headers[index + 1] ?? '')};`]
      : [],
  );
  const type = headers.findIndex((name) => name.toLowerCase() === 'content-type');
  return `
    listen 127.0.0.1:${port};
    root ${folder};
    types { }
    default_type ${quoted(headers[type + 1] ?? '')};
    etag off;
    max_ranges 0;
    add_header Last-Modified "";
    ${own.join('\n    ')}
    location = / { try_files /page =404; }`;
}

/** In one process: none is left if the benchmark fails. @param {string} folder @param {string} server its directives */
function configOf(folder, server) {
  return `daemon off;
master_process off;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10;
  keepalive_requests 1000000000;
  ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    ${server}
  }
}
`;
}

/** A parameter of a directive. @param {string} text */
function quoted(text) {
  if (text.includes('$')) throw new Error(`nginx would take ${text} for a variable`);
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}
