import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startContentServer } from './content/server.ts';
import { openGateway } from './frontapi/open.ts';
import { createLog } from './log.ts';
import { createManagement } from './management.ts';
import { readManifest } from './page/manifest.ts';
import { Pages } from './page/pages.ts';

/* Boot, listen, signals: the only side effects of the server. */

const config = readConfigOrExit();
const log = createLog(config.logLevel);
const dist = fileURLToPath(new URL('..', import.meta.url));

process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught');
  process.exit(1);
});

const content = config.upstream
  ? undefined
  : await startContentServer(
      { dir: config.contentDir, timeZone: config.site.timeZone, drafts: config.drafts, log },
      () => gateway.purge(),
    );
const { gateway, close: closeGateway } = await openGateway(config, log, content?.url);
// Known before the first visitor asks.
void gateway.site();

let draining = false;
const manifest = readManifest(join(dist, 'server/manifest.json'));
const pages = new Pages({ config, gateway, manifest, log });
const app = createApp({
  config,
  gateway,
  pages,
  manifest,
  clientDir: join(dist, 'client'),
  log,
  isDraining: () => draining,
});
const servers = [listen(app, config, { content: config.upstream?.url ?? config.contentDir })];
if (config.management) {
  const management = createManagement({ gateway, log, purgeToken: config.management.purgeToken });
  servers.push(listen(management, config.management, { management: true }));
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);

function stop(signal: NodeJS.Signals): void {
  log.info({ signal }, 'stopping');
  draining = true;
  setTimeout(() => process.exit(1), config.shutdownGrace).unref();
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers) server.closeIdleConnections();
  void Promise.all(closed).then(async () => {
    await Promise.all([closeGateway(), content?.close()]);
    log.info('stopped');
  });
}

function listen(app: RequestListener, { host, port }: { host: string; port: number }, about: object): Server {
  const server = createServer(app);
  server.on('error', (err) => {
    log.fatal({ err }, 'cannot listen');
    process.exit(1);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address ? address.port : port;
    log.info({ url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, ...about }, 'listening');
  });
  return server;
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
