import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { RESP_TYPES } from '@redis/client';
import type { Logger } from 'pino';
import { z } from 'zod';
import { monotonicNow } from '../clock.ts';
import { boundedWarnings } from '../observability/log.ts';
import { withoutSearch } from './call.ts';
import { freshness } from './policy.ts';
import { namedBy, type Purge, purge, purgeTest } from './purge.ts';
import { RedisLink, type RedisMetrics } from './redis-connection.ts';
import { decodeAnswer, encodeAnswer, reasonOf, type StoredAnswer } from './stored-answer.ts';

/** How an answer is obtained when replicas coalesce their requests. */
export interface Turn<T> {
  /** Reads another replica's answer; throws where its schema does not. */
  revive(stored: StoredAnswer): T | Promise<T>;
  /** Asks the upstream. */
  load(): Promise<T>;
  /** What to share with the other replicas, and until when; undefined: nothing. */
  share(answer: T): { answer: StoredAnswer; until: number } | undefined;
}

const message = z.object({ what: purge, by: z.string() });

/** A larger answer is not shared, nor read: it is what an upstream may send by default, and comes within the deadline at 1 Gbit/s. */
const MAX_VALUE_BYTES = 5_000_000;
/** As on disk: only made-up searches and filters are longer. */
const MAX_ADDRESS_CHARACTERS = 200;
/** A purge as the management port takes it is not longer. */
const MAX_MESSAGE_CHARACTERS = 10_000;
/** Purges that wait for Redis; beyond that everything is purged. */
const MAX_PENDING_PURGES = 100;
/** Keys that Redis looks at in one step of a purge: few enough that others have their turn, there and here. */
const SCANNED_KEYS = 200;
const POLL_MS = 50;
/** Of a number that Redis counts to. */
const COUNTER_DIGITS = 20;

/**
 * What replicas share through Redis: the last good answers, whose turn it is to ask for one, and what was purged. While
 * Redis is down each replica works alone. What Redis holds is as untrusted as an upstream's answers, and is read in the same way.
 */
export class Replicas {
  readonly #link: RedisLink;
  readonly #keys: string;
  readonly #locks: string;
  readonly #channel: string;
  /** Key of the number of purges: a replica that was not connected sees by it that it has missed some. */
  readonly #counter: string;
  /** That number at the last beat. */
  #counted?: string | null;
  readonly #timeoutMs: number;
  readonly #metrics?: RedisMetrics;
  readonly #name = crypto.randomUUID();
  readonly #warnSkipped: (fields: object) => void;
  readonly #warnMessage: (fields: object) => void;
  /** Not shared yet, by their JSON. */
  readonly #purges = new Map<string, Purge>();
  #sharing?: Promise<void>;
  #onPurge: (what: Purge) => void = () => {};

  /** @param upstream whose answers they are, and in how many milliseconds it gives one */
  constructor(url: string, upstream: { url: string; timeout: number }, log: Logger, metrics?: RedisMetrics) {
    const scope = `foyer:2:${createHash('sha256').update(upstream.url).digest('base64url').slice(0, 12)}`;
    this.#keys = `${scope}:answer:`;
    this.#locks = `${scope}:asking:`;
    this.#channel = `${scope}:purged`;
    this.#counter = `${scope}:purges`;
    this.#timeoutMs = upstream.timeout;
    this.#metrics = metrics;
    this.#warnSkipped = boundedWarnings(log, 'stored answer skipped');
    this.#warnMessage = boundedWarnings(log, 'a message in Redis is not a purge', 1);
    const onMessage = (text: string) => this.#heard(text);
    const onBeat = (isBack: boolean) => void this.#catchUp(isBack);
    this.#link = new RedisLink({ url, channel: this.#channel, onMessage, onBeat, log, metrics });
  }

  /** @param onPurge of what another replica has purged */
  open(onPurge: (what: Purge) => void): Promise<void> {
    this.#onPurge = onPurge;
    return this.#link.open();
  }

