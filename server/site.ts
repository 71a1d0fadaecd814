import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openUpstream, type Upstream } from '@foyer/cms';
import type { Config } from '@foyer/config';
import { type FolderSource, MediaAccess } from '@foyer/folder';
import { type FaultSnapshot, type Gateway, openGateway, type Purge } from '@foyer/gateway';
import { withTables } from '@foyer/gathering';
import {
  type ApiFiles,
  blockedPictures,
  describeImages,
  describeKnownImages,
  type HandedKeys,
  type Images,
  openImages,
  openSealKeys,
  SealKeys,
} from '@foyer/images';
import { loadMessages } from '@foyer/model';
import { type Metrics, SlowCalls } from '@foyer/runtime';
import { type SearchGateway, withSearch } from '@foyer/search';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { listen } from './http/listen.ts';
import { readManifest } from './pages/manifest.ts';
import { Pages } from './pages/pages.ts';

/** The parts of a site in one process. */
export interface SiteProcess {
  app: RequestListener;
  gateway: Gateway;
  pages: Pages;
  images: Images;
  upstream?: Upstream;
  /** Of a CMS: where files of its origin are fetched. */
  api?: ApiFiles;
  close(): Promise<void>;
}

export interface SiteOptions {
  config: Config;
  log: Logger;
  /** Of a configuration without an upstream; its caller closes it. */
  content?: FolderSource;
  /** Base of the search's API, on loopback. Undefined: the upstream answers searches. */
  searchUrl?: string;
  /** Of the primary process; none: of this one. */
  handedKeys?: HandedKeys;
  metrics?: Metrics;
  /** The folder of the build. */
  distDir?: string;
  /** The process is shutting down. */
  isDraining?: () => boolean;
}

/** A running site, in one process or several. */
export interface RunningSite {
  url: string;
  /** Of a site in this process alone. */
  searchGateway?: SearchGateway;
  /** Resolves when the first pages are in the page cache, or could not be rendered. Undefined: the processes that serve it do that. */
  warmed?: Promise<void>;
  /** Resolves when every process has invalidated the content. */
  purge(what: Purge): Promise<void>;
  /** In Prometheus's text format. */
  metrics(): Promise<string>;
  /** What each process knows about the upstream's answers. */
  faults(): Promise<FaultSnapshot[]>;
  /** Resolves when every request has been answered. */
  stop(): Promise<void>;
  /** Closes what it reads from, once nothing else reads there. Undefined: `stop` does. */
  close?(): Promise<void>;
}

const DIST_DIR = fileURLToPath(new URL('..', import.meta.url));

/** Wires one process. Nothing listens yet. */
export async function openSite({
  config,
  log,
  content,
  searchUrl,
  handedKeys,
  metrics,
  distDir = DIST_DIR,
  isDraining,
}: SiteOptions): Promise<SiteProcess> {
  await Promise.all(config.site.locales.map(loadMessages));
  const upstream = config.upstream && openMeasuredUpstream(config, config.upstream, log, metrics);
  const source = upstream ? withTables(config, upstream) : content;
  if (!source) throw new Error('a site needs a CMS or a content folder');
  const sealKeys = handedKeys ? new SealKeys(handedKeys) : await openSealKeys(config, log);
  // An export is made once, and waits for each picture.
  const api: ApiFiles | undefined =
    upstream && config.isExport ? { ...upstream.files, run: (fetch) => fetch() } : upstream?.files;
  const images = await openImages(config, log, { sealKeys, api, metrics });
  // The example's `site` must not be the fallback of an upstream. What reads a content folder is loaded where there is one.
  const folder =
    config.upstream && config.contentDirIsSet
      ? await (await import('@foyer/folder/content')).openFolderContent(config, log)
      : undefined;
  const searched = withSearch(source, config, searchUrl);
  const { gateway, close } = await openGateway(config, log, {
    source: searched.source,
    sealKeys,
    folderContent: folder?.content,
    describeImages: async (data) => [
      ...blockedPictures(data, config.mediaOrigins),
      ...(config.isExport
        ? await describeKnownImages(data, images)
        : describeImages(data, (location, file) => images.describe(location, file))),
    ],
    metrics,
    normaliserThread: join(distDir, 'server/normaliser-thread.mjs'),
  });
  // The content folder's answers can be loaded again at any time; those of a CMS get new image facts when they are revalidated.
  if (content) images.on('original-replaced', () => gateway.purgeLocal({ all: true }));
  const mediaAccess = content && new MediaAccess(() => content.hiddenFiles(), config.contentDir);
  gateway.on('purged', () => {
    images.markStale();
    mediaAccess?.renew();
  });
  gateway.on('faulty', ({ path, kind, count }) => metrics?.faulty(path, kind, count));
  images.on('rendition-outcome', (outcome) => metrics?.imageRequested(outcome));
  const manifest = readManifest(join(distDir, 'server/manifest.json'));
  const pages = new Pages({ config, gateway, manifest, log, metrics });
  metrics?.watchCaches({ pages: () => pages.size, answers: () => gateway.size, pictures: () => images.size });
  const app = createApp({
    config,
    gateway,
    pages,
    images,
    mediaAccess,
    clientDir: join(distDir, 'client'),
    log,
    metrics,
    isDraining,
    isContentReady: content && (() => content.isReady()),
  });
  return {
    app,
    gateway,
    pages,
    images,
    upstream,
    api,
    async close() {
      folder?.close();
      await Promise.all([close(), searched.close(), images.close()]);
      await upstream?.close();
    },
  };
}

/** The client of the CMS, whose calls are counted; slow ones are logged. */
function openMeasuredUpstream(
  config: Config,
  upstream: NonNullable<Config['upstream']>,
  log: Logger,
  metrics?: Metrics,
): Upstream {
  const slowCalls = new SlowCalls(log);
  const opened = openUpstream(config, upstream, (call, milliseconds, isAnswered) => {
    metrics?.callEnded(call, milliseconds);
    // The line of a failure says enough.
    if (isAnswered) slowCalls.answered(call, milliseconds);
  });
  metrics?.watchUpstream(() => opened.state);
  return opened;
}

/** Serves the site from this process. */
export async function startSite(
  config: Config,
  log: Logger,
  parts: Pick<SiteOptions, 'content' | 'searchUrl' | 'handedKeys'>,
): Promise<RunningSite> {
  let isDraining = false;
  const observability = config.management && (await import('@foyer/runtime/metrics'));
  const metrics = observability && new observability.Metrics();
  const site = await openSite({
    config,
    log,
    ...parts,
    metrics,
    isDraining: () => isDraining,
  });
  const listener = await listen(site.app, { ...config, log });
  const warmed = site.pages.warm().catch((err: unknown) => log.error({ err }, 'page cache could not be warmed'));
  return {
    url: listener.url,
    searchGateway: site,
    warmed,
    purge: (what) => site.gateway.purge(what),
    metrics: async () => (await observability?.exposition()) ?? '',
    faults: async () => [site.gateway.faults()],
    async stop() {
      isDraining = true;
      await wait(config.shutdownDelayMs);
      await listener.close(config.shutdownGraceMs);
    },
    close: () => site.close(),
  };
}
