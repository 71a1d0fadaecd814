import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { monotonicNow } from '../clock.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { type Entry, takeInventory } from '../pages/inventory.ts';

/** sitemaps.org: a file holds no more. */
export const MOST = 50_000;
/** Milliseconds that an inventory is fresh; one that could not be completed is tried again sooner. */
const TTL = 600_000;
const RETRY = 10_000;
/** Milliseconds that the first request waits for the inventory; then it gets what is known. */
const FIRST_TIMEOUT = 5_000;
/** Milliseconds that what is known of an unfinished inventory is served before it is written anew. */
const UNFINISHED_TTL = 1_000;
/** Entries written in one go: a few milliseconds. */
const AT_ONCE = 250;

interface Inventory {
  entries: Entry[];
  /** Undefined while it is being taken. */
  complete?: boolean;
  taken: Promise<void>;
  since: number;
  generation: number;
  /** Ends it. */
  abort(): void;
  /** What was written of it last: `/sitemap.xml` and, where that is an index, the files that it names. */
  written?: { files: Promise<Buffer[]>; until: number };
}

/** `/sitemap.xml`, and `/sitemap-1.xml` and so on for sites that do not fit into one file. Both are written once for each inventory. */
export function sitemap(gateway: Gateway, origin: string, log: Logger): Router {
  let current: Inventory | undefined;

  function inventory(): Inventory {
    const age = monotonicNow() - (current?.since ?? 0);
    const ttl = current?.complete === false ? RETRY : TTL;
    if (current && current.generation === gateway.generation && age < ttl) return current;
    current?.abort();
    const controller = new AbortController();
    const entries: Entry[] = [];
    const taken = takeInventory({
      gateway,
      log,
      signal: controller.signal,
      found: (entry) => entries.push(entry),
    }).then((complete) => {
      next.complete = complete;
      next.entries.sort((a, b) => (a.path < b.path ? -1 : 1));
      next.written = undefined;
    });
    const next: Inventory = {
      entries,
      taken,
      since: monotonicNow(),
      generation: gateway.generation,
      abort: () => controller.abort(),
    };
    current = next;
    return next;
  }

  /** The files of an inventory; of an unfinished one, as far as it has come. */
  function filesOf(taken: Inventory): Promise<Buffer[]> {
    const { entries, written } = taken;
    if (written && monotonicNow() < written.until) return written.files;
    const files = write(entries, origin);
    const ttl = taken.complete === undefined ? UNFINISHED_TTL : Number.POSITIVE_INFINITY;
    taken.written = { files, until: monotonicNow() + ttl };
    return files;
  }

  const answer: RequestHandler<{ number?: string }> = async ({ params: { number } }, response) => {
    const taken = inventory();
    const late = new AbortController();
    await Promise.race([taken.taken, wait(FIRST_TIMEOUT, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
    const files = await filesOf(taken);
    const file = number === undefined ? files[0] : /^[1-9]\d*$/.test(number) && files[Number(number)];
    if (!file) {
      response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
      return;
    }
    response
      .set('Cache-Control', taken.complete ? 'public, max-age=600' : 'no-store')
      .type('xml')
      .send(file);
  };

  return Router({ caseSensitive: true, strict: true }).get('/sitemap.xml', answer).get('/sitemap-:number.xml', answer);
}

/** The first file is the sitemap, or the index of those that follow. */
async function write(entries: readonly Entry[], origin: string): Promise<Buffer[]> {
  if (entries.length <= MOST) return [await urls(entries, origin)];
  const parts = Array.from({ length: Math.ceil(entries.length / MOST) }, (_, part) =>
    entries.slice(part * MOST, (part + 1) * MOST),
  );
  const files = [await index(parts.length, origin)];
  for (const part of parts) files.push(await urls(part, origin));
  return files;
}

async function urls(entries: readonly Entry[], origin: string): Promise<Buffer> {
  const stream = new SitemapStream({
    hostname: origin,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  const written = streamToPromise(stream);
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    for (const { path, changed } of entries.slice(start, start + AT_ONCE))
      stream.write({ url: path, lastmod: changed });
    await yieldToEventLoop();
  }
  stream.end();
  return written;
}

function index(count: number, origin: string): Promise<Buffer> {
  const stream = new SitemapIndexStream();
  for (let number = 1; number <= count; number += 1) stream.write({ url: `${origin}/sitemap-${number}.xml` });
  stream.end();
  return streamToPromise(stream);
}
