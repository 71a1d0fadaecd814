import type { Config } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import type { Redirect, Screen, Site, Theme } from '@foyer/model';
import type { Logger } from 'pino';
import { loadContent } from './content-store.ts';
import { ContentUnusableError } from './content-unusable-error.ts';
import { faultText } from './faults.ts';
import type { ChangedFiles } from './known-files.ts';
import { watchFolder } from './watch-folder.ts';

export interface FolderContent {
  sites: ReadonlyMap<Locale, Site>;
  theme?: Theme;
  screens: readonly Screen[];
  redirects: readonly Redirect[];
}

const REDIRECTS = 'redirects.yaml';

/** The site, in each edition, the theme, the screens and the redirects of a content folder beside an upstream. Rejects with ContentUnusableError. */
async function loadFolderContent(
  { contentDir: dir, site: { timeZone, locales } }: Config,
  log: Logger,
): Promise<FolderContent> {
  const loaded = await loadContent({ dir, timeZone, locales, needsSite: false });
  const { content, editions, faults, fatalFaults } = loaded;
  if (fatalFaults.length > 0) throw new ContentUnusableError(dir, fatalFaults);
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
  const sites = [...editions].flatMap(([locale, { site }]): [Locale, Site][] =>
    site ? [[locale, { ...site, screens: [], sections: [] }]] : [],
  );
  return { sites: new Map(sites), theme: content.theme, screens: content.screens, redirects: content.redirects };
}

/** The same, with its redirects as they are at any time. */
export async function openFolderContent(
  config: Config,
  log: Logger,
): Promise<{ content: FolderContent; close(): void }> {
  const content = await loadFolderContent(config, log);
  return { content, close: config.isExport ? () => {} : watchRedirects(content, config, log) };
}

/** Replaces the redirects of a content folder's content whenever their file has changed. @returns ends it */
function watchRedirects(content: FolderContent, config: Config, log: Logger): () => void {
  const reload = async () => {
    try {
      content.redirects = (await loadFolderContent(config, log)).redirects;
    } catch (err) {
      log.error({ err }, 'the redirects of the content folder cannot be read: the last ones stay');
    }
  };
  let last = Promise.resolve();
  const onChange = (changed: ChangedFiles) => {
    if (changed !== 'any' && !changed.has(REDIRECTS)) return;
    last = last.then(reload);
  };
  const watch = watchFolder(config.contentDir, onChange, log);
  return () => watch.close();
}
