import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import type { Answer, CallPath, Parameters } from '../../shared/contract/calls.ts';
import type { Redirect } from '../../shared/contract/redirect.ts';
import type { Site } from '../../shared/contract/site.ts';
import { monotonicNow } from '../clock.ts';
import type { CacheSize, Outcome as CallOutcome } from '../observability/metrics.ts';
import { Advertised } from './advertised-calls.ts';
import { type Call, readCall } from './call.ts';
import type { Shelf } from './disk-answer-cache.ts';
import { answerOf, type Outcome, type Answer as Read, type Response } from './normalise-answer.ts';
import type { Reader } from './normaliser.ts';
import {
  type Ages,
  agesOf,
  freshness,
  MISSING_TTL,
  READY_PATIENCE,
  RETRY_REFRESH,
  SHARE_ONCE_MS,
  SITE_PATIENCE,
  type Times,
} from './policy.ts';
import { isPurged, type Purge } from './purge.ts';
import type { Replicas } from './replicas.ts';
import type { StoredAnswer } from './stored-answer.ts';
import type { Asked } from './upstream.ts';
import type { Urgency } from './upstream-limits.ts';

export interface GatewayOptions {
  upstream: Source;
  reader: Reader;
  /** Puts what is known of pictures beside what an answer says of them. */
  describePictures?: (data: object) => void;
  times: Times;
  /** Shown while the upstream gives no `site` of its own. */
  plainSite: Site;
  /** Old addresses; none: the upstream knows them. */
  redirects?: Redirect[];
  /** Where answers outlive the process. */
  shelf?: Shelf;
  /** Where answers are shared with other processes. */
  replicas?: Replicas;
  log: Logger;
}

export interface Source {
  /** Rejects with a ContentError. @param read for the response, never rejects */
  get(address: string, asked: Asked, read: (response: Response) => Promise<Outcome>): Promise<Read>;
  /** Somebody waits now for a call that was made for later. */
  hurry?(address: string): void;
}

/** An answer in the contract's form, and as our own API sends it. */
export interface Entry<Data extends object = object> extends Ages {
  data: Data;
  body: Buffer;
  etag: string;
}

/** Who asks: nobody waits for a call once its signal is aborted. */
export interface Asking {
  signal?: AbortSignal;
  urgency?: Urgency;
  /** A stale answer will not do, unless no other is to be had. */
  renew?: boolean;
  /** What the request is called for which it is asked: the upstream is told, and the log. */
  id?: string;
  /** Told of each answer that is given. */
  served?: (answer: Served) => void;
}

/** An answer that was given: which, how long it is good for, and whether it was there already. */
export interface Served extends Ages {
  address: string;
  etag: string;
  hit: boolean;
  /** It is old, and no newer one could be had. */
  isLate: boolean;
}

/** What befalls answers that were given before. */
interface Events {
  /** Its successor says something else, or it has none. */
  replaced: [address: string];
  purged: [what: Purge];
  /** A call has ended, after so many milliseconds. */
  called: [outcome: CallOutcome, milliseconds: number];
}

/** A call under way, for all who wait for it. */
interface Flight {
  answer: Promise<Entry>;
  controller: AbortController;
  /** How many wait that may go; one that stays, as a refresh does, is in for good. */
  waiting: number;
  stays: boolean;
}

const CACHE_BYTES = 48_000_000;
/** What was asked for once: it must be asked for again before it may push out what others read. */
const ONCE_BYTES = 16_000_000;
const MISSING_ENTRIES = 2_000;
/** A line of the log holds no more. */
const MOST_TOLD = 20;

const answers = (maxSize: number) =>
  new LRUCache<string, Entry>({ maxSize, sizeCalculation: (entry) => entry.body.length * 3 + 200 });

