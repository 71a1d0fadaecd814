import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { ContentError } from '../../shared/content-error.ts';
import { type Answer, type CallPath, callPaths, contract, type Parameters } from '../../shared/contract/calls.ts';
import { explain } from '../../shared/contract/fields.ts';
import type { Pagination } from '../../shared/contract/pagination.ts';
import type { Redirect } from '../../shared/contract/redirect.ts';
import type { Site } from '../../shared/contract/site.ts';
import { type Call, readCall } from './address.ts';
import { arrange, type FilterValue, isPublished, type Listed } from './listing.ts';
import { createReading, type ReadingOptions } from './reading.ts';

export interface GatewayOptions {
  /** Gives an answer's `data` as it came, or rejects with a ContentError. */
  upstream: { get(address: string): Promise<unknown> };
  reading: Omit<ReadingOptions, 'dropped'>;
  /** Milliseconds that an answer is fresh, and may be served beyond that. */
  ttl: number;
  stale: number;
  /** Shown while the upstream gives no `site` of its own. */
  plainSite: Site;
  /** Old addresses; none: the upstream knows them. */
  redirects?: Redirect[];
  log: Logger;
}

/** An answer in the contract's form, and as our own API sends it. */
export interface Entry<Data = unknown> {
  data: Data;
  body: Buffer;
  etag: string;
  freshUntil: number;
  staleUntil: number;
}

const CACHE_BYTES = 64_000_000;
/** An item that is not there may be there soon. Kept in a part of its own, so that made-up ids push nothing out. */
const NOT_FOUND_TTL = 10_000;
const NOT_FOUND_ENTRIES = 2_000;
/** After a failed refresh the stale answer is served this long before the next try. */
const RETRY_AFTER = 5_000;
/** A page waits no longer for `site`: it is needed by every page, and a plain one will do. */
const SITE_PATIENCE = 1_000;

