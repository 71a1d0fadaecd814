import { CommandError } from './command-line/command-error.ts';
import { Progress } from './command-line/progress.ts';
import { checkCommand } from './commands.ts';
import { ConfigError, readConfig } from './config.ts';
import { withMapping } from './connect/mapping-file.ts';
import { importFolder } from './import/import-folder.ts';
import { readOptions, USAGE } from './import/options.ts';
import { summaryOf } from './import/summary.ts';

/* npm run import: reads a content API into a content folder (docs/importing.md). */

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) process.stdout.write(USAGE);
  else {
    const { url, dir, locales } = options;
    const config = await withMapping(
      readConfig({
        ...process.env,
        FRONTAPI_URL: url,
        CONTENT_DIR: dir,
        ...(locales && { LOCALES: locales }),
      }),
    );
    const { upstream } = config;
    if (!upstream) throw new CommandError(`${url} is no http(s) address.`, 2);
    const progress = new Progress(process.stderr);
    const result = await importFolder({ config: { ...config, upstream }, options, progress, signal: stop.signal });
    for (const line of summaryOf(result, { ...options, check: checkCommand(dir, config.site.locales) }))
      process.stdout.write(`${line}\n`);
    const hasConflicts = result.changes.some(({ action }) => action === 'conflict');
    process.exitCode = result.report.isFaulty || hasConflicts ? 1 : 0;
  }
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`Wrong configuration:\n${error.message}\n`);
  else if (error instanceof CommandError) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = error instanceof CommandError ? error.exitCode : 2;
}
