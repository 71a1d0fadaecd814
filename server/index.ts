import cluster from 'node:cluster';
import { type Config, ConfigError, describeValues, describeVariables, readConfig } from './config.ts';
import { checkFolder } from './content/check-folder.ts';
import { startContentServer } from './content/server.ts';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import { createManagement } from './management.ts';
import { exposition, watchContent } from './metrics.ts';
import { type Serving, startSite } from './site.ts';
import { obey, shareOf, startWorkers } from './workers.ts';

/* Boot and signals: the only side effects of the server. */

const HELP = `Foyer serves the website of an organisation. It is configured by environment variables.

  --help    what they are
  --check   whether they are right, and what is in force; and each fault of the content folder

`;

if (process.argv.includes('--help')) {
  process.stdout.write(HELP + describeVariables());
  process.exit();
}
const config = readConfigOrExit();
if (process.argv.includes('--check')) {
  process.stdout.write(describeValues(process.env));
  process.exit((await checkFolder(config)) ? 0 : 1);
}
const log = createLog(config.logLevel, cluster.worker && { worker: cluster.worker.id });

process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught');
  process.exit(1);
});

/** Milliseconds beyond the grace in which everything should have ended. */
const LAST_RESORT = 1_000;

const parts = await (cluster.isPrimary ? startAll() : startWorker()).catch((err: unknown) => {
  log.fatal({ err }, 'cannot start');
  process.exit(1);
});
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);

/** Everything, or, with workers, all but the site itself. */
async function startAll(): Promise<Pick<Serving, 'stop'>[]> {
  const {
    upstream,
    contentDir,
    site: { timeZone },
    drafts,
    storedSiteDir,
    management,
  } = config;
  const content = upstream
    ? undefined
    : await startContentServer({ dir: contentDir, timeZone, drafts, storedSiteDir, log }, () => {
        void site?.purge({ all: true });
      });
  let site: Serving | undefined;
  site = await (config.workers > 1 ? startWorkers : startSite)(config, log, content?.url);
  log.info({ url: site.url, content: upstream?.url ?? contentDir, workers: config.workers }, 'listening');
  const ends: Pick<Serving, 'stop'>[] = [site];
  if (management) {
    watchContent(() => content?.faults().length ?? 0);
    const app = createManagement({
      purge: (what) => site.purge(what),
      metrics: () => exposition(config.workers > 1),
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

async function startWorker(): Promise<Pick<Serving, 'stop'>[]> {
  const [, , embedded] = process.argv;
  const site = await startSite(shareOf(config), log, embedded);
  obey(site);
  return [site, { stop: async () => process.disconnect() }];
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (isStopping) process.exit(1);
  isStopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), config.shutdownDelay + config.shutdownGrace + LAST_RESORT).unref();
  // One after the other: what comes first may still ask what comes later.
  for (const part of parts) await part.stop();
  log.info('stopped');
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
