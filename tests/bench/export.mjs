import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeContent } from './content.mjs';
import { load } from './load.mjs';
import { hasNginx, startNginxOfExport } from './nginx.mjs';
import { peers } from './peers/peers.mjs';
import { freePort, startQuiet } from './process.mjs';

/*
 * By name only: what an export takes, beside the builds of Astro and Next.js of the same items with the same components. Both
 * cores are free for each.
 */

const SIZES = (process.env.BENCH_SIZES ?? '1000,10000').split(',').map(Number);
/** Of these the peers make an export, too. */
const MAX_SIZE_OF_PEERS = 1_000;
const POLL_MS = 100;

export const title = 'The site as files';

export async function run() {
  const rows = [];
  let hosts = '';
  for (const size of SIZES) {
    const dir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
    const [content, out, data] = ['content', 'out', 'data'].map((name) => join(dir, name));
    await writeContent(content ?? '', size);
    const env = { CONTENT_DIR: content, DATA_DIR: data, SITE_URL: 'https://www.example.org' };
    rows.push({ items: size, what: 'Foyer, pictures scaled', ...(await exported(env, out ?? '')) });
    rows.push({ items: size, what: 'Foyer, pictures of DATA_DIR', ...(await exported(env, `${out}-2`)) });
    rows.push({ items: size, what: 'Foyer, nothing has changed', ...(await exported(env, out ?? '')) });
    await appendFile(join(content ?? '', 'blogs/blog-00007.md'), '\nAnother paragraph.\n');
    rows.push({ items: size, what: 'Foyer, one item has changed', ...(await exported(env, out ?? '')) });
    hosts ||= await homePageRates(env, out ?? '');
    if (size <= MAX_SIZE_OF_PEERS) rows.push(...(await peerRows(env, size)));
    await rm(dir, { recursive: true });
  }
  return {
    text: `Content folders with so many blogs, and the rest of the example, in one edition. Seconds of the whole command; pages are HTML files; memory is the most of the process. Of the peers: home, list, blogs, an album and the reports, without search, feeds, sitemap and answers for client navigation; Next.js makes a file of data for each page too, and scales pictures when they are asked for, as Astro's pages leave them to the content API. ${hosts}`,
    rows,
  };
}

/** @param {NodeJS.ProcessEnv} env @param {string} out */
async function exported(env, out) {
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/server/export-site.mjs', out], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  let peak = 0;
  const poll = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, POLL_MS);
  const [code] = await once(child, 'close');
  clearInterval(poll);
  if (code !== 0) throw new Error(stdout);
  const seconds = (performance.now() - began) / 1000;
  const written = Number(/(\d+) written/.exec(stdout)?.[1]);
  return { ...figures(await pagesIn(out), seconds), 'files written': written, 'memory MB': Math.round(peak / 1000) };
}

/** @param {number} pages @param {number} seconds */
const figures = (pages, seconds) => ({
  pages,
  seconds: seconds.toFixed(1),
  'pages/s': Math.round(pages / seconds),
});

/** The home page by nginx from the export, and by Foyer from its page cache. @param {NodeJS.ProcessEnv} env @param {string} out */
async function homePageRates(env, out) {
  if (!hasNginx) return '';
  const servers = [
    { what: 'nginx, the exported home page', server: await startNginxOfExport(out) },
    { what: 'Foyer, the home page from its cache', server: await startQuiet(env) },
  ];
  const rates = [];
  for (const { what, server } of servers) {
    // Both have it in this encoding; nginx has no other without a module.
    await load(server.url, { encoding: 'gzip', seconds: 1 });
    const { rate, p99 } = await load(server.url, { encoding: 'gzip', seconds: 3 });
    rates.push(`${what} ${Math.round(rate)} a second, p99 ${p99.toFixed(1)} ms`);
    await server.stop();
  }
  return ` In the same run, the home page in gzip, 32 connections: ${rates.join('; ')}.`;
}

/** @param {NodeJS.ProcessEnv} env @param {number} size */
async function peerRows(env, size) {
  const server = await startQuiet(env, { port: await freePort() });
  const rows = [];
  for (const { title, build, output } of [peers.astro, peers.next]) {
    const seconds = (await build(`${server.url}/frontapi/en/`)) ?? Number.NaN;
    rows.push({ items: size, what: title, ...figures(await pagesIn(output), seconds) });
  }
  await server.stop();
  return rows;
}

/** @param {string} dir */
async function pagesIn(dir) {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => name.endsWith('.html')).length;
}
