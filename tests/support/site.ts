import type { RequestListener } from 'node:http';
import { Writable } from 'node:stream';

import { pino } from 'pino';
import { type Config, readConfig } from '../../packages/config/src/config.ts';
import { openFolderSource } from '../../packages/folder/src/folder-source.ts';
import { withMapping } from '../../packages/folder/src/mapping-file.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { ImageNames } from '../../packages/images/src/image-address.ts';
import type { Images } from '../../packages/images/src/images.ts';
import { fixedKeys } from '../../packages/images/src/seal-keys.ts';
import type { Pages } from '../../server/pages/pages.ts';
import { openSite } from '../../server/site.ts';
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
  /** The log, without the lines about requests. */
  log: LogLine[];
  /** The log's lines about requests. */
  requests: LogLine[];
  close(): Promise<void>;
}

/** Of the sites below: what seals the addresses of a CMS's images. */
const IMAGE_KEY = 'the-key-of-all-sites-in-tests';

/** The names of images in the addresses of a site. */
export const imageNames = new ImageNames(fixedKeys([IMAGE_KEY]));

/** Wires the site in this process, on a test upstream or, with CONTENT_DIR, on a content folder. `app` does not listen. */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const upstream = await startUpstream();
  const config = await withMapping(
    readConfig({
      ...(environment.CONTENT_DIR === undefined && { FRONTAPI_URL: upstream.url }),
      SITE_URL: 'https://www.himal.example',
      IMAGE_KEY,
      ...environment,
    }),
  );
  const log: LogLine[] = [];
  const requests: LogLine[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      const entry: LogLine = JSON.parse(String(line));
      (entry.msg === 'request' ? requests : log).push(entry);
      done();
    },
  });
  const logger = pino({ base: undefined, level: config.logLevel }, sink);
  const content = config.upstream
    ? undefined
    : await openFolderSource(
        { dir: config.contentDir, timeZone: config.site.timeZone, locales: config.site.locales, log: logger },
        () => site.gateway.purge(),
      );
  const site = await openSite({ config, log: logger, content, distDir: 'dist' });
  const { app, gateway, pages, images } = site;
  return {
    app,
    upstream,
    gateway,
    pages,
    pictures: images,
    config,
    log,
    requests,
    async close() {
      await site.close();
      content?.close();
      await upstream.close();
    },
  };
}
