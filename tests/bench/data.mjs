import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeContent } from './content.mjs';
import { quantile } from './figures.mjs';
import { startQuiet } from './process.mjs';

/* A table of very many rows: a page of it, a filter, a search, a range of dates, and the whole as CSV. */

const SIZES = (process.env.BENCH_SIZES ?? '781,20000').split(',').map(Number);
const REQUESTS = 50;
const BRANCHES = ['Kathmandu', 'Pokhara', 'Biratnagar', 'Butwal', 'Janakpur'];
const FIRST_DAY = Date.UTC(1970, 0, 1);
const DAY_MS = 86_400_000;

export const title = 'Tables of many rows';

export async function run() {
  const rows = [];
  for (const size of SIZES) {
    const dir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
    try {
      await writeContent(dir, 1);
      await writeTable(dir, size);
      rows.push({ rows: size, ...(await measure(dir, size)) });
    } finally {
      await rm(dir, { recursive: true });
    }
  }
  return {
    text: `A table with a date, two numbers and a value of five to filter by. Memory: of the server once it rests, and after all requests. Pages with 50 rows each and a chart, in milliseconds, p50 / p99 of ${REQUESTS}, of which none is asked for twice; the CSV of a filter, and of all rows with its size.`,
    rows,
  };
}

/** @param {string} dir @param {number} size */
async function writeTable(dir, size) {
  const head = `---
name: Values
columns:
  - { key: date, label: Day, type: date }
  - { key: value, label: Value, type: money, unit: NPR }
  - { key: size, label: Size, type: number }
  - { key: branch, label: Branch, type: text }
chart: { kind: line, x: date, y: [value] }
filters: [branch]
unique_by: [date]
---
`;
  const lines = Array.from({ length: size }, (_, row) => {
    const day = new Date(FIRST_DAY + row * DAY_MS).toISOString().slice(0, 10);
    return `${day},${(10 + (row % 977) / 100).toFixed(2)},${row * 37},${BRANCHES[row % BRANCHES.length]}`;
  });
  await writeFile(join(dir, 'data', 'values.md'), head);
  await writeFile(join(dir, 'data', 'values.csv'), `date,value,size,branch\n${lines.join('\n')}\n`);
}

/** @param {string} dir @param {number} size */
async function measure(dir, size) {
  const server = await startQuiet({ CONTENT_DIR: dir });
  const rested = server.memory();
  const page = `${server.url}/data/values`;
  const lastPage = Math.ceil(size / 50);
  /** @param {(each: number) => string} addressOf */
  const timed = async (addressOf) => {
    const times = [];
    for (let each = 0; each < REQUESTS; each += 1) times.push(await timeOf(page + addressOf(each)));
    times.sort((a, b) => a - b);
    return `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`;
  };
  /** @param {number} each */
  const branch = (each) => BRANCHES[each % BRANCHES.length];
  const figures = {
    page: await timed((each) => `?page=${1 + (each % lastPage)}&sort=${each % 2 ? '-value' : 'size'}`),
    'filter and dates': await timed((each) => `?filter=branch:${branch(each)}&from=1970-02-${10 + (each % 19)}`),
    search: await timed((each) => `?search=${10 + each}`),
    'CSV of a filter': await timed((each) => `/table.csv?filter=branch:${branch(each)}&search=${each}`),
    CSV: `${await timed(() => '/table.csv')} (${await sizeOf(`${page}/table.csv`)} kB)`,
  };
  const memory = `${rested}, ${server.memory()} MB`;
  await server.stop();
  return { ...figures, memory };
}

/** Milliseconds until the whole answer is there. @param {string} url */
async function timeOf(url) {
  const began = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}

/** @param {string} url */
const sizeOf = async (url) => Math.round((await (await fetch(url)).arrayBuffer()).byteLength / 1000);
