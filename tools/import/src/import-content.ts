import { type Command, CommandError, checkCommand, Progress, print } from '@foyer/command-line';
import { readConfig } from '@foyer/config';
import { withMapping } from '@foyer/folder/mapping-file';
import { importFolder } from './import-folder.ts';
import { readOptions, USAGE } from './options.ts';
import { summaryOf } from './summary.ts';

/* npm run import: reads a content API into a content folder (docs/importing.md). */

export const importContent: Command = async ({ args, env, stdout, stderr, interruption }) => {
  const options = readOptions(args);
  if (!options) {
    print(stdout, USAGE);
    return 0;
  }
  const { url, dir, locales } = options;
  const config = await withMapping(
    readConfig({ ...env, FRONTAPI_URL: url, CONTENT_DIR: dir, ...(locales && { LOCALES: locales }) }),
  );
  const { upstream } = config;
  if (!upstream) throw new CommandError(`${url} is no http(s) address.`, 2);
  const progress = new Progress(stderr);
  const result = await importFolder({ config: { ...config, upstream }, options, progress, signal: interruption() });
  for (const line of summaryOf(result, { ...options, check: checkCommand(dir, config.site.locales) }))
    print(stdout, `${line}\n`);
  const hasConflicts = result.changes.some(({ action }) => action === 'conflict');
  return result.report.isFaulty || hasConflicts ? 1 : 0;
};
