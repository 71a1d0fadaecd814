import { setMaxListeners } from 'node:events';
import { CommandError } from './command-line/command-error.ts';
import { Progress } from './command-line/progress.ts';
import { serveApiCommand } from './commands.ts';
import { ConfigError, readConfig } from './config.ts';
import { type Connection, connect } from './connect/connect.ts';
import { UnreadableError } from './connect/failures.ts';
import { jsonFailure, jsonReport } from './connect/json-report.ts';
import { withMapping } from './connect/mapping-file.ts';
import { type ConnectOptions, readOptions, USAGE } from './connect/options.ts';
import { usableOf } from './connect/propose.ts';
import { terminalOf } from './connect/terminal.ts';
import { textReport } from './connect/text-report.ts';
import { writeMapping } from './connect/write-mapping.ts';

/* npm run connect: what of a content API fits, and what does not (docs/connecting.md). */

const stop = new AbortController();
// Each call that waits for its turn listens.
setMaxListeners(0, stop.signal);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
// A reader may end early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const options = readOptions(process.argv.slice(2));
  if (options) process.exitCode = await run(options);
  else process.stdout.write(USAGE);
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`Wrong configuration:\n${error.message}\n`);
  else if (error instanceof CommandError) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = error instanceof CommandError ? error.exitCode : 2;
}

async function run(options: ConnectOptions): Promise<number> {
  const { url, locales, isJson } = options;
  const config = await withMapping(
    readConfig({
      ...process.env,
      FRONTAPI_URL: url,
      ...(options.mapping !== undefined && { FRONTAPI_MAPPING: options.mapping }),
      ...(locales !== undefined && { LOCALES: locales }),
    }),
  );
  const { upstream, site } = config;
  if (!upstream) throw new CommandError(`${url} is no http(s) address.`, 2);
  const progress = new Progress(process.stderr);
  try {
    const connection = await connect({ config: { ...config, upstream }, options, progress, signal: stop.signal });
    const { proposals, results } = connection.proposed;
    const terminal = terminalOf(process.stdout, process.env);
    process.stdout.write(isJson ? jsonReport(connection) : `\n${textReport(connection, terminal).join('\n')}\n`);
    const next = await nextStep(options, connection, site.locales);
    if (next !== undefined) (isJson ? process.stderr : process.stdout).write(`\n${next}\n`);
    const { usable, all } = usableOf(connection.results);
    if (usableOf(results).usable === 0) return 2;
    return usable === all && !proposals.some(({ isSure }) => isSure) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (isJson) process.stdout.write(jsonFailure(url, error));
    else process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** Writes the mapping if that is wanted. @returns what to do now */
async function nextStep(
  { url, file, mapping = process.env.FRONTAPI_MAPPING, writes }: ConnectOptions,
  { proposed: { proposals } }: Connection,
  locales: readonly string[],
): Promise<string | undefined> {
  if (proposals.length === 0) return writes ? 'There is nothing to write: no mapping is needed.' : undefined;
  if (mapping) return `These lines are beside those of ${mapping}: add them there.`;
  if (!writes) return `--write writes it to ${file}.`;
  await writeMapping(file, url, proposals);
  return `Written: ${file}\nNext:    ${serveApiCommand(file, url, locales)}`;
}
