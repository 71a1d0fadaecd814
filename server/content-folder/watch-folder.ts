import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** An editor's tool writes a file in several steps: milliseconds after the last of them. */
const SETTLED_MS = 100;
/** A file that is written all the time delays the others by no more. */
const LONGEST_DELAY_MS = 500;
/** What a link leads to changes without an event in the folder where the link is. */
const LOOK_MS = 500;
/** Where the system gives no watch, the folder is taken to have changed this often. */
const UNWATCHED_MS = 5_000;
/** Folders, and files behind links, that are watched: a link may lead to the root of the file system. */
const MOST_WATCHED = 2_000;

/**
 * Calls back when something in a folder has changed, also behind links. Each folder in it is watched by itself: a
 * recursive watcher takes a watch of the system, and memory, for every single file.
 */
export function watchFolder(dir: string, changed: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let firstEvent: number | undefined;
  let places = new Map<string, string | undefined>();
  let watchers: FSWatcher[] = [];
  let isIncomplete = false;

  function settle() {
    const now = performance.now();
    firstEvent ??= now;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(SETTLED_MS, firstEvent + LONGEST_DELAY_MS - now)));
  }
  function report() {
    firstEvent = undefined;
    // Folders may have come, gone or been replaced. What happens before they are watched again is read below.
    begin();
    changed();
  }
  function begin() {
    end();
    places = placesIn(dir);
    const failures: unknown[] = [];
    for (const [path, identity] of places) {
      if (identity === undefined) continue;
      try {
        watchers.push(watch(path, settle).on('error', (err) => incomplete([err])));
      } catch (err) {
        failures.push(err);
      }
    }
    const isCut = places.size >= MOST_WATCHED;
    if (failures.length > 0 || isCut) incomplete(failures);
    else isIncomplete = false;
  }
  function incomplete([err]: unknown[]) {
    if (!isIncomplete)
      log.warn({ err, dir, places: places.size, everyMs: UNWATCHED_MS }, 'content is not watched as a whole');
    isIncomplete = true;
  }
  function end() {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  begin();
  let looks = 0;
  const look = setInterval(() => {
    looks += 1;
    const isOther = [...places].some(([path, identity]) => identityOf(path) !== identity);
    if (isOther || (isIncomplete && looks % (UNWATCHED_MS / LOOK_MS) === 0)) settle();
  }, LOOK_MS).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(look);
    end();
  };
}

/** The folder, all folders in it, and what links in it lead to, with the identity of each; none: a link leads nowhere. */
function placesIn(dir: string): Map<string, string | undefined> {
  const places = new Map<string, string | undefined>([[dir, identityOf(dir)]]);
  const seen = new Set(places.values());
  const folders = [dir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      const path = join(folder, entry.name);
      const stats = statsOf(path);
      const identity = stats && identify(stats);
      places.set(path, identity);
      if (places.size >= MOST_WATCHED) return places;
      // A link may lead back to a folder that it is in.
      if (!stats?.isDirectory() || seen.has(identity)) continue;
      seen.add(identity);
      folders.push(path);
    }
  }
  return places;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // That it cannot be listed is reported by who reads it.
    return [];
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function identityOf(path: string): string | undefined {
  const stats = statsOf(path);
  return stats && identify(stats);
}

/** A new folder may get the number of the one that it replaces. */
const identify = ({ dev, ino, birthtimeMs }: Stats) => `${dev} ${ino} ${birthtimeMs}`;