/** The one way to content, for pages and for browsers. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #schemas: Record<CallPath, z.ZodType>;
  readonly #dropped: { path: string; reason: string }[] = [];
  readonly #answers = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (entry) => entry.body.length * 3 + 200,
  });
  readonly #missing = new LRUCache<string, ContentError>({ max: NOT_FOUND_ENTRIES, ttl: NOT_FOUND_TTL });
  #generation = 0;
  readonly #underWay = new Map<string, Promise<Entry>>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    const reading = createReading({
      ...options.reading,
      dropped: (path, reason) => this.#dropped.push({ path, reason }),
    });
    const schemas = callPaths.map((path) => [path, contract[path](reading)]);
    this.#schemas = Object.fromEntries(schemas) as Record<CallPath, z.ZodType>;
  }

  /** Rejects with a ContentError, or with the signal's reason once nobody waits any more; the call itself goes on for others. */
  async get<Path extends CallPath>(
    path: Path,
    parameters: Parameters = {},
    signal?: AbortSignal,
  ): Promise<Answer<Path>> {
    const entry = await untilAborted(this.entry(path, parameters), signal);
    return entry.data as Answer<Path>;
  }

  /** As `get`, with the bytes for a browser. */
  async entry(path: CallPath, parameters: Parameters): Promise<Entry> {
    const call = readCall(path, parameters);
    const known = this.#answers.get(call.address);
    const now = Date.now();
    if (known && now < known.freshUntil) return known;
    if (known && now < known.staleUntil) {
      this.#fetch(call).catch(() => {
        known.freshUntil = Date.now() + RETRY_AFTER;
      });
      return known;
    }
    const missing = this.#missing.get(call.address);
    if (missing) throw missing;
    return this.#fetch(call);
  }

  /** The site, or the plain one where the upstream has none; provisional where it merely could not be had now. */
  async site(): Promise<{ site: Site; provisional: boolean }> {
    try {
      const { site } = await this.get('site', {}, AbortSignal.timeout(SITE_PATIENCE));
      return { site, provisional: false };
    } catch (error) {
      const hasNone = error instanceof ContentError && error.status === 404;
      return { site: this.#options.plainSite, provisional: !hasNone };
    }
  }

  /** What has become of an address where there is no page. */
  async redirect(path: string): Promise<Redirect | undefined> {
    const redirects =
      this.#options.redirects ??
      (await this.get('redirects').then(
        (answer) => answer.redirects,
        () => [],
      ));
    return redirects.find(({ from }) => from === path);
  }

  /** Grows with each purge: what was made of answers before is old. */
  get generation(): number {
    return this.#generation;
  }

  /** Forgets every answer: the content has changed. */
  purge(): void {
    this.#generation += 1;
    this.#answers.clear();
    this.#missing.clear();
    this.#underWay.clear();
  }

  #fetch(call: Call): Promise<Entry> {
    const waiting = this.#underWay.get(call.address);
    if (waiting) return waiting;
    const fetching: Promise<Entry> = this.#load(call).then(
      (entry) => {
        // A purge in the meantime has made this answer an old one: for those who wait, not for later.
        if (this.#underWay.get(call.address) === fetching) {
          this.#underWay.delete(call.address);
          this.#answers.set(call.address, entry);
        }
        return entry;
      },
      (error: unknown) => {
        if (this.#underWay.get(call.address) === fetching) {
          this.#underWay.delete(call.address);
          if (error instanceof ContentError && error.status === 404) {
            // What has been taken down is no outage to be covered by an old answer.
            this.#answers.delete(call.address);
            this.#missing.set(call.address, error);
          }
        }
        this.#failed(call, error);
        throw error;
      },
    );
    this.#underWay.set(call.address, fetching);
    return fetching;
  }

  async #load(call: Call): Promise<Entry> {
    const given = await this.#options.upstream.get(call.address);
    const result = this.#read(call.path, given);
    const dropped = this.#dropped.splice(0);
    if (!result.success) throw new ContentError(502, `upstream: wrong shape: ${explain(result.error)}`);
    if (dropped.length > 0) this.#options.log.warn({ call: call.address, dropped }, 'content left out');
    const data = call.list ? fitted(result.data as ListData, call.list) : timely(result.data);
    const body = Buffer.from(JSON.stringify({ error: false, data }));
    const now = Date.now();
    // Jittered, so that what was fetched together is not refreshed together.
    const freshUntil = now + this.#options.ttl * (0.9 + Math.random() * 0.2);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { data, body, etag, freshUntil, staleUntil: freshUntil + this.#options.stale };
  }

  #read(path: CallPath, given: unknown) {
    try {
      return this.#schemas[path].safeParse(given);
    } catch (cause) {
      // HTML or lists nested beyond what the stack holds.
      throw new ContentError(502, 'upstream: the answer could not be read', { cause });
    }
  }

  #failed(call: Call, error: unknown): void {
    const { log } = this.#options;
    if (!(error instanceof ContentError)) {
      log.error({ call: call.address, err: error }, 'content could not be read');
    } else if (error.status === 404) {
      log.debug({ call: call.address }, 'no such content');
    } else {
      log.warn({ call: call.address, status: error.status, reason: error.message }, 'content call failed');
    }
  }
}

type ListData = Record<string, Listed[]> & {
  pagination: Pagination;
  filters?: Record<string, FilterValue[]>;
  complete?: boolean;
};

/**
 * A list's data as the query wants it. A list that came complete, without a paginator or beside what was asked for, is
 * arranged here; an upstream that pages by itself has also searched and filtered by itself.
 */
function fitted(data: ListData, list: NonNullable<Call['list']>): ListData {
  const { name, query } = list;
  const items = data[name] ?? [];
  const { complete, ...given } = data;
  let result: ListData = given;
  const isWhole = given.pagination.last_page === 1 && given.pagination.total === items.length;
  if (complete || (isWhole && (query.page > 1 || items.length > query.perPage))) {
    const { items: shown, ...rest } = arrange(items, query, list);
    result = { ...given, ...rest, [name]: shown } as ListData;
  }
  if (query.page > result.pagination.last_page) throw new ContentError(404, `no page ${query.page}`);
  return result;
}

/** An item whose time has not come is not there yet. */
function timely(data: unknown): unknown {
  for (const item of Object.values(data ?? {})) {
    if (typeof item === 'object' && item !== null && !isPublished(item)) {
      throw new ContentError(404, 'to be published later');
    }
  }
  return data;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}
