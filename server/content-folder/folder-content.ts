import type { Logger } from 'pino';
import type { Redirect } from '../../shared/kinds/redirects.ts';
import type { Site } from '../../shared/kinds/site.ts';
import type { Config } from '../config.ts';
import { loadContent } from './content-store.ts';
import { ContentUnusableError } from './content-unusable-error.ts';
import { faultText } from './faults.ts';

/** The site and the redirects of a content folder beside an upstream. Rejects with ContentUnusableError. */
export async function loadFolderContent(
  { contentDir: dir, site: { timeZone } }: Config,
  log: Logger,
): Promise<{ site?: Site; redirects: Redirect[] }> {
  const { content, faults, fatalFaults } = await loadContent({ dir, timeZone, needsSite: false });
  if (fatalFaults.length > 0) throw new ContentUnusableError(dir, fatalFaults);
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
  return { site: content.site, redirects: content.redirects };
}
