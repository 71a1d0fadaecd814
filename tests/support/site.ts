import type { RequestListener } from 'node:http';
import { Writable } from 'node:stream';

import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import type { Gateway } from '../../server/content-api/gateway.ts';
import { openGateway } from '../../server/content-api/open-gateway.ts';
import { startContentServer } from '../../server/content-folder/content-server.ts';
import type { Images } from '../../server/images/images.ts';
import { openImages } from '../../server/images/open-images.ts';
import { readManifest } from '../../server/pages/manifest.ts';
import { Pages } from '../../server/pages/pages.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

export interface TestSite {
  app: RequestListener;
  upstream: TestUpstream;
  gateway: Gateway;
  pages: Pages;
  pictures: Images;
  config: Config;
  /** What the server logged, requests left out. */
  log: LogLine[];
  close(): Promise<void>;
}

/** The app in this process, on a test upstream or, with CONTENT_DIR, on a content folder. */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const upstream = await startUpstream();
  const config = readConfig({
    ...(environment.CONTENT_DIR === undefined && { FRONTAPI_URL: upstream.url }),
    SITE_URL: 'https://www.himal.example',
    ...environment,
  });
  const log: LogLine[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      const entry: LogLine = JSON.parse(String(line));
      if (entry.msg !== 'request') log.push(entry);
      done();
    },
  });
  const logger = pino({ base: undefined }, sink);
  const content = config.upstream
    ? undefined
    : await startContentServer({ dir: config.contentDir, timeZone: config.site.timeZone, log: logger }, () =>
        gateway.purge(),
      );
  const pictures = await openImages(config, logger);
  const { gateway, close } = await openGateway(config, logger, {
    embedded: content?.url,
    pictures,
    readerThread: 'dist/server/reader-thread.mjs',
  });
  const manifest = readManifest('dist/server/manifest.json');
  const pages = new Pages({ config, gateway, manifest, log: logger });
  const app = createApp({ config, gateway, pages, pictures, manifest, clientDir: 'dist/client', log: logger });
  return {
    app,
    upstream,
    gateway,
    pages,
    pictures,
    config,
    log,
    async close() {
      await Promise.all([close(), pictures.close()]);
      await content?.close();
      await upstream.close();
    },
  };
}
