import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { bar, itemAt, median, ratio } from './figures.mjs';
import { generator, load } from './load.mjs';
import { hasNginx, startNginx } from './nginx.mjs';
import { API_PORT, peers } from './peers/peers.mjs';
import { start, startQuiet } from './process.mjs';

/*
 * The same home page of the same content, by Foyer and by what people would pick instead, and what else Foyer has in memory:
 * in turn, each server on one core and the load on another, several rounds, medians.
 */

/** Many and short: the machine may become slower or faster from one second to the next. */
const ROUNDS = 3;
const SECONDS = 1;
/** Before the first round: V8 optimises what runs often, and enlarges its heap. */
const WARM_UP_SECONDS = 4;
/** A page that is rendered runs more code: after twenty seconds it takes half the time of the first five. */
const WARM_UP_OF_RENDERED_SECONDS = 20;
/**
 * Before what counts of each round. A server that has rested while the others had their turn takes page faults, though its memory has
 * stayed resident: the first second costs up to ten times as much for a request, the next two still more than those after them.
 */
const SETTLING_SECONDS = 3;
const CRAWLER = { 'user-agent': 'Googlebot/2.1' };
const API_ANSWER = '/frontapi/en/notice';
const BARE = 'bare node:http, prepared bytes';

export const title = 'The same home page';

/**
 * @typedef {'page, prepared' | 'page, rendered' | 'script file' | 'API answer'} What
 *
 * @typedef {object} Contender
 * @property {What} what is sent
 * @property {string} name
 * @property {import('./process.mjs').Server} server
 * @property {string} [path]
 * @property {string} [encoding]
 * @property {boolean} [isOurs]
 * @property {boolean} [isSite] its pages have scripts of their own
 * @property {(import('./load.mjs').Load & { cpu: number })[]} results of each round
 */

export async function run({ rounds = ROUNDS, seconds = SECONDS, withPeers = true } = {}) {
  const contenders = (await startAll(withPeers)).map((contender) => ({ ...contender, results: [] }));
  for (const contender of contenders) await warmUp(contender);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const contender of contenders) await round(contender, seconds);
  }
  const rows = await Promise.all(contenders.map((contender) => rowOf(contender, contenders)));
  // Some are asked for two things.
  for (const server of new Set(contenders.map(({ server }) => server))) await server.stop();
  const pages = contenders.filter(({ what }) => what.startsWith('page'));
  /** @param {string} name @param {'of bare' | 'of Next.js, rendered' | 'HTML br' | 'styles br' | 'JavaScript br'} figure */
  const of = (name, figure) => rows.find(({ server }) => server.startsWith(name))?.[figure] ?? '-';
  const kilobytes = (/** @type {string | number} */ bytes) => (Number(bytes) / 1000).toFixed(1);
  const scripts = (/** @type {string} */ name) => kilobytes(of(name, 'JavaScript br'));
  const htmlAndStyles = (/** @type {string} */ name) =>
    kilobytes(Number(of(name, 'HTML br')) + Number(of(name, 'styles br')));
  return {
    highlights: [
      {
        what: 'a cached page: requests a second, of bare node:http',
        Foyer: `${of('Foyer, cached page', 'of bare')}, with its log ${of('Foyer, cached page, with its log', 'of bare')}`,
        others: `nginx with a file ${of('nginx', 'of bare')}, Next.js static ${of('Next.js', 'of bare')}`,
      },
      {
        what: 'a page rendered for each request: times the rate of Next.js',
        Foyer: of('Foyer, page cache off', 'of Next.js, rendered'),
        others: `Astro ${of('Astro', 'of Next.js, rendered')}, React Router ${of('React Router', 'of Next.js, rendered')}`,
      },
      {
        what: 'HTML and styles of home in Brotli, kB',
        Foyer: htmlAndStyles('Foyer, cached page'),
        others: `Next.js ${htmlAndStyles('Next.js')}, Astro ${htmlAndStyles('Astro')}`,
      },
      {
        what: 'scripts of a first load in Brotli, kB',
        Foyer: scripts('Foyer, cached page'),
        others: `Next.js ${scripts('Next.js')}, React Router ${scripts('React Router')}`,
      },
    ],
    text: `Load by ${generator}, 32 connections, ${rounds} rounds of ${seconds} s each, after ${SETTLING_SECONDS} s that do not count, after ${WARM_UP_SECONDS} s of warming up, ${WARM_UP_OF_RENDERED_SECONDS} s where pages are rendered, medians; ratios are medians of those of each round. Bare: the same bytes and headers as Foyer's, as fast as node:http can; ${nginx()} Prepared is in brotli, if they can; rendered is rendered for each request and sent uncompressed, from answers of the API that each server keeps for as long as Foyer does. Next.js, React Router and Astro have Foyer's components. Styles: the files that the page names; Foyer's are in its HTML. CPU is the server's, and holds where the load generator is the bottleneck.`,
    rows,
    chart: bar(
      title,
      pages.map((contender) => ({ ...contender, value: rateOf(contender) })),
    ),
  };
}

