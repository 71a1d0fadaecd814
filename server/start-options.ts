import cluster from 'node:cluster';
import { print } from '@foyer/command-line';
import { type Config, ConfigError, describeValues, describeVariables, readConfig, warningsOf } from '@foyer/config';
import { version } from '../package.json';

const HELP = `Foyer serves the website of an organisation. It is configured by environment variables.

  --help     lists the variables
  --check    validates them, prints their values, and each fault of the content folder
  --version  prints the version

`;
const OPTION = /^--(help|check|version)$/;

/** The configuration of this process. Ends the process instead if its options ask for something else, or something is wrong. */
export async function readConfigOrExit(): Promise<Config> {
  // A worker has its primary's addresses there.
  const words = cluster.isPrimary ? process.argv.slice(2) : [];
  const unknown = words.filter((word) => !OPTION.test(word));
  if (unknown.length > 0) {
    print(process.stderr, `Unknown: ${unknown.join(' ')}\n\n${HELP}`);
    process.exit(1);
  }
  if (words.includes('--help')) {
    print(process.stdout, HELP + describeVariables());
    process.exit();
  }
  if (words.includes('--version')) {
    print(process.stdout, `${version}\n`);
    process.exit();
  }
  const config = await readVariablesOrExit();
  if (words.includes('--check')) {
    print(process.stdout, describeValues(process.env));
    for (const warning of warningsOf(process.env)) print(process.stdout, `${warning}\n`);
    process.exit((await printFaults(config)) ? 0 : 1);
  }
  return config;
}

async function readVariablesOrExit(): Promise<Config> {
  try {
    const read = readConfig(process.env);
    if (read.upstream?.mappingFile === undefined) return read;
    const { withMapping } = await import('@foyer/folder/mapping-file');
    return await withMapping(read);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    print(process.stderr, `Wrong configuration:\n${error.message}\n`);
    process.exit(1);
  }
}

/**
 * Loads the content folder that the configuration names, if any, and prints each of its faults to stdout.
 * @returns whether the server would start with the folder
 */
async function printFaults(config: Config): Promise<boolean> {
  const { contentDir: dir, site, drafts, upstream, storedSiteDir } = config;
  if (upstream && !config.contentDirIsSet) return true;
  const { faultText, loadContent, prepareSearch } = await import('@foyer/folder');
  const loaded = await loadContent({
    dir,
    timeZone: site.timeZone,
    locales: site.locales,
    drafts,
    ...(upstream ? { needsSite: false } : { storedSiteDir }),
  });
  const faults = [...loaded.faults, ...(await prepareSearch(loaded))];
  for (const fault of faults) print(process.stdout, `${dir}/${faultText(fault)}\n`);
  return loaded.fatalFaults.length === 0;
}
