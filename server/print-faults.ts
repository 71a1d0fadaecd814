import { print } from '@foyer/command-line';
import type { Config } from '@foyer/config';
import { faultText, loadContent, prepareSearch } from '@foyer/folder';

/**
 * For `--check`: loads the content folder that the configuration names, if any, and prints each of its faults to stdout.
 * @returns whether the server would start with the folder
 */
export async function printFaults(config: Config): Promise<boolean> {
  const { contentDir: dir, site, drafts, upstream, storedSiteDir } = config;
  if (upstream && !config.contentDirIsSet) return true;
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
