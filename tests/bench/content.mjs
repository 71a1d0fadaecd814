import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { itemAt, quantile } from './figures.mjs';
import { freePort, startFoyer } from './process.mjs';

/* The content folder with few and with many files: the start, the memory, each kind of request, an edit, the turns of the event loop. */

const EXAMPLE = 'content';
const SIZES = (process.env.BENCH_SIZES ?? '10,1000').split(',').map(Number);
/** How often it is looked whether a signal has been handled. */
const SIGNAL_MS = 50;
const REPEATS = 15;
const TOKEN = 'a token for the bench';
const WORDS = ['share', 'dividend', 'lakh', 'जग्गा', 'broker', 'zanzibar', 'settlement', 'bank loan', 'कम्पनी', 'price'];

export const title = 'Content folders from small to large';

export async function run() {
  const rows = [];
  for (const size of SIZES) {
    const dir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
    await writeContent(dir, size);
    rows.push({ blogs: size, ...(await measure(dir, size)) });
    for (const path of [dir, `${dir}.data`, `${dir}.delay`]) await rm(path, { recursive: true });
  }
  return {
    text: `From the start of the process to the first answer, with an empty DATA_DIR and with that of the process before; then, of the second process, what the gateway has to ask for: the first time, the median and the longest of ${REPEATS - 1} more. Edit: until the page shows it. Memory: after the start, after the visits, after the edits. Turn: the longest of the event loop after the first answer, in the visits and the sitemap, in the edits.`,
    rows,
  };
}

/**
 * Writes a copy of the example content with so many blogs instead of its own, the same each time: each is made of
 * paragraphs of the example's blogs, with a heading, a list, a link and, every other one, a picture.
 * @param {string} dir
 * @param {number} size
 */
export async function writeContent(dir, size) {
  for (const name of await readdir(EXAMPLE)) {
    if (name === 'media') await symlink(resolve(EXAMPLE, name), join(dir, name));
    else if (name !== 'blogs') await cp(join(EXAMPLE, name), join(dir, name), { recursive: true });
  }
  await mkdir(join(dir, 'blogs'));
  const parts = await exampleParts();
  for (let id = 1; id <= size; id += 1) await writeFile(join(dir, 'blogs', `${slugOf(id)}.md`), blog(id, size, parts));
}

/** @param {number} id */
const slugOf = (id) => `blog-${String(id).padStart(5, '0')}`;

