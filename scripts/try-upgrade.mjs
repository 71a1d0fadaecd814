import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/*
 * An upgrade and a rollback, tried: `node scripts/try-upgrade.mjs ../before .` with two checkouts that are built. Both versions serve
 * the example, one after the other and at last at once, from one DATA_DIR and one Redis (REDIS_URL, if it is set). Prints what an
 * operator or a visitor would notice, and ends with 1 if there is anything.
 */

/** To be complete, the search reads everything. */
const SEARCH_TIMEOUT_MS = 120_000;
const WARN = 40;
/** Of an operator whose CMS differs from the content API. */
const MAPPING = `
headers:
  X-Requested-With: foyer
parameters:
  per_page: limit
dates: [DD/MM/YYYY]
data: data
calls:
  blogs:
    path: news
    content: news
    fields:
      name: title
      summary: "{value: title}.value"
    values:
      type: { 1: news }
  blogs/{id}:
    path: news/{id}
    content: news
`;

/** @typedef {{ url: string, lines: Record<string, unknown>[], stop(): Promise<void> }} Server */
/** @typedef {{ checkout: string, environment: Record<string, string> }} Start */

/**
 * @typedef {'folder' | 'cms' | 'mapping' | 'gone'} Source where the content comes from: a folder, a CMS, one with a mapping, one that
 *   is gone after the upgrade
 */
/** @type {readonly Source[]} */
export const SOURCES = ['folder', 'cms', 'mapping', 'gone'];

/**
 * @param {string} before a checkout that is built
 * @param {string} after another one
 * @param {Source} source
 * @param {{ redisUrl?: string, print?: (line: string) => void }} [options]
 * @returns {Promise<string[]>} what an operator or a visitor would notice
 */
export async function tryUpgrade(before, after, source, { redisUrl, print = () => {} } = {}) {
  /** @type {string[]} */
  const noticed = [];
  /** @param {string} what @param {Start} server @param {string[]} [known] warnings that it may have; undefined: any */
  const step = async (what, server, known) => {
    const { faults, warnings } = await visit(server);
    noticed.push(
      ...[...faults, ...warnings.filter((line) => known && !known.includes(line))].map(
        (line) => `${source}, ${what}: ${line}`,
      ),
    );
    print(`${source}, ${what}: ${faults.length} faults, ${warnings.length} warnings`);
    return warnings;
  };
  const dir = await mkdtemp(join(tmpdir(), 'foyer-upgrade-'));
  const folder = { CONTENT_DIR: resolve(before, 'content') };
  const cms = await start({ checkout: before, environment: folder });
  const ofCms = { FRONTAPI_URL: `${cms.url}/frontapi/en/`, ...(redisUrl && { REDIS_URL: redisUrl }) };
  const mapping = join(dir, 'mapping.yaml');
  await writeFile(mapping, MAPPING);
  const own = { folder, cms: ofCms, mapping: { ...ofCms, FRONTAPI_MAPPING: mapping }, gone: ofCms }[source];
  const environment = { ...own, DATA_DIR: join(dir, 'data') };
  const older = { checkout: before, environment };
  const newer = { checkout: after, environment };
  try {
    // What each says with nothing stored is no fault of an upgrade.
    const known = await step('before', older);
    if (source === 'gone') {
      await cms.stop();
      // Of the outage it warns, and no search could read anything.
      await step('upgraded', { checkout: after, environment: { ...environment, SEARCH: 'off' } });
      return noticed;
    }
    const anew = { ...own, DATA_DIR: join(dir, 'new') };
    known.push(...(await step('a new start', { checkout: after, environment: anew })));
    await step('upgraded', newer, known);
    await step('rolled back', older, known);
    const other = await start(older);
    await step('beside the version before', newer, known).finally(other.stop);
    return noticed;
  } finally {
    await cms.stop();
    await rm(dir, { recursive: true });
  }
}

/**
 * Asks a server for all of its pages and their scripts, the pictures of home, and a search.
 * @param {Start} options
 */
async function visit(options) {
  const server = await start(options);
  /** @type {string[]} */
  const faults = [];
  /** @param {string} path */
  const textOf = async (path) => {
    const response = await fetch(server.url + path);
    if (response.status !== 200) faults.push(`${path} is ${response.status}`);
    return response.text();
  };
  try {
    if (options.environment.SEARCH !== 'off') await searchIsComplete(server);
    const paths = [...(await textOf('/sitemap.xml')).matchAll(/<loc>https?:\/\/[^/<]+([^<]*)/g)].map(
      ([, path = '']) => path || '/',
    );
    if (paths.length === 0) faults.push('the sitemap has no pages');
    /** @type {Set<string>} */
    const files = new Set();
    for (const [number, path] of paths.entries()) {
      const html = await textOf(path);
      for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) files.add(file);
      // All pictures in all sizes would take minutes.
      if (number === 0) for (const [, file = ''] of html.matchAll(/src="(\/media\/@[^"]+)"/g)) files.add(file);
    }
    if (![...files].some((file) => file.startsWith('/media/@'))) faults.push('home has no picture');
    for (const file of files) await textOf(file);
  } finally {
    await server.stop();
  }
  // Documents are read in the background, perhaps after the visit: which of them have no text says nothing.
  const lines = server.lines.filter(({ level, document }) => Number(level) >= WARN && document === undefined);
  const warnings = lines.map(({ msg }) => String(msg));
  return { faults, warnings };
}

/** @param {Server} server */
async function searchIsComplete({ url }) {
  const end = Date.now() + SEARCH_TIMEOUT_MS;
  for (let turn = 0; ; turn += 1) {
    // Not the same twice: answers are kept for some seconds.
    const response = await fetch(`${url}/frontapi/en/search?q=notice+${turn}`);
    const { data } = await response.json();
    if (data?.results?.length > 0 && !data.is_partial) return;
    if (Date.now() > end) throw new Error(`the search is not complete after ${SEARCH_TIMEOUT_MS} ms`);
    await wait(250);
  }
}

/** @param {Start} options @returns {Promise<Server>} */
async function start({ checkout, environment }) {
  const child = spawn(process.execPath, ['dist/server/index.mjs'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, PORT: '0', SITE_URL: 'http://localhost:0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = () => child.kill();
  process.once('exit', end);
  void exited.then(() => process.off('exit', end));
  /** @type {Server['lines']} */
  const lines = [];
  const url = await new Promise((found, failed) => {
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text);
      lines.push(line);
      if (line.msg === 'listening') found(line.url);
    });
    void exited.then(([code]) => failed(new Error(`${checkout} has ended with ${code} before it listened`)));
  });
  return {
    url,
    lines,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [before, after] = process.argv.slice(2);
  if (before === undefined || after === undefined) throw new Error('node scripts/try-upgrade.mjs BEFORE AFTER');
  for (const source of SOURCES) {
    const noticed = await tryUpgrade(before, after, source, { redisUrl: process.env.REDIS_URL, print: console.log });
    for (const line of noticed) console.error(line);
    if (noticed.length > 0) process.exitCode = 1;
  }
}
