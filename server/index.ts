import cluster from 'node:cluster';
import { version } from '../package.json';
import { killWorkers, obey, shareOf, startWorkers } from './cluster.ts';
import { type Config, ConfigError, describeValues, describeVariables, readConfig, unknownIn } from './config.ts';
import { checkFolder } from './content-folder/check-folder.ts';
import { startContentServer } from './content-folder/content-server.ts';
import { listen } from './listen.ts';
import { createManagement } from './management.ts';
import { createLog } from './observability/log.ts';
import { ProcessMetrics, watchContent } from './observability/metrics.ts';
import { type Serving, startSite } from './site.ts';

/* Boot and signals: the only side effects of the server. */

const HELP = `Foyer serves the website of an organisation. It is configured by environment variables.

  --help     what they are
  --check    whether they are right, and what is in force; and each fault of the content folder
  --version  which version this is

`;

/**
 * How long, beyond delay and grace, everything may take to end: the caches on disk have 2,000 ms of it. A primary waits for
 * the last resort of its workers.
 */
const LAST_RESORT_MS = cluster.isPrimary ? 4_000 : 3_000;
/** A Ctrl-C so soon after the first one is the same: npm passes on what the terminal has sent to the whole group already. */
const SAME_CTRL_C_MS = 500;

type Part = Pick<Serving, 'stop'>;

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
  // A signal to the whole group also ends workers that are only about to start.
  if (stopping) log.info({ err }, 'stopped before the start');
  else log.fatal({ err }, 'cannot start');
  endAtOnce(stopping ? 0 : 1);
});

/** Everything, or, with workers, all but the site itself. */
async function startAll(): Promise<Part[]> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, obeySignal);
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
  let site: Serving | undefined;
  site =
    workers > 1
      ? await startWorkers(config, { log, stdout }, content?.url, metrics)
      : await startSite(config, log, content?.url);
  const { url } = site;
  log.info({ url, content: upstream?.url ?? contentDir, workers, version, node: process.version }, 'listening');
  const ends: Part[] = [site];
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
    ends.push({ stop: () => close(config.shutdownGrace) });
  }
  if (content) ends.push({ stop: () => content.close() });
  return ends;
}

async function startWorker(): Promise<Part[]> {
  const [, , embedded] = process.argv;
  const site = startSite(shareOf(config), log, embedded);
  obey(site, log, stop);
  return [await site];
}

/** The first signal ends the process in order, the second one at once. */
function obeySignal(signal: NodeJS.Signals): void {
  if (!stopping) void stop(signal);
  else if (!isSameCtrlC(signal, stopping)) endAtOnce(1);
}

const isSameCtrlC = (signal: NodeJS.Signals, { reason, since }: { reason: string; since: number }): boolean =>
  signal === 'SIGINT' && reason === 'SIGINT' && performance.now() - since < SAME_CTRL_C_MS;

/** @param reason a signal, or what has become of the primary */
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = { reason, since: performance.now() };
  log.info({ reason }, 'stopping');
  setTimeout(
    () => {
      log.error('not stopped in time');
      endAtOnce(1);
    },
    config.shutdownDelay + config.shutdownGrace + LAST_RESORT_MS,
  ).unref();
  // One after the other: what comes first may still ask what comes later.
  for (const part of await starting) await part.stop();
  log.info('stopped');
  process.exit();
}

function endAtOnce(code: number): void {
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
