import { setTimeout as wait } from 'node:timers/promises';
import type { ContentSource } from '@foyer/gateway';
import type { Logger } from 'pino';
import { sourceOf } from './answers.ts';
import { coalesceRuns, repeatWithPauses } from './background-runs.ts';
import { SITE_FILE } from './content-files.ts';
import {
  type ContentFolder,
  type ContentOptions,
  type LoadedContent,
  openContent,
  type SiteFileState,
} from './content-store.ts';
import { ContentUnusableError } from './content-unusable-error.ts';
import { type Fault, faultText } from './faults.ts';
import { hiddenFilesOf } from './hidden-files.ts';
import { bothChanged, type ChangedFiles } from './known-files.ts';
import { nextChangeOf, scheduleNextChange } from './next-change.ts';
import { prepareSearch } from './prepare-search.ts';
import { revisionsOf } from './revisions.ts';
import { storeSite } from './store-site.ts';
import { watchFolder } from './watch-folder.ts';

/** A content folder as the source of a site's content, in the process of its readers. */
export interface FolderSource extends ContentSource {
  /** False while the site.yaml of an earlier process is served. */
  isReady(): boolean;
  /** The keys (`locationKey`) of the files that are not public. */
  hiddenFiles(): Promise<ReadonlySet<string>>;
  /** A hash of everything that is shown, by locale, kind and id. */
  revisions(): Promise<ReadonlyMap<string, string>>;
  /** The faults that the content folder has now. */
  faults(): readonly Fault[];
  /** Whether the site has the name of the example organisation. */
  isExample(): boolean;
  /** When the next item is published or expires, in ms since 1970; infinite if none will. */
  nextChange(): number;
  /** Begins what `defersSearch` has left for later. */
  prepareSearch(): void;
  close(): void;
}

/** The organisation of `content/`, in each of its languages. */
const EXAMPLE_NAMES = ['Juneli Investment', 'जुनेली इन्भेष्टमेन्ट'];
const NO_FILES: ReadonlySet<string> = new Set();
/** The most faults that are logged after one load; one more line says how many there are. */
const FAULTS_LOGGED = 100;

export interface FolderSourceOptions extends ContentOptions {
  log: Logger;
  /** The first load is searched only once `prepareSearch` is called, or a search waits for it: something else is more urgent. */
  defersSearch?: boolean;
  /** How often all files are compared with what is known of them: an event may be lost, and file systems of a network have none. */
  compareIntervalMs?: number;
}

const COMPARE_INTERVAL_MS = 60_000;
/** A change has its event by then. */
const EVENT_DELAY_MS = 1_000;

/**
 * Opens a content folder, and reloads it when a file changes. Rejects with a ContentUnusableError.
 * @param onChange called when answers may differ from before: after a reload, and when an item is published or expires
 */
