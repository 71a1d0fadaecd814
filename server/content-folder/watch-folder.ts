import { type FSWatcher, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

/** Editors' programs write a file in several steps: a change is reported this long after the last event. */
const SETTLE_MS = 100;
/** A change is reported at the latest this long after the first event, even if events continue. */
const MAX_DELAY_MS = 500;
/** How often the targets of links are compared: if a target is replaced, the folder of the link gets no event. */
const COMPARE_INTERVAL_MS = 500;
/** If the operating system refuses watches, a change is reported this often, whether there is one or not. */
const UNWATCHED_INTERVAL_MS = 5_000;
/** The most folders and targets of links that are watched: a link may lead to the root of the file system. */
const MAX_WATCHED = 2_000;

/**
 * Calls `onChange` after something in a folder has changed, also behind links. Each folder inside has a watch of its own: a
 * recursive watch takes one of the system's watches, and memory, for every single file.
 * @returns a function that ends the watching
 */
export function watchFolder(dir: string, onChange: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  let firstEventAt: number | undefined;
  let targets = new Map<string, string | undefined>();
  let watchers: FSWatcher[] = [];
  let isIncomplete = false;

  function scheduleReport() {
    const now = performance.now();
    firstEventAt ??= now;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(SETTLE_MS, firstEventAt + MAX_DELAY_MS - now)));
  }
  function report() {
    firstEventAt = undefined;
    // Folders may have been added, removed or replaced. They are watched before `onChange` reads them, so no change is missed.
    start();
    onChange();
  }
  function start() {
    stop();
    targets = watchTargets(dir);
    const errors: unknown[] = [];
    for (const [path, identity] of targets) {
      if (identity === undefined) continue;
      try {
        watchers.push(watch(path, scheduleReport).on('error', (err) => reportIncomplete([err])));
      } catch (err) {
        errors.push(err);
      }
    }
    if (errors.length > 0 || targets.size >= MAX_WATCHED) reportIncomplete(errors);
    else isIncomplete = false;
  }
  function reportIncomplete([err]: unknown[]) {
    if (!isIncomplete) {
      const fields = { err, dir, places: targets.size, everyMs: UNWATCHED_INTERVAL_MS };
      log.warn(fields, 'the content folder is only partly watched');
    }
    isIncomplete = true;
  }
  function stop() {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  start();
  let comparisons = 0;
  const interval = setInterval(() => {
    comparisons += 1;
    const isReplaced = [...targets].some(([path, identity]) => identityOf(path) !== identity);
    const isDue = isIncomplete && comparisons % (UNWATCHED_INTERVAL_MS / COMPARE_INTERVAL_MS) === 0;
    if (isReplaced || isDue) scheduleReport();
  }, COMPARE_INTERVAL_MS).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(interval);
    stop();
  };
}

/** The paths of the folder, of the folders in it and of the links in it, each with its target's identity; undefined for a broken link. */
function watchTargets(dir: string): Map<string, string | undefined> {
  const targets = new Map<string, string | undefined>([[dir, identityOf(dir)]]);
  const seen = new Set(targets.values());
  const folders = [dir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      const path = join(folder, entry.name);
      const stats = statsOf(path);
      const identity = stats && toIdentity(stats);
      targets.set(path, identity);
      if (targets.size >= MAX_WATCHED) return targets;
      // A link may lead to a folder that contains the link.
      if (!stats?.isDirectory() || seen.has(identity)) continue;
      seen.add(identity);
      folders.push(path);
    }
  }
  return targets;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The next load reports why the folder cannot be listed.
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
  return stats && toIdentity(stats);
}

/** With the time of creation, because a new folder may get the inode number of the folder that it replaces. */
const toIdentity = ({ dev, ino, birthtimeMs }: Stats) => `${dev} ${ino} ${birthtimeMs}`;
