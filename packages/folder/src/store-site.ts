import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_FILE } from './content-files.ts';
import { readTextFile } from './file-system.ts';

/**
 * Copies a valid site.yaml into `storedDir`. If site.yaml is invalid when the server starts the next time, the copy is
 * served instead. Throws an UnreadableFileError or the file system's error.
 */
export function storeSite(contentDir: string, storedDir: string): void {
  const { text } = readTextFile(contentDir, SITE_FILE);
  const path = join(storedDir, SITE_FILE);
  // Where `storedDir` is inside the content folder, each write is a change of the folder and causes a reload.
  if (readStored(storedDir) === text) return;
  mkdirSync(storedDir, { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

function readStored(dir: string): string | undefined {
  try {
    return readTextFile(dir, SITE_FILE).text;
  } catch {
    return undefined;
  }
}
