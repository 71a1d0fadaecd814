import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { type Config, siteConfigBeside, warningsOf } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import type { Purge } from '@foyer/gateway';
import { createLog, leadThreadLogs, type ProcessMetrics } from '@foyer/runtime';
import { type OpenSearch, openSearch, type SearchGateway } from '@foyer/search';
import type { Logger } from 'pino';
import { version } from '../package.json';
import {
  followPrimary,
  keysOfPrimary,
  killWorkers,
  reportPurged,
  searchUrlOfPrimary,
  startWorkers,
  workerConfig,
} from './cluster.ts';
import type { IndexNow } from './management/index-now.ts';
import { startPreview } from './preview/preview-process.ts';
import type { RunningSite, SiteOptions } from './site.ts';
import { readConfigOrExit } from './start-options.ts';

/*
 * Boot and signals: with start-options.ts the only side effects of the server. What only some configurations or some processes need is imported where it
 * is used: a start reads and runs nothing else.
 */

/** For the end of the process, beyond delay and grace; the disk caches have 2,000 ms of it, the search 2,500. A primary waits longer than its workers. */
const FORCED_EXIT_MS = cluster.isPrimary ? 5_000 : 3_000;
/** A second SIGINT within this time is the same Ctrl-C: npm forwards the signal that the terminal has sent to the process group already. */
const SAME_CTRL_C_MS = 500;
/** A signal to the process group has reached all of its processes within this time. */
const SIGNAL_MS = 100;
/** The search starts at the latest after this time, even if warming hangs. */
const MAX_WARM_MS = 1_000;

/** A site that nobody else sees. */
const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

const CLIENT_DIR = fileURLToPath(new URL('../client', import.meta.url));

type Part = Pick<RunningSite, 'stop'>;

const config = await readConfigOrExit();
const { log, stdout } = createLog(config.logLevel, cluster.worker && { worker: cluster.worker.id });
leadThreadLogs(log);

process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught');
  process.exit(1);
});

/** Whether visitors may be served: a signal before that has nothing to wait for. */
let isServing = false;
let stopping: { reason: string; since: number } | undefined;
const starting = cluster.isPrimary ? startAll() : startWorker();
starting.catch(async (err: unknown) => {
  // A signal to the process group also ends workers that are starting, and this process may hear of their end first.
  await wait(SIGNAL_MS);
  if (stopping) log.info({ err }, 'stopped before the start');
  else log.fatal({ err: causeOf(err) }, 'cannot start');
  exitNow(stopping ? 0 : 1);
});

/** What the system says, such as of a port in use, is enough: its stack would be Node's own. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? error.message : error;
}

/** Starts everything; with workers, everything but the site. */
async function startAll(): Promise<Part[]> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  // A terminal that is closed ends what it has started. Otherwise it is a log rotation's signal: stdout is rotated by its reader.
  process.on('SIGHUP', isatty(1) ? onSignal : () => log.info('SIGHUP: nothing is reopened'));
  process.on('SIGUSR2', switchLogLevel);
  for (const warning of warningsOf(process.env)) log.warn(warning);
  const { upstream, contentDir, workers } = config;
  const [metrics, managing] = await Promise.all([
    observe(),
    config.management && import('./management/start-management.ts'),
  ]);
  let site: RunningSite | undefined;
  let search: OpenSearch | undefined;
  let searchGateway: SearchGateway | undefined;
  let hasChanged = false;
  let indexNow: IndexNow | undefined;
  const webhook =
    config.purgeWebhook &&
    new (await import('./management/purge-webhook.ts')).PurgeWebhook(config.purgeWebhook, {
      config,
      log,
      metrics,
    });
  const content = upstream
    ? undefined
    : await openFolder(log, () => {
        hasChanged = true;
        purgeAll();
      });
  if (content?.isExample() && !LOCAL.test(config.site.origin))
    log.warn({ dir: contentDir }, 'the content is that of the example: set CONTENT_DIR to your own, or FRONTAPI_URL');
  search = config.search === 'own' ? await openSearch(config, log) : undefined;
  const searchUrl = search?.url;
  site =
    workers > 1
      ? await startWorkers(config, { log, stdout }, searchUrl, metrics, (what) => webhook?.purged(what))
      : await serveSite(siteConfigBeside(config), { content, searchUrl });
  // With workers the site's gateways are theirs.
  const gathers = upstream?.mapping?.datasets !== undefined;
  const ownGateway = (search || gathers) && workers > 1 ? await openOwnGateway(content) : undefined;
  searchGateway = ownGateway ?? site.searchGateway;
  isServing = true;
  // A change while the site was starting has reached none of its processes.
  if (hasChanged) purgeAll();
  // What has changed before it, the pages of another version of Foyer among it, is not known.
  webhook?.purged({ all: true });
  async function purge(what: Purge) {
    if (workers > 1) searchGateway?.gateway.purgeLocal(what);
    const purged = await Promise.allSettled([site?.purge(what), search?.followed()]);
    // A search in the meantime may have found what is gone.
    if (search) purged.push(...(await Promise.allSettled([site?.purge({ entity: 'search' })])));
    webhook?.purged(what);
    indexNow?.changed();
    for (const result of purged) if (result.status === 'rejected') throw result.reason;
  }
  function purgeAll() {
    // A worker that does not answer purges as soon as it goes on: the message waits for it.
    purge({ all: true }).catch((err: unknown) => log.error({ err }, 'a change of the content is not confirmed'));
  }
  const running = site;
  const { url } = running;
  log.info({ url, content: upstream?.url ?? contentDir, workers, version, node: process.version }, 'listening');
  if (config.indexNow && config.site.indexable)
    indexNow = new (await import('./management/index-now.ts')).IndexNow(config.indexNow, { url, config, log });
  const { keptAssetsDir } = config;
  if (keptAssetsDir)
    void import('./http/kept-assets.ts').then(({ keepAssets }) => keepAssets(CLIENT_DIR, keptAssetsDir, log));
  // The first pages first: the search takes as much of the processor.
  void Promise.race([running.warmed, wait(MAX_WARM_MS)]).then(() => {
    content?.prepareSearch();
    return searchGateway && search?.start(searchGateway, content);
  });
  let stopGathering: (() => void) | undefined;
  if (gathers && searchGateway?.upstream) {
    const { startGathering } = await import('@foyer/gathering/gatherer');
    stopGathering = startGathering(config, searchGateway.upstream, log, () => {
      purge({ entity: 'dataset' }).catch((err: unknown) => log.error({ err }, 'a gathered table is not shown yet'));
    });
  }
  const preview = startPreview(config, log, searchUrl);
  const parts: Part[] = [
    {
      stop: async () =>
        void (await Promise.all([running.stop(), preview?.close(), webhook?.close(), indexNow?.close()])),
    },
  ];
  if (managing && config.management) {
    const managed = { site: running, ownGateway, search, content, purge };
    parts.push({ stop: await managing.startManagement(config, config.management, log, managed) });
  }
  if (search) parts.push({ stop: () => search.close() });
  parts.push({
    async stop() {
      stopGathering?.();
      await Promise.all([running.close?.(), ownGateway?.close()]);
      content?.close();
    },
  });
  return parts;
}

