import { type Command, type CommandContext, CommandError, Progress, print, serveApiCommand } from '@foyer/command-line';
import { readConfig } from '@foyer/config';
import { withMapping } from '@foyer/folder/mapping-file';
import { type Connection, connect } from './connect.ts';
import { UnreadableError } from './failures.ts';
import { jsonFailure, jsonReport } from './json-report.ts';
import { type ConnectOptions, readOptions, USAGE } from './options.ts';
import { usableOf } from './propose.ts';
import { terminalOf } from './terminal.ts';
import { textReport } from './text-report.ts';
import { writeMapping } from './write-mapping.ts';

/* npm run connect: what of a content API fits, and what does not (docs/connecting.md). */

export const connectApi: Command = async (context) => {
  const options = readOptions(context.args);
  if (options) return run(options, context);
  print(context.stdout, USAGE);
  return 0;
};

async function run(options: ConnectOptions, { env, stdout, stderr, interruption }: CommandContext): Promise<number> {
  const { url, locales, isJson } = options;
  const config = await withMapping(
    readConfig({
      ...env,
      FRONTAPI_URL: url,
      ...(options.mapping !== undefined && { FRONTAPI_MAPPING: options.mapping }),
      ...(locales !== undefined && { LOCALES: locales }),
    }),
  );
  const { upstream, site } = config;
  if (!upstream) throw new CommandError(`${url} is no http(s) address.`, 2);
  const progress = new Progress(stderr);
  try {
    const connection = await connect({ config: { ...config, upstream }, options, progress, signal: interruption() });
    const { proposals, results } = connection.proposed;
    const terminal = terminalOf(stdout, env);
    print(stdout, isJson ? jsonReport(connection) : `\n${textReport(connection, terminal).join('\n')}\n`);
    const next = await nextStep({ mapping: env.FRONTAPI_MAPPING, ...options }, connection, site.locales);
    if (next !== undefined) print(isJson ? stderr : stdout, `\n${next}\n`);
    const { usable, all } = usableOf(connection.results);
    if (usableOf(results).usable === 0) return 2;
    return usable === all && !proposals.some(({ isSure }) => isSure) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (isJson) print(stdout, jsonFailure(url, error));
    else print(stderr, `${error.message}\n`);
    return 2;
  }
}

/** Writes the mapping if that is wanted. @returns what to do now */
async function nextStep(
  { url, file, mapping, writes }: ConnectOptions,
  { proposed: { proposals } }: Connection,
  locales: readonly string[],
): Promise<string | undefined> {
  if (proposals.length === 0) return writes ? 'There is nothing to write: no mapping is needed.' : undefined;
  if (mapping) return `These lines are beside those of ${mapping}: add them there.`;
  if (!writes) return `--write writes it to ${file}.`;
  await writeMapping(file, url, proposals);
  return `Written: ${file}\nNext:    ${serveApiCommand(file, url, locales)}`;
}