async function exampleParts() {
  const blogs = join(EXAMPLE, 'blogs');
  const texts = await Promise.all((await readdir(blogs)).sort().map((name) => readFile(join(blogs, name), 'utf8')));
  const pictures = (await readdir(join(EXAMPLE, 'media/blogs'))).filter((name) => /^[a-z]+\.jpg$/.test(name)).sort();
  const blocks = texts.flatMap((text) =>
    itemAt(text.split(/^---\n/m), 2)
      .trim()
      .split(/\n\n+/),
  );
  return {
    pictures,
    headings: blocks.filter((block) => /^#+ /.test(block)),
    lists: blocks.filter((block) => /^(- |1\. )/.test(block)),
    paragraphs: blocks.filter((block) => /^[\p{L}*"“]/u.test(block)),
  };
}

/**
 * @param {number} id
 * @param {number} size
 * @param {Awaited<ReturnType<typeof exampleParts>>} parts
 */
function blog(id, size, { pictures, headings, lists, paragraphs }) {
  // Strides that share no factor with what they go through: neighbours differ.
  /** @type {(from: string[], turn: number) => string} */
  const pick = (from, turn) => itemAt(from, (id * 7 + turn * 11) % from.length);
  const body = [];
  for (let turn = 0; turn < 12 && Buffer.byteLength(body.join('\n\n')) < 2200; turn += 1) {
    if (turn % 3 === 1) body.push(pick(headings, turn));
    if (turn === 2) body.push(pick(lists, turn));
    if (turn === 3 && id % 2 === 0) body.push(`![A picture](/media/blogs/${pick(pictures, turn)} "What it shows")`);
    body.push(pick(paragraphs, turn));
  }
  const [category, author] = [
    pick(['basics', 'markets', 'households'], 1),
    pick(['Bikash Rai', 'Anju Thapa Magar'], 2),
  ];
  const time = new Date(Date.UTC(2015, 0, 1) + ((id * 7919) % 100_000) * 3_600_000).toISOString();
  return `---
id: ${id}
name: ${pick(headings, 5).replace(/^#+ /, '').replaceAll(':', ',')} (${id})
summary: "${pick(paragraphs, 6).slice(0, 150).replace(/["\\]/g, '')}"
created_at: ${time.slice(0, 10)} ${time.slice(11, 19)}
created_by: { name: ${author} }
category: { slug: ${category}, name: ${category.replace(/^./, (letter) => letter.toUpperCase())} }
tags: [shares, savings]
files: [{ location: /media/blogs/${pick(pictures, 7)}, alt: A picture of number ${id} }]
---
${body.join('\n\n')}

See also [number ${(id % size) + 1}](/blogs/${(id % size) + 1}).
`;
}

/** @param {string} dir @param {number} size */
async function measure(dir, size) {
  const first = await startOn(dir);
  await stored(dir);
  await first.stop();
  const server = await startOn(dir);
  const memory = [server.memory()];
  await server.longestTurn();
  const lastPage = Math.ceil(size / 12);
  /** @type {Record<string, number[]>} */
  const times = {};
  /** @type {Record<string, (turn: number) => string>} */
  const kinds = {
    list: () => '/blogs',
    'page 500': () => `/blogs?page=${Math.min(500, lastPage)}`,
    search: (turn) => `/blogs?search=${encodeURIComponent(itemAt(WORDS, turn % WORDS.length))}`,
    detail: (turn) => `/blogs/${((turn * 997) % size) + 1}`,
  };
  for (const [kind, path] of Object.entries(kinds)) {
    const all = [];
    for (let turn = 0; turn < REPEATS; turn += 1) {
      // Nothing is known: the gateway must ask.
      await server.purge();
      all.push(await timed(server.url + path(turn)));
    }
    times[kind] = all;
  }
  const sitemap = await timed(`${server.url}/sitemap.xml`);
  for (let turn = 0; turn < 300; turn += 1) {
    await timed(`${server.url}/blogs?page=${(turn % lastPage) + 1}`);
    await timed(`${server.url}/blogs/${((turn * 31) % size) + 1}`);
  }
  memory.push(server.memory());
  const turns = [await server.longestTurn()];
  const edits = [];
  for (let turn = 0; turn < 5; turn += 1) edits.push(await edit(dir, server.url, (turn % size) + 1, turn));
  memory.push(server.memory());
  turns.push(await server.longestTurn());
  await server.stop();
  return {
    'start ms': `${first.startup} / ${server.startup}`,
    'memory MB': memory.join(' → '),
    ...Object.fromEntries(Object.entries(times).map(([kind, all]) => [`${kind} ms`, spread(all)])),
    'sitemap ms': Math.round(sitemap),
    'edit ms': spread(edits),
    'turn ms': turns.join(' / '),
  };
}

/** Resolves once the content and the search's index are stored. @param {string} dir */
async function stored(dir) {
  for (const name of ['content/parsed-files', 'search/index.json.br'])
    while (
      !(await access(join(`${dir}.data`, name)).then(
        () => true,
        () => false,
      ))
    )
      await wait(100);
}

/** The first, the median, the longest of the rest. @param {number[]} times */
function spread(times) {
  const sorted = times.slice(1).sort((a, b) => a - b);
  return [itemAt(times, 0), quantile(sorted, 0.5), itemAt(sorted, -1)].map(Math.round).join(' / ');
}

/** @param {string} url */
async function timed(url) {
  const began = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}

/** @param {string} dir @param {string} url @param {number} id @param {number} turn */
async function edit(dir, url, id, turn) {
  const file = join(dir, 'blogs', `${slugOf(id)}.md`);
  const text = await readFile(file, 'utf8');
  const began = performance.now();
  await writeFile(file, `${text}\nEdited the ${turn}th time.\n`);
  for (;;) {
    const html = await (await fetch(`${url}/blogs/${id}`)).text();
    if (html.includes(`Edited the ${turn}th time.`)) return performance.now() - began;
    await wait(10);
  }
}

/** @param {string} dir */
async function startOn(dir) {
  const management = await freePort();
  // Not in the folder: the server watches it.
  const delayFile = `${dir}.delay`;
  const env = {
    CONTENT_DIR: dir,
    DATA_DIR: `${dir}.data`,
    MANAGEMENT_PORT: String(management),
    PURGE_TOKEN: TOKEN,
    DELAY_FILE: delayFile,
  };
  const args = ['--import', resolve('tests/bench/loop-delay.mjs'), 'dist/server/index.mjs'];
  const server = await startFoyer(env, { args, path: '/healthz', core: '0,1' });
  return {
    ...server,
    /** Milliseconds, since it was asked last. */
    async longestTurn() {
      await rm(delayFile, { force: true });
      process.kill(server.pid, 'SIGUSR2');
      for (;;) {
        await wait(SIGNAL_MS);
        const written = await readFile(delayFile, 'utf8').catch(() => '');
        if (written !== '') return Number(written);
      }
    },
    async purge() {
      const request = () =>
        fetch(`http://127.0.0.1:${management}/purge`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
          body: '{"all":true}',
        });
      // The management port listens after the public one.
      while (!(await request().catch(() => undefined))) await wait(SIGNAL_MS);
    },
  };
}
