import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';
import { OUT } from './settings.mjs';

const MAX_HTML_BYTES = 9_000;

/** Renders the home page of the example organisation, if it is there, with the server that was built. */
export async function homePageFaults() {
  if (!existsSync('content/site.yaml')) return [];
  const bytes = brotliCompressSync(await renderHome()).length;
  process.stdout.write(`home: ${bytes} bytes of HTML\n`);
  return bytes > MAX_HTML_BYTES ? [`${bytes} bytes of HTML, not ${MAX_HTML_BYTES}`] : [];
}

async function renderHome() {
  const env = { PATH: process.env.PATH, PORT: '0', CONTENT_DIR: 'content' };
  const server = spawn(process.execPath, [`${OUT}/server/index.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ended = once(server, 'exit').then(() => {
      throw new Error('the server ended before it listened');
    });
    // The server also ends after its response, when nothing awaits this any more.
    ended.catch(() => {});
    // Crawlers get the page buffered: the form that the page cache holds.
    const headers = { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'identity' };
    const response = await fetch(await Promise.race([listening(server.stdout), ended]), { headers });
    return await response.text();
  } finally {
    server.kill();
  }
}

/**
 * @param {import('node:stream').Readable} log
 * @returns {Promise<string>} the server's address
 */
async function listening(log) {
  for await (const line of createInterface(log)) {
    const { msg, url } = JSON.parse(line);
    if (msg === 'listening') return url;
  }
  throw new Error('the server did not log its address');
}
