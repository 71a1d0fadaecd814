import { chromium } from 'playwright-core';
import { median } from './figures.mjs';
import { API_PORT, peers } from './peers/peers.mjs';
import { AFTER_LOAD_MS, FLAGS, visit } from './phone.mjs';
import { start, startQuiet } from './process.mjs';

/*
 * First visits by a phone to the same pages of the same content, by Foyer and by what people would pick instead: what is
 * painted when, what blocks, what is transferred. In turn, several rounds, medians.
 */

const ROUNDS = 3;
/** By their kind. @type {Record<string, string>} */
const PAGES = {
  home: '/',
  article: '/blogs/1',
  Nepali: '/blogs/6',
};

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {import('./process.mjs').Server} server
 * @property {string} [home] the path of its home page
 * @typedef {import('./phone.mjs').Visit} Visit
 */

export const title = 'First paint on a slow phone';

export async function run({ rounds = ROUNDS } = {}) {
  const foyer = await startQuiet({}, { port: API_PORT });
  const api = { FRONTAPI_URL: `${foyer.url}/frontapi/en/` };
  const { next, astro } = peers;
  for (const peer of [next, astro]) await peer.build(api.FRONTAPI_URL);
  /** @type {Contender[]} */
  const contenders = [
    { name: 'Foyer', server: foyer },
    {
      name: next.title,
      server: await start({ args: next.args, cwd: next.cwd, env: { ...api, COMPRESS: '1' } }),
      home: next.pages.static,
    },
    {
      name: astro.title,
      server: await start({ args: astro.staticArgs, cwd: astro.cwd, env: api, path: astro.pages.static }),
      home: astro.pages.static,
    },
  ];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  try {
    /** @type {ReturnType<typeof rowOf>[]} */
    const rows = [];
    for (const page of Object.keys(PAGES)) rows.push(...(await measure(browser, page, contenders, rounds)));
    const [page] = Object.keys(PAGES);
    /** @param {'first paint ms' | 'largest paint ms' | 'total kB'} figure @param {number} index */
    const of = (figure, index) => String(rows.filter((row) => row.page === page)[index]?.[figure]);
    /** @param {string} what @param {'first paint ms' | 'largest paint ms' | 'total kB'} figure */
    const highlight = (what, figure) => ({
      what,
      Foyer: of(figure, 0),
      others: `Next.js ${of(figure, 1)}, Astro without scripts ${of(figure, 2)}`,
    });
    return {
      highlights: [
        highlight('home on a slow phone: first paint, ms', 'first paint ms'),
        highlight('home on a slow phone: largest paint, ms', 'largest paint ms'),
        highlight('home on a slow phone: all that is transferred, kB', 'total kB'),
      ],
      text: `Chromium as Lighthouse's mobile preset has it, applied and not simulated: 412 x 823 at 1.75, processor slowed 4 times, 562.5 ms for each request, 1.47 Mbit/s. Nothing cached, medians of ${rounds} visits, observed until ${AFTER_LOAD_MS / 1000} s after the load event. Blocking: what tasks of more than 50 ms take beyond these after the first paint. Alive: hydrated. kB are those of the wire, with headers; before the largest paint: of what has begun to arrive by then, its share. Foyer's styles are part of its HTML. Next.js: static pages by its own server, in gzip. Astro: static pages without scripts, in brotli. All have the same components, renditions of pictures and font files, which Foyer's build has reduced to the characters and weights in use. Each loads fonts in its own way: Foyer's late font of running text is used from the next page on, that of headings and the peers' replace the one that is shown.`,
      rows,
    };
  } finally {
    await browser.close();
    for (const { server } of contenders) await server.stop();
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} page
 * @param {Contender[]} contenders
 * @param {number} rounds
 */
async function measure(browser, page, contenders, rounds) {
  const measured = contenders.map(({ name, server, home }) => {
    const path = PAGES[page] ?? '';
    return { name, url: server.url + (path === '/' ? (home ?? path) : path), visits: /** @type {Visit[]} */ ([]) };
  });
  // So that pages are in caches and pictures are scaled.
  for (const { url } of measured) await visit(browser, url, { isSlow: false, afterLoad: 1_000 });
  for (let round = 0; round < rounds; round += 1) {
    for (const { url, visits } of measured) visits.push(await visit(browser, url));
  }
  return measured.map(({ name, visits }) => rowOf(page, name, visits));
}

/** @param {string} page @param {string} server @param {Visit[]} visits */
function rowOf(page, server, visits) {
  /** @param {(visit: Visit) => number} figure */
  const of = (figure) => median(visits.map(figure));
  /** @param {(visit: Visit) => number} bytes */
  const kilobytes = (bytes) => (of(bytes) / 1000).toFixed(1);
  const alive = of((visit) => visit.alive ?? Number.POSITIVE_INFINITY);
  return {
    page,
    server,
    'first paint ms': Math.round(of(({ fcp }) => fcp)),
    'largest paint ms': Math.round(of(({ lcp }) => lcp)),
    largest: visits.find(({ lcp }) => lcp === of((visit) => visit.lcp))?.largest ?? '',
    'blocking ms': Math.round(of(({ tbt }) => tbt)),
    'layout shift': of(({ cls }) => cls).toFixed(3),
    'with font of headings': `${visits.filter(({ hasFont }) => hasFont).length} of ${visits.length}`,
    'longest task ms': Math.round(of(({ longest }) => longest)),
    'alive after ms': Number.isFinite(alive) ? Math.round(alive) : '',
    requests: of(({ requests }) => requests),
    'HTML kB': kilobytes(({ bytes }) => bytes.html),
    'styles kB': kilobytes(({ bytes }) => bytes.styles),
    'scripts kB': kilobytes(({ bytes }) => bytes.scripts),
    'fonts kB': kilobytes(({ bytes }) => bytes.fonts),
    'pictures kB': kilobytes(({ bytes }) => bytes.pictures),
    'other kB': kilobytes(({ bytes }) => bytes.other),
    'total kB': kilobytes(({ total }) => total),
    'fonts before largest paint kB': kilobytes(({ beforeLcp }) => beforeLcp.fonts),
    'scripts before it kB': kilobytes(({ beforeLcp }) => beforeLcp.scripts),
  };
}
