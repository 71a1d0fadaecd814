import cluster from 'node:cluster';
import { version } from '../package.json';
import { followPrimary, killWorkers, startWorkers, workerConfig } from './cluster.ts';
import { type Config, ConfigError, describeValues, describeVariables, readConfig, unknownIn } from './config.ts';
import { checkFolder } from './content-folder/check-folder.ts';
import { startContentServer } from './content-folder/content-server.ts';
import { listen } from './listen.ts';
import { createManagement } from './management.ts';
import { createLog } from './observability/log.ts';
import { ProcessMetrics, watchContent } from './observability/metrics.ts';
import { type RunningSite, startSite } from './site.ts';

/* Boot and signals: the only side effects of the server. */

const HELP = `Foyer serves the website of an organisation. It is configured by environment variables.

  --help     lists the variables
  --check    validates them, prints their values, and each fault of the content folder
  --version  prints the version

`;

/** For the end of the process, beyond delay and grace; the disk caches have 2,000 ms of it. A primary waits longer than its workers. */
const FORCED_EXIT_MS = cluster.isPrimary ? 4_000 : 3_000;
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
const config = readConfigOrExit();
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
    site: { timeZone },
    drafts,
    storedSiteDir,
    management,
    workers,
  } = config;
  const content = upstream
    ? undefined
    : await startContentServer({ dir: contentDir, timeZone, drafts, storedSiteDir, log }, () => {
        void site?.purge({ all: true });
      });
  let site: RunningSite | undefined;
  site =
    workers > 1
      ? await startWorkers(config, { log, stdout }, content?.url, metrics)
      : await startSite(config, log, content?.url);
  const { url } = site;
  log.info({ url, content: upstream?.url ?? contentDir, workers, version, node: process.version }, 'listening');
  const parts: Part[] = [site];
  if (management) {
    watchContent(() => content?.faults().length ?? 0);
    const app = createManagement({
      purge: (what) => site.purge(what),
      metrics: () => site.metrics(),
      log,
      purgeToken: management.purgeToken,
    });
    const { url, close } = await listen(app, management);
    log.info({ url, management: true }, 'listening');
    parts.push({ stop: () => close(config.shutdownGraceMs) });
  }
  if (content) parts.push({ stop: () => content.close() });
  return parts;
}

async function startWorker(): Promise<Part[]> {
  const [, , contentFolderUrl] = process.argv;
  const site = startSite(workerConfig(config), log, contentFolderUrl);
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

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Wrong configuration:\n${error.message}\n`);
    process.exit(1);
  }
}
