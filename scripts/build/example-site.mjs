import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';
import { STAGING } from './settings.mjs';

const PHONE_RENDITION = /[^ ,"]+\.avif(?= 768w)/;

/**
 * Requests the pages of the example organisation, if it is there, from the built server: each has content, and home has its bytes.
 * @param {string[]} paths
 * @returns {Promise<{ sizes: import('./output-checks.mjs').Size[], screens: string[] }>} `screens`: a sentence for each without content
 */
export async function requestExampleSite(paths) {
  if (!existsSync('content/site.yaml')) return { sizes: [], screens: [] };
  const { pages, picture } = await requestPages(paths);
  const home = pages.find(({ path }) => path === '/')?.html ?? '';
  const html = brotliCompressSync(home.replaceAll(/(<style[^>]*>)[^<]*/g, '$1')).length;
  return {
    sizes: [
      { what: 'HTML of home', bytes: html, budget: 'html' },
      { what: 'first picture of home', bytes: picture, budget: 'picture' },
    ],
    screens: pages
      .filter(({ status }) => status !== 200)
      .map(
        ({ path, status }) =>
          `${path} of the example organisation has the status ${status}: is its content in content/, and its call in packages/model/src/kinds/?`,
      ),
  };
}

/** @param {string[]} paths */
async function requestPages(paths) {
  // The folder moves after this: no code is to be stored for its place.
  const env = { PATH: process.env.PATH, PORT: '0', CONTENT_DIR: 'content', NODE_DISABLE_COMPILE_CACHE: '1' };
  const server = spawn(process.execPath, [`${STAGING}/server/index.mjs`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  try {
    const failed = exited.then(() => {
      throw new Error('the server ended before it listened');
    });
    // The server also ends after its responses, when nothing awaits this any more.
    failed.catch(() => {});
    // Crawlers get the page buffered: the form that the page cache holds.
    const headers = { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'identity' };
    const origin = await Promise.race([listening(server.stdout), failed]);
    const pages = [];
    for (const path of paths) {
      const response = await fetch(origin + path, { headers });
      pages.push({ path, status: response.status, html: await response.text() });
    }
    const address = PHONE_RENDITION.exec(pages.find(({ path }) => path === '/')?.html ?? '')?.[0];
    const picture = address ? (await (await fetch(origin + address)).arrayBuffer()).byteLength : 0;
    return { pages, picture };
  } finally {
    server.kill('SIGKILL');
    await exited;
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
