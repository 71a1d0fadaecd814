import { byPlace, checkContent, type Finding, readContent } from '@foyer/check';
import type { PlainConfig } from '@foyer/config';
import { faultText, type LoadedContent, translationOf } from '@foyer/folder';
import { linkedSite } from '../linked-site.ts';

export interface CheckedFolder {
  /** With drafts. */
  loaded: LoadedContent;
  findings: readonly Finding[];
}

/**
 * What an editor should look at in a content folder: what `npm run content:check` prints, so that a link of a published file to a
 * draft is a fault; the findings in the files of drafts; and what cannot be used of a draft in a list.
 */
export async function checkFolder(config: PlainConfig): Promise<CheckedFolder> {
  const { timeZone, locales } = config.site;
  const read = (drafts: boolean) => readContent({ dir: config.contentDir, timeZone, locales, drafts });
  const published = await read(false);
  const { findings } = await checkContent(published, config, linkedSite);
  const { loaded, sources } = await read(true);
  const publishedFiles = new Set(published.sources.map(({ file }) => file));
  const drafts = new Set(sources.map(({ file }) => file).filter((file) => !publishedFiles.has(file)));
  // A translation is compared with its original.
  const originals = new Set([...drafts].map((file) => translationOf(file)?.original));
  const checked = sources.filter(({ file }) => drafts.has(file) || originals.has(file));
  const withDrafts = await checkContent({ loaded, sources: checked }, config, linkedSite);
  const known = new Set(findings.map(faultText));
  const added = withDrafts.findings.filter(
    (finding) => (drafts.has(finding.file) || finding.rule === 'content') && !known.has(faultText(finding)),
  );
  return { loaded, findings: [...findings, ...added].sort(byPlace) };
}
