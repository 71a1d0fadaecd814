import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@foyer/config';
import type { Gateway } from '@foyer/gateway';
import { monotonicNow } from '@foyer/runtime';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { listAllPages, type PageEntry } from '../pages/inventory.ts';
import { sitemapXml } from './sitemap-xml.ts';

/** sitemaps.org: the limit of a file. */
const MAX_ENTRIES = 50_000;
/** How long an inventory is fresh. */
const TTL_MS = 600_000;
/** An incomplete inventory is taken again after this. */
const INCOMPLETE_TTL_MS = 10_000;
/** How long a request waits for the inventory; then it gets the pages found so far. */
const INVENTORY_TIMEOUT_MS = 5_000;
/** How long the file of an unfinished inventory is served before it is written again. */
const UNFINISHED_TTL_MS = 1_000;

interface Inventory {
  entries: PageEntry[];
  /** Undefined until it has ended. */
  isComplete?: boolean;
  finished: Promise<void>;
  startedAt: number;
  /** The gateway's revision at the start. */
  revision: number;
  abort(): void;
  /** The last file. */
  written?: { file: Buffer; until: number };
}

/** `/sitemap.xml`. The file is written once for each inventory. */
export function sitemap(gateway: Gateway, { origin, locales }: Config['site'], log: Logger): Router {
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
    let leftOut = 0;
    const finished = listAllPages({
      gateway,
      log,
      signal: controller.signal,
      onPage(entry) {
        if (entries.length < MAX_ENTRIES) entries.push(entry);
        else leftOut += 1;
      },
    }).then((isComplete) => {
      entries.sort((a, b) => (a.path < b.path ? -1 : 1));
      next.isComplete = isComplete;
      next.written = undefined;
      if (leftOut > 0) log.warn({ leftOut }, 'the sitemap is full: pages are left out');
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

  /** The file of an inventory, or of the part of it that has been found so far. Throws if there is no entry. */
  function fileOf(inventory: Inventory): Buffer {
    const { entries, written, isComplete } = inventory;
    if (written && monotonicNow() < written.until) return written.file;
    if (entries.length === 0) throw new Error('no page could be read for the sitemap');
    const file = sitemapXml(entries, origin, locales.length > 1);
    const ttl = isComplete === undefined ? UNFINISHED_TTL_MS : Number.POSITIVE_INFINITY;
    inventory.written = { file, until: monotonicNow() + ttl };
    return file;
  }

  const answer: RequestHandler = async (_request, response) => {
    const inventory = currentInventory();
    const timeout = new AbortController();
    const timedOut = wait(INVENTORY_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {});
    await Promise.race([inventory.finished, timedOut]);
    timeout.abort();
    response
      .set('Cache-Control', inventory.isComplete ? 'public, max-age=600' : 'no-store')
      .type('xml')
      .send(fileOf(inventory));
  };

  return Router({ caseSensitive: true, strict: true }).get('/sitemap.xml', answer);
}
