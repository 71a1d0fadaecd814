import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_SHARED_KEYS, type SealKeys } from '@foyer/images';
import { boundedWarnings, monotonicNow } from '@foyer/runtime';
import { RESP_TYPES } from '@redis/client';
import type { Logger } from 'pino';
import { redactSearch } from './call.ts';
import { cacheState } from './policy.ts';
import { callNameOf, isPurged, type Purge, purgeTest } from './purge.ts';
import { parsePurgeMessage } from './purge-message.ts';
import { type RedisCommand, RedisConnection, type RedisMetrics } from './redis-connection.ts';
import { decodeAnswer, encodeAnswer, reasonOf, type StoredAnswer } from './stored-answer.ts';

/** A request that replicas coalesce. */
export interface ReplicatedRequest<T> {
  /** Reads an answer of another replica; throws if its schema rejects it. */
  restore(stored: StoredAnswer): T | Promise<T>;
  /** Calls the upstream. */
  load(): Promise<T>;
  /** The answer for the other replicas, and until when they may have it (monotonic clock); undefined: none. */
  share(answer: T): { answer: StoredAnswer; until: number } | undefined;
}

/** A larger answer is neither shared nor read: 5 MB is the upstream's default limit, and arrives within the command timeout at 1 Gbit/s. */
const MAX_VALUE_BYTES = 5_000_000;
/** As on disk: only searches and filters that visitors invent are longer. */
const MAX_ADDRESS_CHARACTERS = 200;
/** Purges that wait while Redis is down; more of them become one purge of everything. */
const MAX_PENDING_PURGES = 100;
/** Keys per SCAN step of a purge: few enough that other commands, and this event loop, get their turn in between. */
const SCANNED_KEYS = 200;
const POLL_MS = 50;
const MAX_COUNTER_DIGITS = 20;

/** Deletes a lock only if this replica still holds it: it may have expired, and another replica may hold it now. */
const RELEASE_LOCK = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
/** Stores an answer unless there was a purge since its call: the purge may have passed its key, and its message may not have arrived. */
const WRITE_UNLESS_PURGED =
  "if (redis.call('get', KEYS[2]) or '') == ARGV[3] then return redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) end return false";

/**
 * What replicas share through Redis: the last valid answers, a lock per in-flight request, and purges. While Redis is down
 * each replica works alone. Values in Redis are as untrusted as an upstream's answers, and are parsed in the same way.
 */
export class Replicas {
  readonly #redis: RedisConnection;
  readonly #keyPrefix: string;
  readonly #lockPrefix: string;
  readonly #channel: string;
  /** Key of a number that grows with each purge: by it a replica that was disconnected sees that it has missed some, and Redis which answers are of calls before the last one. */
  readonly #counterKey: string;
  /** That number at the last heartbeat. */
  #lastPurgeCount?: string | null;
  readonly #readCount: RedisCommand<string | null> = (client) =>
    client.getRange(this.#counterKey, 0, MAX_COUNTER_DIGITS - 1);
  readonly #timeoutMs: number;
  readonly #metrics?: RedisMetrics;
  readonly #id = crypto.randomUUID();
  readonly #warnSkipped: (fields: object) => void;
  readonly #warnMessage: (fields: object) => void;
  /** Purges that the other replicas have not got yet, by their JSON. */
  readonly #pendingPurges = new Map<string, Purge>();
  /** Those of them that are being carried out. */
  #carriedOut: readonly Purge[] = [];
  #publishing?: Promise<void>;
  #onPurge: (what: Purge) => void = () => {};
  readonly #sealKeysKey: string;
  #sealKeys?: SealKeys;

  /** @param upstream replicas of different upstreams share nothing */
  constructor(url: string, upstream: { url: string; timeoutMs: number }, log: Logger, metrics?: RedisMetrics) {
    const scope = `foyer:2:${createHash('sha256').update(upstream.url).digest('base64url').slice(0, 12)}`;
    this.#keyPrefix = `${scope}:answer:`;
    this.#lockPrefix = `${scope}:lock:`;
    this.#channel = `${scope}:purged`;
    this.#counterKey = `${scope}:purges`;
    this.#sealKeysKey = `${scope}:seal-keys`;
    this.#timeoutMs = upstream.timeoutMs;
    this.#metrics = metrics;
    this.#warnSkipped = boundedWarnings(log, 'stored answer skipped');
    this.#warnMessage = boundedWarnings(log, 'a message in Redis is not a purge', 1);
    const onMessage = (text: string) => this.#receive(text);
    const onHeartbeat = (isReconnected: boolean) => void this.#catchUp(isReconnected);
    this.#redis = new RedisConnection({ url, channel: this.#channel, onMessage, onHeartbeat, log, metrics });
  }

  /** Connects, and resolves once the keys are those of the other replicas. @param onPurge called for each purge of another replica */
  async open(onPurge: (what: Purge) => void, sealKeys?: SealKeys): Promise<void> {
    this.#onPurge = onPurge;
    if (sealKeys?.areShared) this.#sealKeys = sealKeys;
    await this.#redis.open();
    await this.#shareSealKeys();
  }

  async read(address: string): Promise<StoredAnswer | undefined> {
    if (address.length > MAX_ADDRESS_CHARACTERS || this.#isToBePurged(address)) return undefined;
    const key = this.#keyPrefix + address;
    const result = await this.#redis.run((client) =>
      Promise.all([
        // One byte more than the limit shows that the value is too long.
        client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).getRange(key, 0, MAX_VALUE_BYTES),
        client.pTTL(key),
      ]),
    );
    const [bytes, msToDeletion = -1] = result?.reply ?? [];
    if (!bytes || bytes.length === 0) return undefined;
    try {
      if (bytes.length > MAX_VALUE_BYTES) throw new Error(`more than ${MAX_VALUE_BYTES} bytes`);
      // Below 0: Redis keeps it.
      return decodeAnswer(bytes, msToDeletion < 0 ? undefined : msToDeletion);
    } catch (error) {
      this.reject(address, error);
      return undefined;
    }
  }