/** @param {Contender} contender */
async function warmUp({ what, server, path = '/', encoding }) {
  const seconds = what === 'page, rendered' ? WARM_UP_OF_RENDERED_SECONDS : WARM_UP_SECONDS;
  await load(server.url + path, { encoding, seconds });
}

const nginx = () =>
  hasNginx
    ? 'nginx has them as a file, in one process without a log.'
    : 'there is no nginx on this machine, which would have them as a file.';

/** @param {boolean} withPeers @returns {Promise<Omit<Contender, 'results'>[]>} */
async function startAll(withPeers) {
  const foyer = await startQuiet({}, { port: API_PORT });
  const env = { FRONTAPI_URL: `${foyer.url}/frontapi/en/` };
  for (const peer of withPeers ? Object.values(peers) : []) await peer.build(env.FRONTAPI_URL);
  const { script } = JSON.parse(await readFile('dist/server/manifest.json', 'utf8'));
  const page = `${foyer.url}/`;
  /** @param {'bare' | 'express'} how @param {string} path */
  const prepared = async (how, path) => ({
    server: await start({ args: ['tests/bench/prepared.mjs', how, foyer.url + path] }),
    encoding: 'br',
  });
  // Each rests once its search has read everything.
  const [logging, rendering] = await Promise.all([
    startQuiet({ LOG_LEVEL: 'info' }),
    startQuiet({ PAGE_CACHE_MB: '0' }),
  ]);
  const ours = { isOurs: true, isSite: true };
  const cached = { server: foyer, encoding: 'br', ...ours };
  const { next, astro, 'react-router': framework } = peers;
  /** @param {{ title: string, cwd: string, args: (port: number) => string[] }} peer @param {Record<string, string | undefined>} named names with paths */
  const inPeer = async (peer, named) => {
    if (!withPeers) return [];
    const server = await start({ ...peer, env });
    return Object.entries(named).map(([name, path]) => ({ name: peer.title + name, server, isSite: true, path }));
  };
  const [inNext = [], inAstro = [], inFramework = []] = await Promise.all([
    inPeer(next, { ', static': next.pages.static, ', force-dynamic': next.pages.dynamic }),
    inPeer(astro, { ", React's components": astro.pages.dynamic }),
    inPeer(framework, { '': undefined }),
  ]);
  /** @type {Record<What, Omit<Contender, 'what' | 'results'>[]>} */
  const contenders = {
    'page, prepared': [
      ...(hasNginx ? [{ name: 'nginx, a file', server: await startNginx(page), encoding: 'br' }] : []),
      { name: BARE, ...(await prepared('bare', '/')) },
      { name: 'Foyer, cached page', ...cached },
      { name: 'Foyer, cached page, with its log', ...cached, server: logging },
      { name: 'Express 5, prepared bytes', ...(await prepared('express', '/')) },
      ...inNext.slice(0, 1),
    ],
    'page, rendered': [
      { name: 'React alone, to a stream', server: await start({ args: ['tests/bench/react-alone.mjs', page] }) },
      { name: 'Foyer, page cache off', server: rendering, ...ours },
      ...inAstro,
      ...inFramework,
      ...inNext.slice(1),
    ],
    'script file': [
      { name: BARE, ...(await prepared('bare', script)) },
      { name: 'Foyer', ...cached, path: script },
    ],
    'API answer': [
      { name: BARE, ...(await prepared('bare', API_ANSWER)) },
      { name: 'Foyer', ...cached, path: API_ANSWER },
    ],
  };
  /** @type {What[]} */
  const all = ['page, prepared', 'page, rendered', 'script file', 'API answer'];
  return all.flatMap((what) => contenders[what].map((contender) => ({ what, ...contender })));
}

