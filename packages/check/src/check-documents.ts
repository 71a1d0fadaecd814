import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentFile, faultAt, type MarkdownFile, walkStrings } from '@foyer/folder';
import { MEDIA_PREFIX } from '@foyer/images';
import { pathWithin } from '@foyer/runtime';
import { hasLegacyFont } from '@foyer/search';
import type { Finding } from './findings.ts';

const PDF = /^\/media\/[^?#]*\.pdf$/i;

/** Advice for each document that is set in a font from before Unicode, once. */
export async function checkDocuments(
  dir: string,
  sources: readonly (ContentFile | MarkdownFile)[],
): Promise<Finding[]> {
  const uses = new Map<string, { source: ContentFile; path: PropertyKey[] }>();
  for (const source of sources)
    walkStrings(source.value, [], (location, path) => {
      if (PDF.test(location) && !uses.has(location)) uses.set(location, { source, path });
    });
  const findings: Finding[] = [];
  for (const [location, { source, path }] of uses) {
    if (!(await isTyped(dir, location))) continue;
    const message = `${location}: is set in a font from before Unicode, such as Preeti. The search reads it as Nepali; screen readers and other programs read “g]kfn” for नेपाल: save it anew with a Unicode font, such as Kalimati or Mangal`;
    findings.push({ ...faultAt(source, path, message), rule: 'document-font', level: 'advice' });
  }
  return findings;
}

async function isTyped(dir: string, location: string): Promise<boolean> {
  try {
    return hasLegacyFont(
      await readFile(
        await pathWithin(join(dir, MEDIA_PREFIX), decodeURIComponent(location.slice(MEDIA_PREFIX.length))),
      ),
    );
  } catch {
    // Another check says that there is no such file.
    return false;
  }
}