/** The one way to content, for pages and for browsers. What is fresh, stale, final and retried is decided in policy.ts. */
export class Gateway extends EventEmitter<Events> {
  readonly #options: GatewayOptions;
  readonly #kept = answers(CACHE_BYTES);
  readonly #once = answers(ONCE_BYTES);
  readonly #advertised = new Advertised();
  /** What was left out of an answer the last time. */
  readonly #told = new LRUCache<string, string>({ max: MISSING_ENTRIES });
  readonly #missing = new LRUCache<string, ContentError>({ max: MISSING_ENTRIES, ttl: MISSING_TTL });
  readonly #underWay = new Map<string, Flight>();
  #generation = 0;

  constructor(options: GatewayOptions) {
    super();
    this.#options = options;
  }

  /** Rejects with a ContentError, or with the signal's reason once nobody waits any more. */
  async get<Path extends CallPath>(
    path: Path,
    parameters: Parameters = {},
    asking: Asking = {},
  ): Promise<Answer<Path>> {
    const entry = await this.entry(path, parameters, asking);
    return entry.data as Answer<Path>;
  }

  /** As `get`, with the bytes for a browser. */
  async entry(path: CallPath, parameters: Parameters, asking: Asking = {}): Promise<Entry> {
    const call = readCall(path, parameters);
    const known = this.#known(call.address) ?? (await this.#stored(call));
    const state = known ? freshness(known) : 'gone';
    if (known && (state === 'fresh' || (state === 'stale' && !asking.renew))) {
      if (state === 'stale') this.#refresh(call, known);
      return served(call, known, asking, { hit: true });
    }
    const missing = this.#missing.get(call.address);
    if (missing) throw missing;
    try {
      return served(call, await this.#wait(call, asking), asking, { hit: false });
    } catch (error) {
      const isThere = known && state !== 'gone' && !isMissing(error) && !asking.signal?.aborted;
      if (!isThere) throw error;
      known.freshUntil = monotonicNow() + RETRY_REFRESH;
      return served(call, known, asking, { hit: true, isLate: true });
    }
  }

  /** The site, or the plain one where the upstream has none; provisional where it merely could not be had now. */
  async site(asking: Pick<Asking, 'served' | 'renew' | 'id'> = {}): Promise<{ site: Site; provisional: boolean }> {
    try {
      const { site } = await this.get('site', {}, { ...asking, signal: AbortSignal.timeout(SITE_PATIENCE) });
      return { site, provisional: false };
    } catch (error) {
      return { site: this.#options.plainSite, provisional: !isMissing(error) };
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

  /** The content has changed: what is named is asked for anew before it is served again, here and by the other replicas. */
  async purge(what: Purge = { all: true }): Promise<void> {
    this.outdate(what);
    this.#options.shelf?.purge(what);
    await this.#options.replicas?.purge(what);
  }

  /** As `purge`, for this process alone. */
  outdate(what: Purge): void {
    this.#generation += 1;
    for (const answers of [this.#kept, this.#once]) {
      answers.forEach((entry, address) => {
        if (isPurged(what, address)) entry.changesAt = 0;
      });
    }
    for (const address of this.#missing.keys()) if (isPurged(what, address)) this.#missing.delete(address);
    // What is under way is an answer from before: for those who wait, not for later.
    for (const address of this.#underWay.keys()) if (isPurged(what, address)) this.#underWay.delete(address);
    this.emit('purged', what);
  }

  get size(): CacheSize {
    return {
      bytes: this.#kept.calculatedSize + this.#once.calculatedSize,
      entries: this.#kept.size + this.#once.size,
    };
  }

  /** Of the answer that is given now; undefined where none is kept. */
  etagOf(address: string): string | undefined {
    return (this.#kept.peek(address) ?? this.#once.peek(address))?.etag;
  }

  /** Whether content can be served, fresh or stale. */
  async isReady(): Promise<boolean> {
    if (this.#kept.size + this.#once.size > 0) return true;
    return this.get('home', {}, { signal: AbortSignal.timeout(READY_PATIENCE) }).then(
      () => true,
      (error) => isMissing(error),
    );
  }

  /** A second request promotes an answer to the protected segment, and to the disk. */
  #known(address: string): Entry | undefined {
    const kept = this.#kept.get(address);
    const once = kept ? undefined : this.#once.get(address);
    if (once) {
      this.#once.delete(address);
      this.#kept.set(address, once);
      if (freshness(once) !== 'outdated') this.#options.shelf?.write(address, once);
    }
    return kept ?? once;
  }

  /** An answer that another replica shares, or that an earlier process has stored. */
  async #stored(call: Call): Promise<Entry | undefined> {
    const { shelf, replicas } = this.#options;
    const generation = this.#generation;
    for (const tier of [replicas, shelf]) {
      const stored = await tier?.read(call.address);
      // A purge in the meantime has outdated it.
      if (!stored || generation !== this.#generation) continue;
      try {
        const entry = await this.#revived(call, stored);
        this.#keep(call, entry);
        return entry;
      } catch (error) {
        tier?.refuse(call.address, error);
      }
    }
    return undefined;
  }

  /** Rebuilds a stored answer from what its schema reads; it is fresh for no longer than one of our own. */
  async #revived(call: Call, { body, freshUntil, staleUntil }: StoredAnswer): Promise<Entry> {
    const read = answerOf(await this.#options.reader.read(call, { bytes: body, status: 200 }));
    const most = agesOf(this.#options.times, read.changesAt);
    return this.#entryOf(read, {
      freshUntil: Math.min(freshUntil, most.freshUntil),
      staleUntil: Math.min(staleUntil, most.staleUntil),
      changesAt: read.changesAt,
    });
  }

  /** An answer as our own API sends it. */
  #entryOf({ data }: Read, ages: Ages): Entry {
    this.#options.describePictures?.(data);
    const body = Buffer.from(JSON.stringify({ error: false, data }));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return { data, body, etag, ...ages };
  }

  /** From the upstream, or from another replica that has asked it. */
  async #obtain(call: Call, asked: Asked): Promise<Entry> {
    const { replicas } = this.#options;
    if (!replicas) return this.#load(call, asked);
    const generation = this.#generation;
    return replicas.inTurn(call.address, {
      revive: (stored) => this.#revived(call, stored),
      load: () => this.#load(call, asked),
      share: (answer) => {
        if (generation !== this.#generation) return undefined;
        const until = this.#isMadeUp(call)
          ? Math.min(answer.staleUntil, monotonicNow() + SHARE_ONCE_MS)
          : answer.staleUntil;
        return { answer, until };
      },
    });
  }

  /** Whether a visitor may have made the call up: no list names the item, and it was requested once. */
  #isMadeUp(call: Call): boolean {
    return !this.#kept.has(call.address) && !this.#advertised.has(call);
  }

  #keep(call: Call, entry: Entry): void {
    const before = this.etagOf(call.address);
    this.#advertised.note(call, entry.data);
    const isKept = this.#kept.has(call.address) || this.#advertised.has(call);
    (isKept ? this.#kept : this.#once).set(call.address, entry);
    if (before !== undefined && before !== entry.etag) this.emit('replaced', call.address);
  }

  #forget(address: string): void {
    const wasKept = this.#kept.delete(address) || this.#once.delete(address);
    // A stored answer has been read into memory by now: an invented address costs no deletion on disk.
    if (!wasKept) return;
    this.#options.shelf?.drop(address);
    this.emit('replaced', address);
  }

  #refresh(call: Call, known: Entry): void {
    this.#wait(call, { urgency: 'refresh' }).catch(() => {
      known.freshUntil = monotonicNow() + RETRY_REFRESH;
    });
  }

  /** The call is made once for all who wait, and given up when the last of them has gone. */
  #wait(call: Call, { signal, urgency = 'visitor', id }: Asking): Promise<Entry> {
    signal?.throwIfAborted();
    const flight = this.#underWay.get(call.address) ?? this.#depart(call, urgency, id);
    if (urgency === 'visitor') this.#options.upstream.hurry?.(call.address);
    if (!signal) {
      flight.stays = true;
      return flight.answer;
    }
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0 && !flight.stays) {
          flight.controller.abort(new ContentError(503, 'nobody waits any more'));
          this.#land(call.address, flight);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  #depart(call: Call, urgency: Urgency, id?: string): Flight {
    const controller = new AbortController();
    const isKnown = this.#advertised.has(call) || [this.#kept, this.#once].some((known) => known.has(call.address));
    // What only we ask for is no invention of a visitor.
    const unseen = !isKnown && urgency !== 'inventory';
    const start = performance.now();
    const ended = (outcome: CallOutcome) => this.emit('called', outcome, performance.now() - start);
    const answer = this.#obtain(call, { urgency, unseen, signal: controller.signal, id }).then(
      (entry) => {
        ended('ok');
        // A purge in the meantime has made this answer an old one: for those who wait, not for later.
        if (this.#land(call.address, flight)) {
          this.#keep(call, entry);
          if (!this.#isMadeUp(call)) this.#options.shelf?.write(call.address, entry);
        }
        return entry;
      },
      (error: unknown) => {
        ended(outcomeOf(error));
        if (this.#land(call.address, flight) && error instanceof ContentError && error.status === 404) {
          // What has been taken down is no outage to be covered by an old answer.
          this.#forget(call.address);
          this.#missing.set(call.address, error);
        }
        if (!controller.signal.aborted) this.#failed(call, error, id);
        throw error;
      },
    );
    const flight: Flight = { answer, controller, waiting: 0, stays: false };
    // Everyone who waited may have gone.
    answer.catch(() => {});
    this.#underWay.set(call.address, flight);
    return flight;
  }

