import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openGateway } from './content-api/open-gateway.ts';
import type { Purge } from './content-api/purge.ts';
import { isContentReady } from './content-folder/content-server.ts';
import { openImages } from './images/open-images.ts';
import { listen } from './listen.ts';
import { exposition, Metrics } from './observability/metrics.ts';
import { readManifest } from './pages/manifest.ts';
import { Pages } from './pages/pages.ts';

/** The site, by one process or by several. */
export interface Serving {
  url: string;
  /** Resolves once nothing of what is named is served as it was. */
  purge(what: Purge): Promise<void>;
  /** In the text form of Prometheus. */
  metrics(): Promise<string>;
  /** Resolves once every request has been answered. */
  stop(): Promise<void>;
}

const DIST = fileURLToPath(new URL('..', import.meta.url));

/**
 * Serves the site from this process.
 * @param embedded the base of the content folder's API, where no upstream is configured
 */
export async function startSite(config: Config, log: Logger, embedded?: string): Promise<Serving> {
  const metrics = config.management && new Metrics();
  const pictures = await openImages(config, log, metrics);
  const readerThread = join(DIST, 'server/reader-thread.mjs');
  const { gateway, close } = await openGateway(config, log, { embedded, pictures, metrics, readerThread });
  const manifest = readManifest(join(DIST, 'server/manifest.json'));
  const pages = new Pages({ config, gateway, manifest, log, metrics });
  gateway.on('called', (outcome, milliseconds) => metrics?.called(outcome, milliseconds));
  pictures.on('rendition-outcome', (outcome) => metrics?.pictured(outcome === 'rendered' ? 'made' : outcome));
  metrics?.watch({ pages: () => pages.size, answers: () => gateway.size, pictures: () => pictures.size });
  let isDraining = false;
  const app = createApp({
    config,
    gateway,
    pages,
    pictures,
    manifest,
    clientDir: join(DIST, 'client'),
    log,
    metrics,
    isDraining: () => isDraining,
    isContentReady: embedded === undefined ? undefined : () => isContentReady(embedded),
  });
  const listening = await listen(app, config);
  pages.warm().catch((err: unknown) => log.error({ err }, 'pages could not be made ahead'));
  return {
    url: listening.url,
    purge: (what) => gateway.purge(what),
    metrics: () => exposition(),
    async stop() {
      isDraining = true;
      await wait(config.shutdownDelay);
      await listening.close(config.shutdownGrace);
      await Promise.all([close(), pictures.close()]);
    },
  };
}