/** The metrics of this process, if there is a port to read them. */
async function observe(): Promise<ProcessMetrics | undefined> {
  if (!config.management) return undefined;
  const { ProcessMetrics } = await import('@foyer/runtime/metrics');
  return new ProcessMetrics(() => stdout.droppedLines);
}

/** Opens the content folder. */
async function openFolder(folderLog: Logger, onChange: () => void): Promise<FolderSource> {
  const { openFolderSource } = await import('@foyer/folder/source');
  const {
    contentDir: dir,
    site: { timeZone, locales },
    drafts,
    storedSiteDir,
  } = config;
  const hasStore = storedSiteDir !== undefined && cluster.isPrimary;
  const parseStore = hasStore ? { dir: storedSiteDir, log } : undefined;
  const options = { dir, timeZone, locales, drafts, storedSiteDir, parseStore, log: folderLog, defersSearch: true };
  return openFolderSource(options, onChange);
}

async function openOwnGateway(content: FolderSource | undefined) {
  const { openSearchGateway } = await import('@foyer/search/gateway');
  return openSearchGateway(config, log, content);
}

async function serveSite(
  config: Config,
  parts: Pick<SiteOptions, 'content' | 'searchUrl' | 'handedKeys'>,
): Promise<RunningSite> {
  const { startSite } = await import('./site.ts');
  return startSite(config, log, parts);
}

async function startWorker(): Promise<Part[]> {
  let content: FolderSource | undefined;
  const start = async () => {
    await observe();
    let running: RunningSite | undefined;
    let hasChanged = false;
    const purgeAll = () => {
      hasChanged = true;
      // Its folder may be later than the primary's: a shared cache may have asked meanwhile.
      void running?.purge({ all: true }).then(() => reportPurged({ all: true }));
    };
    // The primary logs the faults of the same folder.
    if (!config.upstream) content = await openFolder(log.child({}, { level: 'silent' }), purgeAll);
    const parts = { content, searchUrl: searchUrlOfPrimary(), handedKeys: keysOfPrimary() };
    running = await serveSite(workerConfig(siteConfigBeside(config)), parts);
    // A change while it was starting may have come after its first answers.
    if (hasChanged) purgeAll();
    return running;
  };
  const site = start();
  followPrimary(site, log, stop);
  const running = await site;
  isServing = true;
  return [
    running,
    {
      async stop() {
        await running.close?.();
        content?.close();
      },
    },
  ];
}

/** The first signal stops the process gracefully, the second one immediately. */
function onSignal(signal: NodeJS.Signals): void {
  if (!stopping) void stop(signal);
  else if (!isSameCtrlC(signal, stopping)) exitNow(1);
}

const isSameCtrlC = (signal: NodeJS.Signals, { reason, since }: { reason: string; since: number }): boolean =>
  signal === 'SIGINT' && reason === 'SIGINT' && performance.now() - since < SAME_CTRL_C_MS;

/** From LOG_LEVEL to `debug`, and back. Workers and threads follow. */
function switchLogLevel(): void {
  const logLevel = log.level === 'debug' ? config.logLevel : 'debug';
  log.level = 'debug';
  log.info({ logLevel }, 'the level of the log has changed');
  log.level = logLevel;
}

/** @param reason a signal, or the state of the primary */
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = { reason, since: performance.now() };
  if (!isServing) {
    log.info({ reason }, 'stopped before the start');
    return exitNow(0);
  }
  log.info({ reason }, 'stopping');
  setTimeout(
    () => {
      log.error('not stopped in time');
      exitNow(1);
    },
    config.shutdownDelayMs + config.shutdownGraceMs + FORCED_EXIT_MS,
  ).unref();
  // In order: a part may still use those after it.
  for (const part of await starting) await part.stop();
  log.info('stopped');
  process.exit();
}

function exitNow(code: number): void {
  killWorkers();
  process.exit(code);
}
