import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { locationKey, MEDIA_PREFIX } from '@foyer/images';
import { pathWithin } from '@foyer/runtime';

/** Symbolic links within `media/`. Returns a function that finds the key (`locationKey`) of the file to which a key leads; itself if no link is on its way. */
export async function mediaLinks(mediaDir: string): Promise<(key: string) => string> {
  const targets = new Map<string, string>();
  const keyOf = (name: string) => locationKey(MEDIA_PREFIX + name.split(sep).map(encodeURIComponent).join('/'));
  try {
    const folder = await realpath(mediaDir);
    for (const entry of await readdir(mediaDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) continue;
      const name = relative(mediaDir, join(entry.parentPath, entry.name));
      // One that leads nowhere, or out of the folder, shows nothing.
      const target = await pathWithin(mediaDir, name).catch(() => undefined);
      if (target !== undefined) targets.set(keyOf(name), keyOf(relative(folder, target)));
    }
  } catch {
    // There is no such folder.
  }
  return (key) => {
    for (let end = key.length; end > MEDIA_PREFIX.length; end = key.lastIndexOf('/', end - 1)) {
      const target = targets.get(key.slice(0, end));
      if (target !== undefined) return target + key.slice(end);
    }
    return key;
  };
}
