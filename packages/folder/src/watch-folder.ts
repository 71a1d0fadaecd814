import { type FSWatcher, lstatSync, readdirSync, type Stats, statSync, watch } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { Logger } from 'pino';
import type { ChangedFiles } from './known-files.ts';

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
/** Changes of more files are reported as a change of any: the operating system drops events of very many. */
const MAX_CHANGED = 100;

export interface FolderWatch {
  /** Reports that any file may have changed, and watches every folder anew. */
  reportAny(): void;
  close(): void;
}

/**
 * Calls `onChange` after something in a folder has changed, also behind links. Each folder inside has a watch of its own: a
 * recursive watch takes one of the system's watches, and memory, for every single file.
 * @param onChange called with the files that have changed
 */
export function watchFolder(dir: string, onChange: (changed: ChangedFiles) => void, log: Logger): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let firstEventAt: number | undefined;
  let targets: Targets = { byPath: new Map(), haveAliases: false };
  /** Since the last report; undefined: any. */
  let changed: Set<string> | undefined = new Set();
  let watchers: FSWatcher[] = [];
  let isIncomplete = false;

  /** @param path undefined: any file may have changed */
  function scheduleReport(path?: string) {
    if (path === undefined || changed?.size === MAX_CHANGED) changed = undefined;
    else changed?.add(path);
    const now = performance.now();
    firstEventAt ??= now;
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(SETTLE_MS, firstEventAt + MAX_DELAY_MS - now)));
  }
  function report() {
    firstEventAt = undefined;
    const isUnclear = isIncomplete || targets.haveAliases || [...(changed ?? [])].some(isTarget);
    const paths = isUnclear ? undefined : changed;
    changed = new Set();
    // Folders may have been added, removed or replaced. They are watched before `onChange` reads them, so no change is missed.
    if (!paths) start();
    onChange(paths ? new Set([...paths].map(fileAt)) : 'any');
  }
  const fileAt = (path: string) => relative(dir, path).replaceAll(sep, '/');
  /** Whether it was watched by itself, or has to be. */
  const isTarget = (path: string) => targets.byPath.has(path) || isFolderOrLink(path);
  function start() {
    stop();
    const errors: unknown[] = [];
    targets = findTargets(dir, (path, target) => {
      const onEvent = (_: string, name: string | null) => scheduleReport(pathOfEvent(path, target, name));
      try {
        watchers.push(watch(path, onEvent).on('error', (err) => reportIncomplete([err])));
      } catch (err) {
        errors.push(err);
      }
    });
    if (errors.length > 0 || targets.byPath.size >= MAX_WATCHED) reportIncomplete(errors);
    else isIncomplete = false;
  }
  function reportIncomplete([err]: unknown[]) {
    if (!isIncomplete) {
      const fields = { err, dir, places: targets.byPath.size, everyMs: UNWATCHED_INTERVAL_MS };
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
    const isReplaced = [...targets.byPath].some(([path, target]) => targetOf(path)?.identity !== target?.identity);
    const isDue = isIncomplete && comparisons % (UNWATCHED_INTERVAL_MS / COMPARE_INTERVAL_MS) === 0;
    if (isReplaced || isDue) scheduleReport();
  }, COMPARE_INTERVAL_MS).unref();
  return {
    reportAny: () => scheduleReport(),
    close() {
      clearTimeout(timer);
      clearInterval(interval);
      stop();
    },
  };
}

/** The path that an event is about; undefined if it does not say. */
function pathOfEvent(path: string, { isFolder }: Target, name: string | null): string | undefined {
  if (!isFolder) return path;
  // An event of the folder itself has the name of the folder.
  return name === null || name === basename(path) ? undefined : join(path, name);
}

/** What is at a path, behind links. */
interface Target {
  /** Another one means that it was replaced. */
  identity: string;
  isFolder: boolean;
}

interface Targets {
  /** By path: the folder, the folders in it and the links in it; undefined for a broken link. */
  byPath: ReadonlyMap<string, Target | undefined>;
  /** Whether links give a folder several paths: an event has one of them. */
  haveAliases: boolean;
}

/** @param onFound called with each place that is not a broken link, a folder before its names are read: what is added later has an event */
function findTargets(dir: string, onFound: (path: string, target: Target) => void): Targets {
  const root = targetOf(dir);
  const byPath = new Map([[dir, root]]);
  if (root) onFound(dir, root);
  const seen = new Set([root?.identity]);
  let haveAliases = false;
  const folders = [dir];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory() && !entry.isSymbolicLink()) continue;
      const path = join(folder, entry.name);
      const target = targetOf(path);
      byPath.set(path, target);
      if (target) onFound(path, target);
      if (byPath.size >= MAX_WATCHED) return { byPath, haveAliases };
      if (!target?.isFolder) continue;
      // A link may lead to a folder that contains the link.
      if (seen.has(target.identity)) haveAliases = true;
      else {
        seen.add(target.identity);
        folders.push(path);
      }
    }
  }
  return { byPath, haveAliases };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The next load reports why the folder cannot be listed.
    return [];
  }
}

function targetOf(path: string): Target | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && { identity: identityOf(stats), isFolder: stats.isDirectory() };
  } catch {
    return undefined;
  }
}

/** With the time of creation, because a new folder may get the inode number of the folder that it replaces. */
const identityOf = ({ dev, ino, birthtimeMs }: Stats) => `${dev} ${ino} ${birthtimeMs}`;

function isFolderOrLink(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.isDirectory() || stats.isSymbolicLink());
  } catch {
    return true;
  }
}