  /** Whether Redis may have an answer from before a purge. */
  #isToBePurged(address: string): boolean {
    return [...this.#carriedOut, ...this.#pendingPurges.values()].some((what) => isPurged(what, address));
  }

  /** @param until when Redis deletes it, by the monotonic clock @param purgeCount at its call */
  async #write(address: string, answer: StoredAnswer, until: number, purgeCount: string): Promise<void> {
    const ttlMs = Math.ceil(until - monotonicNow());
    const value = encodeAnswer(answer, until);
    if (ttlMs <= 0 || value.length > MAX_VALUE_BYTES || address.length > MAX_ADDRESS_CHARACTERS) return;
    const keys = [this.#keyPrefix + address, this.#counterKey];
    const parameters = [value, String(ttlMs), purgeCount];
    await this.#redis.run((client) => client.eval(WRITE_UNLESS_PURGED, { keys, arguments: parameters }));
  }

  /** Deletes and logs an answer that its schema rejects. */
  reject(address: string, error: unknown): void {
    this.#metrics?.redisFailed('unreadable');
    this.#warnSkipped({ call: redactSearch(address), from: 'Redis', reason: reasonOf(error) });
    this.delete(address);
  }

  delete(address: string): void {
    void this.#redis.run((client) => client.unlink(this.#keyPrefix + address));
  }

