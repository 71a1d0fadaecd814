import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startFoyer } from './process.mjs';

/*
 * npm run bench -- memory-limit: whether the image's defaults live under a limit of memory, with visitors of all pages, of pictures
 * in all sizes and of the search. As root where the system has memory cgroups; otherwise the most that was resident says it.
 */

const LOAD_SECONDS = 20;
const CONNECTIONS = 20;
/** The search reads everything meanwhile. */
const START_SECONDS = 15;

export const title = 'Memory under a limit';

/** A variable of the image, `NAME=value`. */
const image = Object.fromEntries(
  [...readFileSync('Dockerfile', 'utf8').matchAll(/^ENV ((?:MALLOC|NODE_OPTIONS).+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  ),
);

export async function run() {
  const rows = [];
  for (const { what, env, limit } of [
    { what: 'the defaults', env: {}, limit: 320 },
    { what: 'two languages', env: { LOCALES: 'en,ne' }, limit: 384 },
    { what: 'without the search', env: { SEARCH: 'off' }, limit: 256 },
    { what: 'two languages, without the search', env: { SEARCH: 'off', LOCALES: 'en,ne' }, limit: 320 },
  ])
    rows.push({ what, 'limit MB': limit, ...(await measure({ ...image, ...env }, limit)) });
  return {
    text: `${CONNECTIONS} connections, ${LOAD_SECONDS} s: pages, pictures in sizes that nobody has asked for, searches.`,
    rows,
  };
}

/** @param {NodeJS.ProcessEnv} env @param {number} limitMb */
async function measure(env, limitMb) {
  const group = openGroup(limitMb);
  // Its page may not come, if the limit is too low for a start.
  const server = await startFoyer(
    env,
    group ? { command: 'sh', args: inGroup(group.procs), core: '0,1' } : { core: '0,1' },
  );
  await wait(START_SECONDS * 1_000);
  const quiet = group ? group.anonymous() : server.memory();
  const { requests, failures } = await visit(server.url);
  const peak = group ? group.peak() : server.peak();
  const isAlive = failures === 0;
  await server.stop();
  group?.close();
  return { 'at rest MB': quiet, requests, 'most MB': peak, lives: isAlive ? 'yes' : 'no' };
}

/** @param {string} procs */
const inGroup = (procs) => ['-c', `echo $$ > ${procs} && exec "$0" dist/server/index.mjs`, process.execPath];

/** A cgroup with a limit; undefined where there can be none. @param {number} limitMb */
function openGroup(limitMb) {
  for (const [parent, limit, peak] of [
    ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes', 'memory.max_usage_in_bytes'],
    ['/sys/fs/cgroup', 'memory.max', 'memory.peak'],
  ]) {
    // A run that was interrupted leaves its group behind, with a name of its own.
    const dir = `${parent}/foyer-bench-${process.pid}`;
    try {
      mkdirSync(dir);
      // Where this is no cgroup, there is no such file to write to.
      writeFileSync(`${dir}/${limit}`, String(limitMb * 2 ** 20), { flag: 'r+' });
      return {
        procs: `${dir}/cgroup.procs`,
        /** Without the pages of files, which the system takes back first. */
        anonymous: () =>
          Math.round(
            Number(/^(?:total_rss|anon) (\d+)/m.exec(readFileSync(`${dir}/memory.stat`, 'utf8'))?.[1]) / 2 ** 20,
          ),
        peak: () => Math.round(Number(readFileSync(`${dir}/${peak}`, 'utf8')) / 2 ** 20),
        close: () => rmdirSync(dir),
      };
    } catch {
      // Another kind of cgroups, or not allowed.
    }
  }
  return undefined;
}

/** @param {string} url */
async function visit(url) {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  const headers = { 'user-agent': 'Googlebot/2.1', 'accept-encoding': 'br' };
  /** @param {string} path */
  const get = async (path) => {
    const { statusCode, body } = await request(url + path, { dispatcher, headers });
    const text = Buffer.from(await body.arrayBuffer()).toString('latin1');
    if (statusCode >= 500) throw new Error(`${path} is ${statusCode}`);
    return text;
  };
  const identity = await request(`${url}/sitemap.xml`).then(({ body }) => body.text());
  const paths = [...identity.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)/g)].map(([, path]) => path || '/');
  const pictures = new Set();
  for (const path of paths) {
    const page = await fetch(url + path, { headers: { 'user-agent': 'Googlebot/2.1' } }).then((response) =>
      response.text(),
    );
    for (const [address] of page.matchAll(/\/media\/@[^" ,)]+/g)) pictures.add(address);
  }
  const sizes = [...pictures];
  const end = performance.now() + LOAD_SECONDS * 1_000;
  let requests = 0;
  let failures = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      const number = requests;
      requests += 1;
      const path =
        number % 10 === 0
          ? sizes[(number / 10) % sizes.length]
          : number % 20 === 1
            ? `/search?q=report+${number % 50}`
            : paths[number % paths.length];
      await get(String(path)).catch(() => {
        failures += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  await dispatcher.destroy();
  return { requests, failures };
}
