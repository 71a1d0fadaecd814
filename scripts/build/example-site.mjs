import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';
import { budgetFault } from './output-checks.mjs';
import { OUT } from './settings.mjs';

/** Of the home page without its inline styles, which have a budget of their own. */
const MAX_HTML_BYTES = 9_000;
/** Of the home page's first picture, in the rendition that a phone takes: 412 pixels at a ratio of 1.75. */
const MAX_PICTURE_BYTES = 40_000;
const PHONE_RENDITION = /[^ ,"]+\.avif(?= 768w)/;

/**
 * Requests the pages of the example organisation, if it is there, from the built server: each has content, and the home page is within its budget.
 * @param {string[]} paths
 * @returns {Promise<{ budget: string[], screens: string[] }>}
 */
export async function exampleSiteFaults(paths) {
  if (!existsSync('content/site.yaml')) return { budget: [], screens: [] };
  const { pages, picture } = await requestPages(paths);
  const home = pages.find(({ path }) => path === '/')?.html ?? '';
  const bytes = brotliCompressSync(home.replace(/(<style[^>]*>)[^<]*/, '$1')).length;
  return {
    budget: [
      ...budgetFault('HTML of home', bytes, MAX_HTML_BYTES),
      ...budgetFault('first picture of home', picture, MAX_PICTURE_BYTES),
    ],
    screens: pages
      .filter(({ status }) => status !== 200)
      .map(
        ({ path, status }) =>
          `${path} of the example organisation has the status ${status}: is its content in content/, and its call in shared/kinds/?`,
      ),
  };
}

/** @param {string[]} paths */
async function requestPages(paths) {
  const env = { PATH: process.env.PATH, PORT: '0', CONTENT_DIR: 'content' };
  const server = spawn(process.execPath, [`${OUT}/server/index.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ended = once(server, 'exit').then(() => {
      throw new Error('the server ended before it listened');
    });
    // The server also ends after its responses, when nothing awaits this any more.
    ended.catch(() => {});
    // Crawlers get the page buffered: the form that the page cache holds.
    const headers = { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'identity' };
    const origin = await Promise.race([listening(server.stdout), ended]);
    const pages = [];
    for (const path of paths) {
      const response = await fetch(origin + path, { headers });
      pages.push({ path, status: response.status, html: await response.text() });
    }
    const address = PHONE_RENDITION.exec(pages.find(({ path }) => path === '/')?.html ?? '')?.[0];
    const picture = address ? (await (await fetch(origin + address)).arrayBuffer()).byteLength : 0;
    return { pages, picture };
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
