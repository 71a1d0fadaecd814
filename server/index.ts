import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startContentServer } from './content/server.ts';
import { loadContent } from './content/store.ts';
import { Gateway } from './frontapi/gateway.ts';
import { plainSite } from './frontapi/plain-site.ts';
import { Upstream } from './frontapi/upstream.ts';
import { readManifest } from './page/manifest.ts';

/* Boot, listen, signals: the only side effects of the server. */

const config = readConfigOrExit();
const log = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
const dist = fileURLToPath(new URL('..', import.meta.url));

process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught');
  process.exit(1);
});

const content = config.upstream
  ? undefined
  : await startContentServer({ dir: config.contentDir, timeZone: config.site.timeZone, log }, () => gateway.purge());
const upstream = new Upstream({
  url: config.upstream?.url ?? content?.url ?? '',
  authorization: config.upstream?.authorization,
  timeout: config.upstreamTimeout,
  concurrency: config.upstreamConcurrency,
  maxBytes: config.upstreamMaxBytes,
});
const gateway = new Gateway({
  upstream,
  reading: {
    timeZone: config.site.timeZone,
    // The content folder's own addresses are the site's.
    origin: config.upstream && upstream.origin,
    videoOrigins: config.videoOrigins,
  },
  ttl: config.contentTtl,
  stale: config.contentStale,
  plainSite: await standInSite(config),
  log,
});
void gateway.site();

const app = createApp({
  config,
  gateway,
  manifest: readManifest(join(dist, 'server/manifest.json')),
  clientDir: join(dist, 'client'),
  log,
});
const server = createServer(app);
server.on('error', (err) => {
  log.fatal({ err }, 'cannot listen');
  process.exit(1);
});
server.listen(config.port, config.host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  log.info({ url: `http://${host}:${port}`, content: config.upstream?.url ?? config.contentDir }, 'listening');
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

function stop(signal: NodeJS.Signals): void {
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), config.shutdownGrace).unref();
  server.close(async () => {
    await Promise.all([upstream.close(), content?.close()]);
    log.info('stopped');
  });
  server.closeIdleConnections();
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Wrong configuration:\n${error.message}\n`);
    process.exit(1);
  }
}

/** For an upstream that has no `site`: that of the content folder, where the operator named one. Never the example's. */
async function standInSite({ upstream, contentDir, contentDirIsSet, site }: Config) {
  const named = upstream && contentDirIsSet ? (await loadContent(contentDir, site.timeZone)).content.site : undefined;
  return named ?? plainSite(config);
}
