import cluster from 'node:cluster';
import { version } from '../package.json';
import { followPrimary, killWorkers, startWorkers, urlsOfPrimary, workerConfig } from './cluster.ts';
import { type Config, ConfigError, describeValues, describeVariables, readConfig, unknownIn } from './config.ts';
import { withMapping } from './connect/mapping-file.ts';
import { countByKind, faultyCalls } from './content-api/fault-registry.ts';
import type { Purge } from './content-api/purge.ts';
import { checkFolder } from './content-folder/check-folder.ts';
import { startContentServer } from './content-folder/content-server.ts';
import { listedFiles } from './faults-page.tsx';
import { listen } from './listen.ts';
import { createManagement } from './management.ts';
import { createLog } from './observability/log.ts';
import { ProcessMetrics, watchContent, watchFaults, watchSearch } from './observability/metrics.ts';
import { startPreview } from './preview/preview-process.ts';
import { type RunningSearch, siteConfigBeside, startSearch } from './search/search-process.ts';
import { type RunningSite, startSite } from './site.ts';

/* Boot and signals: the only side effects of the server. */

const HELP = `Foyer serves the website of an organisation. It is configured by environment variables.

  --help     lists the variables
  --check    validates them, prints their values, and each fault of the content folder
  --version  prints the version

`;

/** For the end of the process, beyond delay and grace; the disk caches have 2,000 ms of it, the search 2,500. A primary waits longer than its workers. */
const FORCED_EXIT_MS = cluster.isPrimary ? 5_000 : 3_000;
/** A second SIGINT within this time is the same Ctrl-C: npm forwards the signal that the terminal has sent to the process group already. */
const SAME_CTRL_C_MS = 500;

type Part = Pick<RunningSite, 'stop'>;

if (process.argv.includes('--help')) {
  process.stdout.write(HELP + describeVariables());
  process.exit();
}
if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`);
  process.exit();
}
const config = await readConfigOrExit();
if (process.argv.includes('--check')) {
  process.stdout.write(describeValues(process.env));
  process.exit((await checkFolder(config)) ? 0 : 1);
}
const { log, stdout } = createLog(config.logLevel, cluster.worker && { worker: cluster.worker.id });

process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught');
  process.exit(1);
});

let stopping: { reason: string; since: number } | undefined;
const metrics = config.management && new ProcessMetrics(() => stdout.droppedLines);
const starting = cluster.isPrimary ? startAll() : startWorker();
starting.catch((err: unknown) => {
  // A signal to the process group also ends workers that are starting.
  if (stopping) log.info({ err }, 'stopped before the start');
  else log.fatal({ err }, 'cannot start');
  exitNow(stopping ? 0 : 1);
});

/** Starts everything; with workers, everything but the site. */
async function startAll(): Promise<Part[]> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  for (const warning of unknownIn(process.env)) log.warn(warning);
  const {
    upstream,
    contentDir,
    site: { timeZone, locales },
    drafts,
    storedSiteDir,
    management,
    workers,
  } = config;
  let site: RunningSite | undefined;
  let search: RunningSearch | undefined;
  let hasChanged = false;
  const content = upstream
    ? undefined
    : await startContentServer({ dir: contentDir, timeZone, locales, drafts, storedSiteDir, log }, () => {
        hasChanged = true;
        void purge({ all: true });
      });
  search = config.hasOwnSearch ? await startSearch(config, log, content?.url) : undefined;
  const urls = { contentFolderUrl: content?.url, searchUrl: search?.url };
  site =
    workers > 1
      ? await startWorkers(config, { log, stdout }, urls, metrics)
      : await startSite(siteConfigBeside(config), log, urls);
  // A change while the site was starting has reached none of its processes.
  if (hasChanged) void purge({ all: true });
  async function purge(what: Purge) {
    await Promise.all([site?.purge(what), search?.purge(what)]);
    // A search in the meantime may have found what is gone.
    if (search) await site?.purge({ entity: 'search' });
  }
  const { url } = site;
  log.info({ url, content: upstream?.url ?? contentDir, workers, version, node: process.version }, 'listening');
  const running = site;
  const preview = startPreview(config, log, search?.url);
  const parts: Part[] = [{ stop: async () => void (await Promise.all([running.stop(), preview?.close()])) }];
  if (management) {
    watchContent(() => content?.faults().length ?? 0);
    const calls = async () => faultyCalls((await Promise.all([running.faults(), search?.faults() ?? []])).flat());
    watchFaults(async () => countByKind(await calls()));
    if (search) watchSearch(search.figures);
    const app = createManagement({
      purge,
      metrics: () => site.metrics(),
      faults: async () => ({ calls: await calls(), files: listedFiles(content?.faults()) }),
      log,
      purgeToken: management.purgeToken,
    });
    const { url, close } = await listen(app, management);
    log.info({ url, management: true }, 'listening');
    parts.push({ stop: () => close(config.shutdownGraceMs) });
  }
  if (search) parts.push({ stop: () => search.close() });
  if (content) parts.push({ stop: () => content.close() });
  return parts;
}

async function startWorker(): Promise<Part[]> {
  const site = startSite(workerConfig(siteConfigBeside(config)), log, urlsOfPrimary());
  followPrimary(site, log, stop);
  return [await site];
}

/** The first signal stops the process gracefully, the second one immediately. */
function onSignal(signal: NodeJS.Signals): void {
  if (!stopping) void stop(signal);
  else if (!isSameCtrlC(signal, stopping)) exitNow(1);
}

const isSameCtrlC = (signal: NodeJS.Signals, { reason, since }: { reason: string; since: number }): boolean =>
  signal === 'SIGINT' && reason === 'SIGINT' && performance.now() - since < SAME_CTRL_C_MS;

/** @param reason a signal, or the state of the primary */
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = { reason, since: performance.now() };
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

async function readConfigOrExit(): Promise<Config> {
  try {
    return await withMapping(readConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Wrong configuration:\n${error.message}\n`);
    process.exit(1);
  }
}