export async function openFolderSource(
  { log, defersSearch = false, compareIntervalMs = COMPARE_INTERVAL_MS, ...options }: FolderSourceOptions,
  onChange: () => void,
): Promise<FolderSource> {
  const { dir, locales = ['en'], drafts = false } = options;
  const folder = openContent(options);
  let changed: ChangedFiles = new Set();
  /** Undefined during the first load: what changes meanwhile is loaded after it. */
  let reloadSoon: (() => void) | undefined;
  const watch = watchFolder(
    dir,
    (files) => {
      changed = bothChanged(changed, files);
      reloadSoon?.();
    },
    log,
  );
  let loaded = await firstLoad(folder, dir).catch((error: unknown) => {
    watch.close();
    throw error;
  });
  /** The faults of Markdown texts, which are found while the search is prepared. */
  let textFaults: Fault[] = [];
  const logFaults = createFaultLog(log);
  const updateStoredSite = createSiteStorage(options, log);
  afterLoad();
  let cancelNextChange = scheduleNextChange(loaded.content, contentChanged);

  async function prepare() {
    const current = loaded;
    try {
      const faults = await prepareSearch(current);
      // There was a reload in the meantime, which prepares its own search.
      if (current !== loaded) return;
      textFaults = faults;
      logFaults([...current.faults, ...faults]);
      await folder.store();
    } catch (err) {
      log.error({ err }, 'content cannot be searched');
    }
  }
  let prepared: Promise<void> | undefined;
  const searchable = () => {
    prepared ??= prepare();
    return prepared;
  };
  if (!defersSearch) void searchable();

  let loads = 1;
  const reload = async () => {
    const files = changed;
    changed = new Set();
    loads += 1;
    loaded = await folder.load(files);
    afterLoad();
    log.info({ dir, faults: loaded.faults.length }, 'content reloaded');
    contentChanged();
    prepared = prepare();
  };
  function afterLoad() {
    logFaults([...loaded.faults, ...textFaults]);
    updateStoredSite(loaded);
  }
  function contentChanged() {
    cancelNextChange();
    cancelNextChange = scheduleNextChange(loaded.content, contentChanged);
    onChange();
  }
  let isClosed = false;
  reloadSoon = coalesceRuns(async () => {
    if (isClosed) return;
    await reload().catch((err) => {
      log.error({ err }, 'content could not be read');
      changed = 'any';
    });
  });
  const hasChanges = () => changed === 'any' || changed.size > 0;
  if (hasChanges()) reloadSoon();
  const stopComparing = repeatWithPauses(compareIntervalMs, async () => {
    const loadsBefore = loads;
    // A load that has failed is tried again.
    if (hasChanges()) return reloadSoon?.();
    if (await folder.isCurrent()) return;
    // The event of a change may be on its way, or its load.
    await wait(EVENT_DELAY_MS, undefined, { ref: false });
    if (isClosed || hasChanges() || loads > loadsBefore) return;
    log.info({ dir }, 'content has changed: found by comparing all files');
    watch.reportAny();
  });

  return {
    // Right after a load, searches wait until the index is complete; other calls do not.
    ...sourceOf(() => loaded, locales, { timeZone: options.timeZone, beforeSearch: searchable }),
    isReady: () => loaded.siteFileState !== 'stored',
    // Where drafts are shown, so are their files.
    hiddenFiles: async () => (drafts ? NO_FILES : hiddenFilesOf(loaded)),
    revisions: () => revisionsOf(loaded),
    faults: () => [...loaded.faults, ...textFaults],
    isExample: () => EXAMPLE_NAMES.includes(loaded.content.site?.name ?? ''),
    nextChange: () => nextChangeOf(loaded.content),
    prepareSearch: () => void searchable(),
    close() {
      isClosed = true;
      watch.close();
      stopComparing();
      cancelNextChange();
    },
  };
}

/** Rejects with a ContentUnusableError if the folder cannot be served. */
async function firstLoad(folder: ContentFolder, dir: string): Promise<LoadedContent> {
  const loaded = await folder.load();
  if (loaded.fatalFaults.length > 0) throw new ContentUnusableError(dir, loaded.fatalFaults);
  return loaded;
}

/** Returns a function for each load: it stores a valid site.yaml, and logs when a stored one begins to be served. */
function createSiteStorage({ dir, storedSiteDir }: ContentOptions, log: Logger): (loaded: LoadedContent) => void {
  let last: SiteFileState | undefined;
  return ({ siteFileState }) => {
    if (siteFileState === 'stored' && last !== 'stored') {
      log.error(
        { dir, storedSiteDir },
        `${SITE_FILE} cannot be used: the last valid one is served, and /readyz is 503`,
      );
    }
    last = siteFileState;
    if (siteFileState !== 'valid' || storedSiteDir === undefined) return;
    try {
      storeSite(dir, storedSiteDir);
    } catch (err) {
      log.warn({ err, storedSiteDir }, `${SITE_FILE} cannot be stored`);
    }
  };
}

/** Returns a function that logs those of the current faults that were not among the current ones at its last call. */
function createFaultLog(log: Logger): (faults: readonly Fault[]) => void {
  let logged = new Set<string>();
  return (faults) => {
    const texts = new Set(faults.map(faultText));
    const added = [...texts].filter((text) => !logged.has(text));
    for (const fault of added.slice(0, FAULTS_LOGGED)) log.error({ fault }, 'content file is faulty');
    if (added.length > FAULTS_LOGGED) log.error({ faults: texts.size }, 'more content files are faulty');
    logged = texts;
  };
}
