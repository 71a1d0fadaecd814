import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';

/* What the build does not let through. Each check ends the build, with every fault named. */

/** Of the first load of any screen, brotli. */
const BUDGET = { javascript: 95_000, css: 10_000, home: 9_000 };

/** Has no business in a browser: the server has done their work. */
const NOT_FOR_BROWSERS = /node_modules\/(zod|dayjs|culori|hast-util-[^/]+|parse5|marked|yaml|undici|express|pino)\//;

/** The house's rule: server and client import shared, shared imports neither; of another feature only its card; no server's work in a browser. */
export function checkImports(browsers, server) {
  const faults = new Set();
  for (const { inputs } of [...browsers, server]) {
    for (const [from, { imports }] of Object.entries(inputs)) {
      for (const { path: to } of imports) {
        if (!allowed(from, to)) faults.add(`${from} may not import ${to}`);
      }
    }
  }
  for (const path of browsers.flatMap(({ inputs }) => Object.keys(inputs))) {
    if (NOT_FOR_BROWSERS.test(path) || path.startsWith('server/')) faults.add(`${path} is in a browser bundle`);
  }
  fail('imports', faults);
}

function allowed(from, to) {
  const side = (path) => /^(server|client|shared)\//.exec(path)?.[1];
  const feature = (path) => /^shared\/features\/([^/]+)\//.exec(path)?.[1];
  if (!side(from) || !side(to)) return true;
  if (side(from) !== side(to) && side(to) !== 'shared') return false;
  const isOfAnother = feature(from) && feature(to) && feature(from) !== feature(to);
  return !isOfAnother || /\/(card\.ts|[A-Z]\w*Cards?\.tsx)$/.test(to);
}

/** No class without its rule, no rule without its use. */
export async function checkClasses(styles) {
  const sources = (await sourceFiles('shared')).filter((path) => path.endsWith('.tsx'));
  const used = new Map([...styles.keys()].map((path) => [relative('.', path), new Set()]));
  const faults = new Set();
  for (const path of sources) {
    const text = await readFile(path, 'utf8');
    const [, module] = /import css from '(.+\.module\.css)'/.exec(text) ?? [];
    if (!module) continue;
    const names = used.get(join(dirname(path), module));
    for (const [, name] of text.matchAll(/\bcss\.(\w+)/g)) names?.add(name);
  }
  for (const [path, { classes }] of styles) {
    const file = relative('.', path);
    const names = used.get(file);
    for (const name of names) if (!(name in classes)) faults.add(`${file} has no class ${name}`);
    for (const name of Object.keys(classes)) if (!names.has(name)) faults.add(`${file}: .${name} is not used`);
  }
  fail('styles', faults);
}

/** @param packed where an asset lies in brotli */
export async function checkBudget({ script, style, preload, screens }, packed) {
  const size = async (file) => (await stat(packed(file))).size;
  const sum = async (list) => (await Promise.all(list.map(size))).reduce((a, b) => a + b, 0);
  const faults = new Set();
  for (const [screen, file] of Object.entries(screens)) {
    const javascript = await sum([script, ...preload, file]);
    process.stdout.write(`first load of ${screen}: ${javascript} bytes of JavaScript\n`);
    if (javascript > BUDGET.javascript)
      faults.add(`${screen}: ${javascript} bytes of JavaScript, not ${BUDGET.javascript}`);
  }
  const css = await size(style);
  process.stdout.write(`stylesheet: ${css} bytes\n`);
  if (css > BUDGET.css) faults.add(`${css} bytes of CSS, not ${BUDGET.css}`);
  fail('budget', faults);
}

/** The home page of the example organisation, where it is there, as a visitor gets it. */
export async function checkHome(out) {
  if (!existsSync('content/site.yaml')) return;
  const html = await homeSize(out);
  process.stdout.write(`home: ${html} bytes of HTML\n`);
  if (html <= BUDGET.home) return;
  // A build without its manifest is none.
  await rm(`${out}/server/manifest.json`);
  fail('budget', [`${html} bytes of HTML, not ${BUDGET.home}`]);
}

async function homeSize(out) {
  const env = { PATH: process.env.PATH, PORT: '0', CONTENT_DIR: 'content' };
  const server = spawn(process.execPath, [`${out}/server/index.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface(server.stdout);
    const ended = once(server, 'exit').then(() => {
      throw new Error('the server ended before it listened');
    });
    // It does end, once it has answered.
    ended.catch(() => {});
    const listening = (async () => {
      for await (const line of lines) if (JSON.parse(line).msg === 'listening') return JSON.parse(line).url;
    })();
    // Crawlers get it whole; in the form that everybody gets later on.
    const headers = { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'identity' };
    const answer = await fetch(await Promise.race([listening, ended]), { headers });
    return brotliCompressSync(await answer.text()).length;
  } finally {
    server.kill();
  }
}

/** Every file of a folder, or the file itself. */
export async function sourceFiles(path) {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function fail(check, faults) {
  if ([...faults].length === 0) return;
  process.stderr.write(`${[...faults].map((fault) => `${check}: ${fault}`).join('\n')}\n`);
  process.exit(1);
}
