import { setMaxListeners } from 'node:events';
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { monotonicNow } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { listAllPages, type PageEntry } from '../pages/inventory.ts';
import { sortedInSteps } from '../steps.ts';
import { runInTurns } from '../turns.ts';
import { SitemapFile, sitemapIndex } from './sitemap-file.ts';

/** sitemaps.org: the limit of one file. */
export const MAX_FILE_ENTRIES = 50_000;
/** How long an inventory is fresh. */
const TTL_MS = 600_000;
/** An incomplete inventory is taken again after this. */
const INCOMPLETE_TTL_MS = 10_000;
/** How long a request waits for the inventory; then it gets the pages found so far. */
const INVENTORY_TIMEOUT_MS = 5_000;
/** How long the file of an unfinished inventory is served before it is written again. */
const UNFINISHED_TTL_MS = 1_000;
/** Entries written in one turn of the event loop: a few milliseconds. */
const ENTRIES_PER_TURN = 250;

interface Inventory {
  entries: PageEntry[];
  /** Undefined until it has ended. */
  isComplete?: boolean;
  finished: Promise<void>;
  startedAt: number;
  /** The gateway's revision at the start. */
  revision: number;
  abort(): void;
  /** The last files: `/sitemap.xml` and, if that is an index, the files that it names. */
  written?: { files: Promise<Buffer[]>; until: number };
}

/**
 * `/sitemap.xml`, and `/sitemap-1.xml`, … for sites with more pages than one file may have. The files are written once for each inventory.
 * @param contentFolderUrl base of the content folder's API
 */
export function sitemap(
  gateway: Gateway,
  { origin, locales }: Config['site'],
  log: Logger,
  contentFolderUrl?: string,
): Router {
  let current: Inventory | undefined;

  function currentInventory(): Inventory {
    const age = monotonicNow() - (current?.startedAt ?? 0);
    const ttl = current?.isComplete === false ? INCOMPLETE_TTL_MS : TTL_MS;
    if (current && current.revision === gateway.revision && age < ttl) return current;
    current?.abort();
    const controller = new AbortController();
    // Each call of the inventory listens to it.
    setMaxListeners(0, controller.signal);
    const entries: PageEntry[] = [];
    const finished = listAllPages({
      gateway,
      contentFolderUrl,
      log,
      signal: controller.signal,
      onPage: (entry) => entries.push(entry),
    }).then(async (isComplete) => {
      next.entries = await runInTurns(sortedInSteps(entries, (a, b) => (a.path < b.path ? -1 : 1)));
      next.isComplete = isComplete;
      next.written = undefined;
    });
    const next: Inventory = {
      entries,
      finished,
      startedAt: monotonicNow(),
      revision: gateway.revision,
      abort: () => controller.abort(),
    };
    current = next;
    return next;
  }

  /** The files of an inventory, or of the part of it that has been found so far. */
  function filesOf(inventory: Inventory): Promise<Buffer[]> {
    const { entries, written } = inventory;
    if (written && monotonicNow() < written.until) return written.files;
    const files = write(entries, origin, locales.length > 1);
    const ttl = inventory.isComplete === undefined ? UNFINISHED_TTL_MS : Number.POSITIVE_INFINITY;
    inventory.written = { files, until: monotonicNow() + ttl };
    return files;
  }

  const answer: RequestHandler<{ number?: string }> = async ({ params: { number } }, response) => {
    const inventory = currentInventory();
    const timeout = new AbortController();
    const timedOut = wait(INVENTORY_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {});
    await Promise.race([inventory.finished, timedOut]);
    timeout.abort();
    // It may end while the files of its first part are written.
    const { isComplete } = inventory;
    const files = await filesOf(inventory);
    const file = number === undefined ? files[0] : /^[1-9]\d*$/.test(number) && files[Number(number)];
    if (!file) {
      response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
      return;
    }
    response
      .set('Cache-Control', isComplete ? 'public, max-age=600' : 'no-store')
      .type('xml')
      .send(file);
  };

  return Router({ caseSensitive: true, strict: true }).get('/sitemap.xml', answer).get('/sitemap-:number.xml', answer);
}

/** Writes the files: first the sitemap, or the index of the others. Rejects if there is no entry. */
async function write(entries: readonly PageEntry[], origin: string, hasAlternates: boolean): Promise<Buffer[]> {
  if (entries.length === 0) throw new Error('no page could be read for the sitemap');
  if (entries.length <= MAX_FILE_ENTRIES) return [await urls(entries, origin, hasAlternates)];
  const parts = Array.from({ length: Math.ceil(entries.length / MAX_FILE_ENTRIES) }, (_, part) =>
    entries.slice(part * MAX_FILE_ENTRIES, (part + 1) * MAX_FILE_ENTRIES),
  );
  const files = [sitemapIndex(parts.length, origin)];
  for (const part of parts) files.push(await urls(part, origin, hasAlternates));
  return files;
}

async function urls(entries: readonly PageEntry[], origin: string, hasAlternates: boolean): Promise<Buffer> {
  const file = new SitemapFile(origin, hasAlternates);
  for (let start = 0; start < entries.length; start += ENTRIES_PER_TURN) {
    file.add(entries.slice(start, start + ENTRIES_PER_TURN));
    await yieldToEventLoop();
  }
  return file.end();
}
