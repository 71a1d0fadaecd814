import type { Config } from '../config.ts';
import { loadContent } from './content-store.ts';
import { faultText } from './faults.ts';
import { prepareSearch } from './prepare-search.ts';

/**
 * Prints each fault of the content folder, where the configuration has one.
 * @returns whether the server would start with it
 */
export async function checkFolder(config: Config): Promise<boolean> {
  const { contentDir: dir, site, drafts, upstream, storedSiteDir } = config;
  if (upstream && !config.contentDirIsSet) return true;
  const loaded = await loadContent({
    dir,
    timeZone: site.timeZone,
    drafts,
    ...(upstream ? { needsSite: false } : { storedSiteDir }),
  });
  const faults = [...loaded.faults, ...(await prepareSearch(loaded))];
  for (const fault of faults) process.stdout.write(`${dir}/${faultText(fault)}\n`);
  return loaded.fatalFaults.length === 0;
}
