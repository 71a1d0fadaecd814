import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE } from './content-store.ts';
import { readText } from './file-system.ts';

/** Stores a site.yaml that is valid, for a start at which it no longer is. Throws what the file system throws. */
export function storeSite(contentDir: string, storedDir: string): void {
  const { text } = readText(join(contentDir, SITE));
  const path = join(storedDir, SITE);
  // Written again and again it would look like a change, where the folder lies within the content folder.
  if (storedText(path) === text) return;
  mkdirSync(storedDir, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}

function storedText(path: string): string | undefined {
  try {
    return readText(path).text;
  } catch {
    return undefined;
  }
}
