import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, startFoyer } from './process.mjs';

/* Three replicas before a CMS that does five calls a second, one after the other, and ends what nobody waits for any more. */

const CALL_MS = 200;
const REPLICAS = 3;
const REQUESTS_A_SECOND = 7;
const SECONDS = 90;

export const title = 'A CMS that is asked for more than it can do';

export async function run() {
  const source = await startFoyer({ CONTENT_DIR: 'content' });
  const cms = await startCms(source.url);
  const redisPort = await freePort();
  const redis = spawn('redis-server', ['--port', String(redisPort), '--save', ''], { stdio: 'ignore' });
  // Nor does it outlive a benchmark that fails.
  process.once('exit', () => redis.kill());
  const sitemap = await (await fetch(`${source.url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, () =>
      startFoyer(
        { FRONTAPI_URL: `${cms.url}/frontapi/en/`, REDIS_URL: `redis://127.0.0.1:${redisPort}`, LOG_LEVEL: 'error' },
        { path: '/healthz', core: '0,1' },
      ),
    ),
  );
  const rows = await load(replicas, pages, cms);
  await cms.close();
  await Promise.all([...replicas, source].map((server) => server.stop()));
  redis.kill();
  return {
    text: `${REPLICAS} replicas with one Redis and cold caches, ${REQUESTS_A_SECOND} requests a second at each, of ${pages.length} pages at random; the CMS needs ${CALL_MS} ms for a call.`,
    rows,
  };
}

/** @param {string} source whose API it passes on */
async function startCms(source) {
  let calls = 0;
  let isClosed = false;
  let last = Promise.resolve();
  const server = createServer((request, response) => {
    calls += 1;
    last = last.then(async () => {
      if (isClosed) return;
      const [answer] = await Promise.all([fetch(source + request.url), wait(CALL_MS)]);
      const body = await answer.text();
      if (!response.destroyed) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    });
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    async close() {
      isClosed = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * @param {{ url: string }[]} replicas
 * @param {string[]} pages
 * @param {{ calls(): number }} cms
 */
async function load(replicas, pages, cms) {
  const seen = new Set();
  const requests = [];
  const rows = [];
  let [ok, failed, callsBefore] = [0, 0, cms.calls()];
  const began = performance.now();
  for (let second = 1; second <= SECONDS; second += 1) {
    for (const { url } of replicas)
      for (let index = 0; index < REQUESTS_A_SECOND; index += 1) {
        const page = pages[Math.floor(Math.random() * pages.length)];
        const request = fetch(`${url}${page}?whole=1`).then(
          async (response) => {
            await response.arrayBuffer();
            if (response.status === 200) seen.add(page);
            if (response.status === 200) ok += 1;
            else failed += 1;
          },
          () => {
            failed += 1;
          },
        );
        requests.push(request);
      }
    await wait(began + second * 1000 - performance.now());
    if (second % 15 > 0) continue;
    rows.push({
      'after s': second,
      'pages seen': `${seen.size} of ${pages.length}`,
      'calls a second': ((cms.calls() - callsBefore) / 15).toFixed(1),
      'with 200': ok,
      'with another status': failed,
    });
    callsBefore = cms.calls();
  }
  await Promise.all(requests);
  return rows;
}
