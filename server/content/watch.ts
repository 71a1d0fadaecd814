import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** An editor's tool writes a file in several steps. */
const SETTLED = 100;

/**
 * Calls back when something in a folder has changed. Each folder in it is watched by itself: a recursive watcher takes a
 * watch of the system, and memory, for every single file.
 */
export function watchFolder(dir: string, changed: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watchers: FSWatcher[] = [];
  const failed = (err: unknown) => log.warn({ err, dir }, 'content is not watched');

  function settle() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Folders may have come, gone or been replaced.
      begin();
      changed();
    }, SETTLED);
  }
  function begin() {
    end();
    try {
      watchers = foldersIn(dir).map((folder) => watch(folder, settle).on('error', failed));
    } catch (err) {
      failed(err);
    }
  }
  function end() {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  begin();
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** The folder and all in it; of links, what they lead to. */
function foldersIn(dir: string): string[] {
  const inside = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return foldersIn(path);
    return entry.isSymbolicLink() && existsSync(path) ? [path] : [];
  });
  return [dir, ...inside];
}
