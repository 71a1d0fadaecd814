import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentFile, type MarkdownFile, type Position, walkStrings } from '@foyer/folder';
import { MEDIA_PREFIX, tellsMore } from '@foyer/images';
import { pathWithin } from '@foyer/runtime';
import type { FileText } from './file-texts.ts';
import type { Finding } from './findings.ts';

const FILM = /^\/?media\/[^?#]*\.(?:mp4|m4v|mov|qt|3g[p2]|webm|mkv|avi|wmv|mpe?g)(?=$|[?#])/i;

/** Returns advice for each use of a film whose published file may still say where or by whom it was taken. */
export async function checkFilms(
  dir: string,
  { sources, texts }: { sources: readonly (ContentFile | MarkdownFile)[]; texts: readonly FileText[] },
): Promise<Finding[]> {
  const uses: { file: string; address: string; position: () => Position }[] = [];
  for (const { file, value, positionOf } of sources)
    walkStrings(value, [], (address, path) => uses.push({ file, address, position: () => positionOf(path) }));
  for (const { file, elements, positionOf } of texts)
    for (const { href = '', at } of [...elements.links, ...elements.lost])
      uses.push({ file, address: href, position: () => positionOf(at) });
  const findings: Finding[] = [];
  for (const { file, address, position } of uses) {
    const [path] = FILM.exec(address) ?? [];
    if (path === undefined) continue;
    const location = path.startsWith('/') ? path : `/${path}`;
    if (!(await mayTell(dir, location))) continue;
    const message = `${location}: may say where and with what it was taken, and is published so: save it anew as MP4, without metadata`;
    findings.push({ file, ...position(), rule: 'metadata', level: 'advice', message });
  }
  return findings;
}

async function mayTell(dir: string, location: string): Promise<boolean> {
  try {
    const path = await pathWithin(join(dir, MEDIA_PREFIX), decodeURIComponent(location.slice(MEDIA_PREFIX.length)));
    const file = await open(path);
    try {
      return await tellsMore(file, (await file.stat()).size);
    } finally {
      await file.close();
    }
  } catch {
    // Another check says that there is no such file.
    return false;
  }
}
