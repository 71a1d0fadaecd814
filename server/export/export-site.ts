import { join } from 'node:path';
import { type Command, type CommandContext, CommandError, Progress, print } from '@foyer/command-line';
import { type Config, readConfig, warningsOf } from '@foyer/config';
import { ContentUnusableError, type FolderSource, faultText } from '@foyer/folder';
import { withMapping } from '@foyer/folder/mapping-file';
import { openFolderSource } from '@foyer/folder/source';
import { commandLog } from '@foyer/runtime';
import type { Logger } from 'pino';
import { type Listener, listen } from '../http/listen.ts';
import { nextMidnight } from '../pages/page-cache.ts';
import { openSite, type SiteProcess } from '../site.ts';
import { ExportFolder } from './export-folder.ts';
import { type ExportOptions, readOptions, USAGE } from './options.ts';
import { SiteExport } from './site-export.ts';
import { summaryOf } from './summary.ts';

/* npm run export: writes the site as files (docs/exporting.md). */

/** Answers stay the same during an export. */
const CONTENT_TTL_MS = 3_600_000;

/** @param distDir the folder of the build */
export const exportSite =
  (distDir: string): Command =>
  async (context) => {
    const { args, stdout } = context;
    const options = readOptions(args);
    if (!options) print(stdout, USAGE);
    else if (options.printsNext) print(stdout, `${await ExportFolder.nextChange(options.dir)}\n`);
    else return exportTo(options, distDir, context);
    return 0;
  };

/** @returns the exit code */
async function exportTo(
  options: ExportOptions,
  distDir: string,
  { env, stdout, stderr, interruption }: CommandContext,
): Promise<number> {
  const signal = interruption();
  const startedAt = performance.now();
  const config = {
    ...(await withMapping(readConfig({ ...env, LOG_LEVEL: env.LOG_LEVEL ?? 'warn' }))),
    contentTtlMs: CONTENT_TTL_MS,
    isExport: true,
  };
  const log = commandLog(config.logLevel, stderr);
  for (const warning of warningsOf(env)) log.warn(warning);
  const content = config.upstream ? undefined : await openContent(config, log);
  const folder = await ExportFolder.open(options.dir).catch((error: unknown) => {
    content?.close();
    throw error;
  });
  const progress = new Progress(stderr);
  let site: SiteProcess | undefined;
  let listener: Listener | undefined;
  try {
    site = await openSite({ config, log, content, distDir });
    listener = await listen(site.app, { host: '127.0.0.1', port: 0 });
    progress.begin('Exported');
    const source = {
      config,
      gateway: site.gateway,
      pages: site.pages,
      api: site.api,
      log,
      url: listener.url,
      clientDir: join(distDir, 'client'),
      pdfThread: join(distDir, 'server/pdf-thread.mjs'),
      content,
    };
    const result = await new SiteExport(source, folder, { ...options, progress, signal }).run();
    progress.end();
    // What has a fault is in no page: visitors would find it gone, and the log of a nightly export has no reader.
    const faults = (content?.faults() ?? []).map(faultText);
    const isComplete = result.failures.size === 0 && faults.length === 0;
    const times = [result.changesAt, content?.nextChange(), nextMidnight(Date.now(), config.site.timeZone)];
    const nextChange = new Date(Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY))).toISOString();
    const changes = isComplete || options.keepGoing ? await folder.finish(nextChange) : undefined;
    const seconds = (performance.now() - startedAt) / 1000;
    for (const line of summaryOf({ ...result, faults }, changes, { seconds, nextChange })) print(stdout, `${line}\n`);
    return isComplete ? 0 : 1;
  } catch (error) {
    if (signal.aborted) throw new CommandError('Stopped. The last export is as it was.');
    throw error;
  } finally {
    progress.end();
    await folder.abort();
    await listener?.close(0);
    await site?.close();
    content?.close();
  }
}

/** Throws a CommandError for a folder that cannot be served. */
async function openContent(
  { contentDir: dir, site: { timeZone, locales } }: Config,
  log: Logger,
): Promise<FolderSource> {
  try {
    return await openFolderSource({ dir, timeZone, locales, log }, () => {});
  } catch (error) {
    throw error instanceof ContentUnusableError ? new CommandError(error.message, 2) : error;
  }
}
