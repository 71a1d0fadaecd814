import { brotliCompressSync, constants } from 'node:zlib';
import { bar, itemAt, median, ratio } from './figures.mjs';
import { generator, load } from './load.mjs';
import { peers } from './peers/peers.mjs';
import { start, startFoyer } from './process.mjs';

/*
 * The same home page of the same content, by Foyer and by what people would pick instead: in turn, each server on one
 * core and the load on another, several rounds, medians.
 */

const ROUNDS = 5;
const SECONDS = 3;
const CRAWLER = { 'user-agent': 'Googlebot/2.1' };

export const title = 'The same home page';

export async function run({ rounds = ROUNDS, seconds = SECONDS } = {}) {
  const foyer = await startFoyer();
  const api = { FRONTAPI_URL: `${foyer.url}/frontapi/en/` };
  for (const peer of Object.values(peers)) await peer.build(api.FRONTAPI_URL);
  // A comparison of bytes needs the same bytes.
  const page = `${foyer.url}/`;
  const started = {
    logged: await startFoyer({ LOG_LEVEL: 'info' }),
    cold: await startFoyer({ PAGE_CACHE_MB: '0' }),
    bare: await start({ args: ['tests/bench/prepared.mjs', 'bare', page] }),
    express: await start({ args: ['tests/bench/prepared.mjs', 'express', page] }),
    alone: await start({ args: ['tests/bench/react-alone.mjs', page] }),
  };
  const next = await start({ args: peers.next.args, cwd: peers.next.cwd, env: api });
  const framework = peers['react-router'];
  const reactRouter = await start({ args: framework.args, cwd: framework.cwd, env: api });
  /** @type {Contender[]} */
  const contenders = [
    { name: 'bare node:http, prepared bytes', server: started.bare, encoding: 'br' },
    { name: 'Foyer, cached page', server: foyer, encoding: 'br', isOurs: true },
    {
      name: 'Foyer, cached page, with its log',
      server: started.logged,
      encoding: 'br',
      isOurs: true,
    },
    { name: 'Express 5, prepared bytes', server: started.express, encoding: 'br' },
    { name: `${peers.next.title}, static`, server: next, path: peers.next.pages.static },
    { name: 'React alone, to a stream', server: started.alone },
    { name: 'Foyer, page cache off', server: started.cold, isOurs: true },
    { name: framework.title, server: reactRouter },
    { name: `${peers.next.title}, force-dynamic`, server: next },
  ].map((contender) => ({ ...contender, results: [] }));
  for (const contender of contenders) await round(contender, 2);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const contender of contenders) await round(contender, seconds);
  }
  const bare = rateOf(itemAt(contenders, 0));
  const rows = await Promise.all(contenders.map((contender) => rowOf(contender, bare)));
  for (const { server } of contenders) await server.stop();
  return {
    text: `Load by ${generator}, 32 connections, ${rounds} rounds of ${seconds} s each, medians. Upper rows send a prepared page, in brotli if they can; lower rows render the page for each request, uncompressed. Foyer's HTML includes the styles, which are files elsewhere. CPU is the server's, and holds where the load generator is the bottleneck.`,
    rows,
    chart: bar(
      title,
      contenders.map((contender) => ({ ...contender, value: rateOf(contender) })),
    ),
  };
}

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {import('./process.mjs').Server} server
 * @property {string} [path]
 * @property {string} [encoding]
 * @property {boolean} [isOurs]
 * @property {(import('./load.mjs').Load & { cpu: number })[]} results of each round; the first is for warming up
 */

/** @param {Contender} contender @param {number} seconds */
async function round(contender, seconds) {
  const { server, path = '/', encoding } = contender;
  const before = server.cpu();
  const result = await load(server.url + path, { encoding, seconds });
  if (result.failures > 0) throw new Error(`${contender.name}: ${result.failures} failures`);
  contender.results.push({ ...result, cpu: (server.cpu() - before) / result.requests });
}

/** @param {Contender} contender */
const rateOf = ({ results }) => median(results.slice(1).map(({ rate }) => rate));

/** @param {Contender} contender @param {number} bare requests a second of the bare server */
async function rowOf(contender, bare) {
  const { name, server, path = '/', encoding = 'identity', results } = contender;
  /** @param {'rate' | 'cpu' | 'p50' | 'p99'} figure */
  const of = (figure) => median(results.slice(1).map((result) => result[figure]));
  const html = await (await fetch(server.url + path, { headers: CRAWLER })).text();
  return {
    server: name,
    'requests/s': Math.round(of('rate')),
    'of bare': ratio(of('rate'), bare),
    'CPU µs': Math.round(of('cpu')),
    'p50 ms': of('p50').toFixed(1),
    'p99 ms': of('p99').toFixed(1),
    'memory MB': server.memory(),
    encoding,
    'HTML br': packed(Buffer.from(html)),
    'JavaScript br': name.includes('prepared') || name.includes('alone') ? '' : await scriptBytes(server.url, html),
  };
}

/** Of every script that the page loads at once. @param {string} base @param {string} html */
async function scriptBytes(base, html) {
  // What is for browsers without modules is not for any of today.
  const tags = (html.match(/<(?:script|link)\b[^>]*>/g) ?? []).filter((tag) => !/nomodule/i.test(tag));
  // Foyer's inline script loads what it names.
  const names = /(?:src|href|data-modules)="([^"]+\.js)"/;
  const addresses = new Set(tags.flatMap((tag) => names.exec(tag)?.[1]?.split(' ') ?? []));
  const sizes = [...addresses].map(async (address) =>
    packed(Buffer.from(await (await fetch(new URL(address, base))).arrayBuffer())),
  );
  return (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
}

/** @param {Buffer} bytes */
const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
