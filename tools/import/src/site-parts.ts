import type { Config } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import * as z from 'zod';
import type { SourceItems } from './read-content.ts';
import type { Report } from './report.ts';

/** What was read, by edition and by kind. */
export type ReadContent = Map<Locale, ReadonlyMap<string, SourceItems>>;

/** A folder needs the name of its site: without one from the CMS it is SITE_NAME, or the host's. */
export function nameSite(
  content: ReadContent,
  { site, upstream }: Pick<Config, 'site' | 'upstream'>,
  report: Report,
): void {
  const [locale] = site.locales;
  const edition = content.get(locale);
  const read = edition?.get('site');
  // The site of a failed call may have a name: the folder's must not be lost to another one.
  if (!edition || read?.isComplete === false || (read?.items.length ?? 0) > 0) return;
  const name = site.name ?? new URL(upstream?.url ?? site.origin).hostname;
  report.add('site', '', `the CMS has no site: its name is ${name} for now, correct site.yaml`, false);
  content.set(locale, new Map([...edition, ['site', { items: [{ name }], isComplete: true }]]));
}

const fontFiles = z.object({ files: z.array(z.object({ location: z.string() })).default([]) });
const themeFonts = z.object({ fonts: z.record(z.string(), fontFiles).default({}) });

/** The files of the theme's fonts, which are always the site's own. */
export const fontsOf = (content: ReadContent): string[] =>
  [...content.values()]
    .flatMap((edition) => edition.get('theme')?.items ?? [])
    .flatMap((theme) => Object.values(themeFonts.safeParse(theme).data?.fonts ?? {}))
    .flatMap(({ files }) => files.map(({ location }) => location));
