import { brotliCompressSync, constants } from 'node:zlib';
import { bar, median, ratio } from './figures.mjs';
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
  // Whoever compares bytes must send the same ones.
  const page = `${foyer.url}/`;
  const started = {
    logged: await startFoyer({ LOG_LEVEL: 'info' }),
    cold: await startFoyer({ PAGE_CACHE_MB: '0' }),
    bare: await start({ args: ['tests/bench/prepared.mjs', 'bare', page] }),
    express: await start({ args: ['tests/bench/prepared.mjs', 'express', page] }),
    alone: await start({ args: ['tests/bench/react-alone.mjs', page] }),
  };
  for (const [name, { args, cwd }] of Object.entries(peers)) started[name] = await start({ args, cwd, env: api });
  const contenders = [
    { name: 'bare node:http, prepared bytes', server: started.bare, encoding: 'br' },
    { name: 'Foyer, kept page', server: foyer, encoding: 'br', isOurs: true },
    {
      name: 'Foyer, kept page, with its log',
      kind: 'sent',
      server: started.logged,
      encoding: 'br',
      isOurs: true,
    },
    { name: 'Express 5, prepared bytes', server: started.express, encoding: 'br' },
    { name: `${peers.next.title}, static`, server: started.next, path: peers.next.pages.static },
    { name: 'React alone, to a stream', server: started.alone },
    { name: 'Foyer, page cache off', server: started.cold, isOurs: true },
    { name: peers['react-router'].title, server: started['react-router'] },
    { name: `${peers.next.title}, force-dynamic`, server: started.next },
  ];
  for (const contender of contenders) await round(contender, 2);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const contender of contenders) await round(contender, seconds);
  }
  const rows = await Promise.all(contenders.map(rowOf));
  const [bare] = contenders;
  for (const [index, contender] of contenders.entries())
    rows[index]['of bare'] = ratio(rateOf(contender), rateOf(bare));
  for (const { server } of contenders) await server.stop();
  return {
    text: `Load by ${generator}, 32 connections, ${rounds} rounds of ${seconds} s each, medians. Upper rows send what is made already, in brotli where they can; lower rows make the page for each request, uncompressed. CPU is the server's, and holds where the load generator is the bottleneck.`,
    rows,
    chart: bar(
      title,
      contenders.map((contender) => ({ ...contender, value: rateOf(contender) })),
    ),
  };
}

async function round(contender, seconds) {
  const { server, path = '/', encoding } = contender;
  const before = server.cpu();
  const result = await load(server.url + path, { encoding, seconds });
  if (result.failures > 0) throw new Error(`${contender.name}: ${result.failures} failures`);
  contender.results ??= [];
  contender.results.push({ ...result, cpu: (server.cpu() - before) / result.requests });
}

const rateOf = ({ results }) => median(results.slice(1).map(({ rate }) => rate));

async function rowOf(contender) {
  const { name, server, path = '/', encoding = 'identity', results } = contender;
  const of = (figure) => median(results.slice(1).map((result) => result[figure]));
  const html = await (await fetch(server.url + path, { headers: CRAWLER })).text();
  return {
    server: name,
    'requests/s': Math.round(of('rate')),
    'of bare': '',
    'CPU µs': Math.round(of('cpu')),
    'p50 ms': of('p50').toFixed(1),
    'p99 ms': of('p99').toFixed(1),
    'memory MB': server.memory(),
    encoding,
    'HTML br': packed(Buffer.from(html)),
    'JavaScript br': name.includes('prepared') || name.includes('alone') ? '' : await scriptBytes(server.url, html),
  };
}

/** Of every script that the page loads at once. */
async function scriptBytes(base, html) {
  // What is for browsers without modules is not for any of today.
  const tags = html.match(/<(?:script|link)\b[^>]*>/g).filter((tag) => !/nomodule/i.test(tag));
  const addresses = new Set(tags.flatMap((tag) => /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1] ?? []));
  const sizes = [...addresses].map(async (address) =>
    packed(Buffer.from(await (await fetch(new URL(address, base))).arrayBuffer())),
  );
  return (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
}

const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