  async read(address: string): Promise<StoredAnswer | undefined> {
    if (address.length > MAX_ADDRESS_CHARACTERS) return undefined;
    const got = await this.#link.run((client) =>
      // One byte more than the bound shows that a value exceeds it.
      client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).getRange(this.#keys + address, 0, MAX_VALUE_BYTES),
    );
    const bytes = got?.reply;
    if (!bytes || bytes.length === 0) return undefined;
    try {
      if (bytes.length > MAX_VALUE_BYTES) throw new Error(`more than ${MAX_VALUE_BYTES} bytes`);
      return decodeAnswer(bytes);
    } catch (error) {
      this.refuse(address, error);
      return undefined;
    }
  }

  /** @param until when Redis forgets it */
  async write(address: string, answer: StoredAnswer, until = answer.staleUntil): Promise<void> {
    const milliseconds = Math.ceil(until - monotonicNow());
    const value = encodeAnswer(answer);
    if (milliseconds <= 0 || value.length > MAX_VALUE_BYTES || address.length > MAX_ADDRESS_CHARACTERS) return;
    const expiration = { type: 'PX', value: milliseconds } as const;
    await this.#link.run((client) => client.set(this.#keys + address, value, { expiration }));
  }

  /** Removes and logs an answer that its schema does not read. */
  refuse(address: string, error: unknown): void {
    this.#metrics?.redisFailed('unreadable');
    this.#warnSkipped({ call: withoutSearch(address), from: 'Redis', reason: reasonOf(error) });
    void this.#link.run((client) => client.unlink(this.#keys + address));
  }

  /** Loads an answer, unless another replica is loading it: then this one waits for that answer. While Redis is down each replica loads it itself. */
  async inTurn<T>(address: string, turn: Turn<T>): Promise<T> {
    if (address.length > MAX_ADDRESS_CHARACTERS) return turn.load();
    const lock = this.#locks + address;
    const until = performance.now() + this.#timeoutMs;
    while (this.#link.isAnswering && performance.now() < until) {
      const theirs = await this.#fresh(address, turn);
      if (theirs) return theirs.answer;
      if (!this.#link.isAnswering) break;
      const expiration = { type: 'PX', value: this.#timeoutMs } as const;
      const claimed = await this.#link.run((client) => client.set(lock, this.#name, { condition: 'NX', expiration }));
      if (!claimed) break;
      if (claimed.reply === 'OK') return this.#ask(address, turn, lock);
      await wait(POLL_MS);
    }
    return turn.load();
  }

  /** Shares the answer in the background: Redis may have frozen by then. */
  async #ask<T>(address: string, turn: Turn<T>, lock: string): Promise<T> {
    let shared: Promise<void> | undefined;
    try {
      // Another replica may have shared its answer before this one's claim.
      const theirs = await this.#fresh(address, turn);
      if (theirs) return theirs.answer;
      const answer = await turn.load();
      const share = turn.share(answer);
      shared = share && this.write(address, share.answer, share.until);
      return answer;
    } finally {
      void Promise.resolve(shared).then(() => this.#link.run((client) => client.unlink(lock)));
    }
  }

  async #fresh<T>(address: string, turn: Turn<T>): Promise<{ answer: T } | undefined> {
    const stored = await this.read(address);
    if (!stored || freshness(stored) !== 'fresh') return undefined;
    try {
      return { answer: await turn.revive(stored) };
    } catch (error) {
      this.refuse(address, error);
      return undefined;
    }
  }

  /** Removes the shared answers that it names, and informs the other replicas; while Redis is down, this waits until it is back. */
  async purge(what: Purge): Promise<void> {
    const united = this.#purges.size < MAX_PENDING_PURGES ? what : ({ all: true } as const);
    if (united !== what) this.#purges.clear();
    this.#purges.set(JSON.stringify(united), united);
    await this.#sharePurges();
  }

  /** Which purges were missed while Redis was down is unknown: all answers are outdated then, and looked up in Redis first. */
  async #catchUp(isBack: boolean): Promise<void> {
    const counted = await this.#link.run((client) => client.getRange(this.#counter, 0, COUNTER_DIGITS - 1));
    if (isBack && counted?.reply !== this.#counted) this.#onPurge({ all: true });
    if (counted) this.#counted = counted.reply;
    if (this.#purges.size > 0) await this.#sharePurges();
  }

  /** Carries out all pending purges, in as few passes over the keys as possible. */
  #sharePurges(): Promise<void> {
    this.#sharing ??= this.#shareAll();
    return this.#sharing;
  }

  async #shareAll(): Promise<void> {
    // Purges of the same turn of the event loop are united.
    await Promise.resolve();
    let isShared = true;
    while (isShared && this.#purges.size > 0) {
      const purges = [...this.#purges];
      this.#purges.clear();
      isShared = await this.#share(purges.map(([, what]) => what));
      // The next beat tries again.
      if (!isShared) for (const [text, what] of purges) this.#purges.set(text, what);
    }
    this.#sharing = undefined;
  }

  /** @returns whether Redis has answered each command */
  async #share(purges: Purge[]): Promise<boolean> {
    const tests = purges.map(purgeTest);
    const isOld = (key: string) => {
      const named = namedBy(key.slice(this.#keys.length));
      return tests.some((isPurged) => isPurged(named));
    };
    let cursor = '0';
    do {
      const from = cursor;
      const page = await this.#link.run((client) =>
        client.scan(from, { MATCH: `${this.#keys}*`, COUNT: SCANNED_KEYS }),
      );
      if (!page) return false;
      const old = page.reply.keys.filter(isOld);
      if (old.length > 0 && !(await this.#link.run((client) => client.unlink(old)))) return false;
      cursor = page.reply.cursor;
    } while (cursor !== '0');
    const answers = await Promise.all([
      this.#link.run((client) => client.incr(this.#counter)),
      ...purges.map((what) => {
        const text = JSON.stringify({ what, by: this.#name });
        return this.#link.run((client) => client.publish(this.#channel, text));
      }),
    ]);
    return answers.every((answer) => answer !== undefined);
  }

  #heard(text: string): void {
    const read = readMessage(text);
    if (!read) {
      this.#metrics?.redisFailed('unreadable');
      this.#warnMessage({ characters: text.length });
    } else if (read.by !== this.#name) {
      this.#onPurge(read.what);
    }
  }

  close(): void {
    this.#link.close();
  }
}

function readMessage(text: string): z.output<typeof message> | undefined {
  if (text.length > MAX_MESSAGE_CHARACTERS) return undefined;
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
