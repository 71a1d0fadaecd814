import { setTimeout as wait } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import type { Gateway } from '../frontapi/gateway.ts';
import { type Entry, takeInventory } from './inventory.ts';

/** sitemaps.org: a file holds no more. */
export const MOST = 50_000;
/** An inventory is good for so long. */
const KEPT = 600_000;
/** Whoever asks for the first one waits for so long, and gets what is known by then. */
const PATIENCE = 5_000;

interface Inventory {
  entries: Entry[];
  /** Undefined while it is being taken. */
  complete?: boolean;
  taken: Promise<void>;
  since: number;
  generation: number;
}

/** `/sitemap.xml`, and `/sitemap-1.xml` and so on for sites that do not fit into one file. */
export function sitemap(gateway: Gateway, origin: string): Router {
  let current: Inventory | undefined;

  function inventory(): Inventory {
    const isGood = current?.generation === gateway.generation && Date.now() - current.since < KEPT;
    if (current && isGood && current.complete !== false) return current;
    const entries: Entry[] = [];
    const taken = takeInventory(gateway, (entry) => entries.push(entry)).then((complete) => {
      next.complete = complete;
      next.entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    });
    const next: Inventory = { entries, taken, since: Date.now(), generation: gateway.generation };
    current = next;
    return next;
  }

  const answer =
    (write: (entries: Entry[], number: number) => Promise<Buffer> | undefined): RequestHandler<{ number?: string }> =>
    async ({ params }, response) => {
      const { entries, taken, ...state } = inventory();
      const late = new AbortController();
      await Promise.race([taken, wait(PATIENCE, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      const xml = await write(entries, Number(params.number ?? 0));
      if (!xml) {
        response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
        return;
      }
      const complete = state.complete ?? current?.complete;
      response
        .set('Cache-Control', complete ? 'public, max-age=600' : 'no-store')
        .type('xml')
        .send(xml);
    };

  return Router({ caseSensitive: true, strict: true })
    .get(
      '/sitemap.xml',
      answer((entries) => (entries.length > MOST ? index(entries.length, origin) : urls(entries, origin))),
    )
    .get(
      '/sitemap-:number.xml',
      answer((entries, number) => {
        const part = entries.slice((number - 1) * MOST, number * MOST);
        return entries.length > MOST && part.length > 0 ? urls(part, origin) : undefined;
      }),
    );
}

function urls(entries: readonly Entry[], origin: string): Promise<Buffer> {
  const stream = new SitemapStream({
    hostname: origin,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  for (const { path, changed } of entries) stream.write({ url: path, lastmod: changed });
  stream.end();
  return streamToPromise(stream);
}

function index(count: number, origin: string): Promise<Buffer> {
  const stream = new SitemapIndexStream();
  for (let number = 1; number <= Math.ceil(count / MOST); number += 1) {
    stream.write({ url: `${origin}/sitemap-${number}.xml` });
  }
  stream.end();
  return streamToPromise(stream);
}