/** @param {Contender} contender @param {number} seconds */
async function round(contender, seconds) {
  const { name, server, path = '/', encoding } = contender;
  await load(server.url + path, { encoding, seconds: SETTLING_SECONDS });
  const before = server.cpu();
  const result = await load(server.url + path, { encoding, seconds });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} failures`);
  contender.results.push({ ...result, cpu: (server.cpu() - before) / result.requests });
}

/** @param {Contender} contender */
const rateOf = ({ results }) => median(results.map(({ rate }) => rate));

/** Of the rates in the same round. @param {Contender} contender @param {Contender} other */
const ratioOf = ({ results }, other) =>
  ratio(median(results.map(({ rate }, round) => rate / itemAt(other.results, round).rate)), 1);

/** @param {Contender} contender @param {Contender[]} contenders */
async function rowOf(contender, contenders) {
  const { what, name, server, path = '/', encoding = 'identity', isSite, results } = contender;
  /** @param {'rate' | 'cpu' | 'p50' | 'p99'} figure */
  const of = (figure) => median(results.map((result) => result[figure]));
  const isPage = what.startsWith('page');
  const bare = contenders.find((other) => other.name === BARE && (isPage || other.what === what));
  // The last of those that render.
  const next =
    what === 'page, rendered' && contenders.some((other) => other.name.startsWith(peers.next.title))
      ? contenders.findLast((other) => other.what === what)
      : undefined;
  const html = isPage ? await (await fetch(server.url + path, { headers: CRAWLER })).text() : '';
  return {
    what,
    server: name,
    'requests/s': Math.round(of('rate')),
    'of bare': bare ? ratioOf(contender, bare) : '',
    'of Next.js, rendered': next ? ratioOf(contender, next) : '',
    'CPU µs': Math.round(of('cpu')),
    'p50 ms': of('p50').toFixed(1),
    'p99 ms': of('p99').toFixed(1),
    'memory MB': server.memory(),
    encoding,
    'HTML br': isPage ? packed(Buffer.from(html)) : '',
    'styles br': isPage && isSite ? await packedFiles(server.url, stylesOf(html)) : '',
    'JavaScript br': isPage && isSite ? await packedFiles(server.url, scriptsOf(html)) : '',
  };
}

/** The addresses of the page's style sheets. @param {string} html */
const stylesOf = (html) =>
  (html.match(/<link\b[^>]*rel="stylesheet"[^>]*>/g) ?? []).flatMap((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? []);

/** The addresses of every script that the page loads at once. @param {string} html */
function scriptsOf(html) {
  // What is for browsers without modules is not for any of today.
  const tags = (html.match(/<(?:script|link)\b[^>]*>/g) ?? []).filter((tag) => !/nomodule/i.test(tag));
  // Foyer's inline script loads what it names.
  const names = /(?:src|href|data-modules)="([^"]+\.js)"/;
  return tags.flatMap((tag) => names.exec(tag)?.[1]?.split(' ') ?? []);
}

/** The bytes of files, each once. @param {string} base @param {readonly string[]} addresses */
async function packedFiles(base, addresses) {
  const sizes = [...new Set(addresses)].map(async (address) =>
    packed(Buffer.from(await (await fetch(new URL(address, base))).arrayBuffer())),
  );
  return (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
}

/** @param {Buffer} bytes */
const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