  /** Loads an answer, or waits for the one that another replica is loading. While Redis is down each replica loads its own. */
  async coalesce<T>(address: string, request: ReplicatedRequest<T>): Promise<T> {
    if (address.length > MAX_ADDRESS_CHARACTERS) return request.load();
    const lock = this.#lockPrefix + address;
    const waitUntil = performance.now() + this.#timeoutMs;
    while (this.#redis.isAnswering && performance.now() < waitUntil) {
      const shared = await this.#readFresh(address, request);
      if (shared) return shared.answer;
      if (!this.#redis.isAnswering) break;
      const expiration = { type: 'PX', value: this.#timeoutMs } as const;
      const claim = await this.#redis.run((client) =>
        Promise.all([client.set(lock, this.#id, { condition: 'NX', expiration }), this.#readCount(client)]),
      );
      if (!claim) break;
      const [claimed, purgeCount] = claim.reply;
      if (claimed === 'OK') return this.#loadWithLock(address, request, lock, purgeCount ?? '');
      await wait(POLL_MS);
    }
    return request.load();
  }

  async #loadWithLock<T>(address: string, request: ReplicatedRequest<T>, lock: string, purgeCount: string): Promise<T> {
    let shared: Promise<void> | undefined;
    try {
      // Another replica may have shared its answer just before this one got the lock.
      const fresh = await this.#readFresh(address, request);
      if (fresh) return fresh.answer;
      const answer = await request.load();
      const share = request.share(answer);
      // In the background: Redis may hang by now, and the visitor must not wait for it.
      shared = share && this.#write(address, share.answer, share.until, purgeCount);
      return answer;
    } finally {
      void Promise.resolve(shared).then(() =>
        this.#redis.run((client) => client.eval(RELEASE_LOCK, { keys: [lock], arguments: [this.#id] })),
      );
    }
  }

  async #readFresh<T>(address: string, request: ReplicatedRequest<T>): Promise<{ answer: T } | undefined> {
    const stored = await this.read(address);
    if (!stored || cacheState(stored) !== 'fresh') return undefined;
    try {
      return { answer: await request.restore(stored) };
    } catch (error) {
      this.reject(address, error);
      return undefined;
    }
  }

  /** Deletes the shared answers that a purge names, and informs the other replicas; while Redis is down, later. */
  async purge(what: Purge): Promise<void> {
    const pending = this.#pendingPurges.size < MAX_PENDING_PURGES ? what : ({ all: true } as const);
    if (pending !== what) this.#pendingPurges.clear();
    this.#pendingPurges.set(JSON.stringify(pending), pending);
    await this.#publishPurges();
  }

  /** A replica cannot know which purges it has missed while disconnected: it invalidates all answers, and reads them from Redis first. */
  async #catchUp(isReconnected: boolean): Promise<void> {
    const counter = await this.#redis.run(this.#readCount);
    if (isReconnected && counter?.reply !== this.#lastPurgeCount) this.#onPurge({ all: true });
    if (counter) this.#lastPurgeCount = counter.reply;
    if (this.#pendingPurges.size > 0) await this.#publishPurges();
    await this.#shareSealKeys();
  }

  /** The oldest key seals. A key that may be in addresses is added: Redis may have lost it, or been down when it was first used. */
  async #shareSealKeys(): Promise<void> {
    const keys = this.#sealKeys;
    if (!keys) return;
    const read = () => this.#redis.run((client) => client.zRange(this.#sealKeysKey, 0, MAX_SHARED_KEYS - 1));
    const known = await read();
    if (!known) return;
    keys.follow(known.reply);
    const missing = keys.missingIn(known.reply);
    if (missing.length === 0) return;
    const score = Date.now();
    const added = missing.map((value) => ({ value, score }));
    await this.#redis.run((client) => client.zAdd(this.#sealKeysKey, added, { condition: 'NX' }));
    const all = await read();
    if (all) keys.follow(all.reply);
  }

  /** Carries out all pending purges in as few passes over the keys as possible. */
  #publishPurges(): Promise<void> {
    this.#publishing ??= this.#publishAll();
    return this.#publishing;
  }

  async #publishAll(): Promise<void> {
    // Purges of the same turn of the event loop are carried out in one pass.
    await Promise.resolve();
    let isSent = true;
    while (isSent && this.#pendingPurges.size > 0) {
      const purges = [...this.#pendingPurges];
      this.#pendingPurges.clear();
      this.#carriedOut = purges.map(([, what]) => what);
      isSent = await this.#publish(this.#carriedOut);
      this.#carriedOut = [];
      // The next heartbeat tries again.
      if (!isSent) for (const [text, what] of purges) this.#pendingPurges.set(text, what);
    }
    this.#publishing = undefined;
  }

  /** @returns whether Redis has answered every command */
  async #publish(purges: readonly Purge[]): Promise<boolean> {
    const count = () => this.#redis.run((client) => client.incr(this.#counterKey));
    // From now on no replica writes an answer of an earlier call.
    if (!(await count())) return false;
    const tests = purges.map(purgeTest);
    const isPurgedKey = (key: string) => {
      const call = callNameOf(key.slice(this.#keyPrefix.length));
      return tests.some((names) => names(call));
    };
    let cursor = '0';
    do {
      const from = cursor;
      const batch = await this.#redis.run((client) =>
        client.scan(from, { MATCH: `${this.#keyPrefix}*`, COUNT: SCANNED_KEYS }),
      );
      if (!batch) return false;
      const purged = batch.reply.keys.filter(isPurgedKey);
      if (purged.length > 0 && !(await this.#redis.run((client) => client.unlink(purged)))) return false;
      cursor = batch.reply.cursor;
    } while (cursor !== '0');
    const answers = await Promise.all([
      // Again: one that has read it meanwhile may still miss the message.
      count(),
      ...purges.map((what) => {
        const text = JSON.stringify({ what, by: this.#id });
        return this.#redis.run((client) => client.publish(this.#channel, text));
      }),
    ]);
    return answers.every((answer) => answer !== undefined);
  }

  #receive(text: string): void {
    const message = parsePurgeMessage(text);
    if (!message) {
      this.#metrics?.redisFailed('unreadable');
      this.#warnMessage({ characters: text.length });
    } else if (message.by !== this.#id) {
      this.#onPurge(message.what);
    }
  }

  close(): void {
    this.#redis.close();
  }
}