  /** @returns whether it was still the one */
  #land(address: string, flight: Flight): boolean {
    if (this.#underWay.get(address) !== flight) return false;
    this.#underWay.delete(address);
    return true;
  }

  async #load(call: Call, asked: Asked): Promise<Entry> {
    const { upstream, reader, times } = this.#options;
    const read = await upstream.get(call.address, asked, (response) => reader.read(call, response));
    this.#tellDropped(call, read.dropped);
    if (read.items) this.#advertised.noteItems(call.path, read.items);
    return this.#entryOf(read, agesOf(times, read.changesAt));
  }

  /** Once, until something else is left out. */
  #tellDropped({ address, told: call }: Call, dropped: object[]): void {
    const text = JSON.stringify(dropped);
    if (dropped.length > 0 && this.#told.get(address) !== text) {
      this.#options.log.warn(
        { call, dropped: dropped.slice(0, MOST_TOLD), count: dropped.length },
        'content does not fit',
      );
    }
    this.#told.set(address, text);
  }

  #failed({ told }: Call, error: unknown, id?: string): void {
    const { log } = this.#options;
    const call = { call: told, ...(id && { id }) };
    if (!(error instanceof ContentError)) {
      log.error({ ...call, err: error }, 'content could not be read');
    } else if (error.status === 404) {
      log.debug(call, 'no such content');
    } else {
      log.warn({ ...call, status: error.status, reason: error.message }, 'content call failed');
    }
  }
}

function served(
  { address }: Call,
  entry: Entry,
  { served }: Asking,
  { hit, isLate = false }: { hit: boolean; isLate?: boolean },
): Entry {
  const { etag, freshUntil, staleUntil, changesAt } = entry;
  served?.({ address, etag, hit, isLate, freshUntil, staleUntil, changesAt });
  return entry;
}

function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof ContentError)) return 'failed';
  return error.status === 404 ? 'missing' : error.status === 429 ? 'limited' : 'failed';
}

const isMissing = (error: unknown) => error instanceof ContentError && error.status === 404;
