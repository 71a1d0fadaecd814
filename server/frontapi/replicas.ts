import { createClient } from '@redis/client';
import type { Logger } from 'pino';
import { z } from 'zod';
import { freshness } from './policy.ts';
import { isPurged, type Purge, purge } from './purge.ts';

/** An answer as the replicas share it: what our own API sends, and how long it is good for. */
const shared = z.object({
  body: z.string(),
  etag: z.string(),
  freshUntil: z.number(),
  staleUntil: z.number(),
  changesAt: z.number().optional(),
});
export type Shared = z.output<typeof shared>;

const message = z.object({ what: purge, by: z.string() });

/** A replica that does not answer by then is as good as gone. */
const PATIENCE = 500;
const RECONNECT = 2_000;
const POLL = 50;

/**
 * What replicas share through Redis: the last good answers, whose turn it is to ask for one, and what was purged. When
 * Redis is gone each goes on by itself, which is said once.
 */
export class Replicas {
  readonly #client;
  readonly #subscriber;
  readonly #prefix: string;
  readonly #channel: string;
  readonly #timeout: number;
  readonly #log: Logger;
  readonly #name = crypto.randomUUID();
  #gone = false;

  /** @param upstream whose answers they are, and in how many milliseconds it gives one */
  constructor(url: string, upstream: { url: string; timeout: number }, log: Logger) {
    this.#log = log;
    this.#prefix = `foyer:1:${upstream.url}:`;
    this.#channel = `foyer:1:purged:${upstream.url}`;
    this.#timeout = upstream.timeout;
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      commandOptions: { timeout: PATIENCE },
      socket: { connectTimeout: PATIENCE, reconnectStrategy: RECONNECT },
    });
    this.#subscriber = this.#client.duplicate();
    for (const client of [this.#client, this.#subscriber]) {
      client.on('error', (error: unknown) => this.#lost(error));
      client.on('ready', () => this.#back());
    }
  }

  /** @param told of what another replica has purged */
  async open(told: (what: Purge) => void): Promise<void> {
    const listen = async () => {
      await this.#subscriber.connect();
      await this.#subscriber.subscribe(this.#channel, (text) => {
        const { what, by } = message.parse(JSON.parse(text));
        if (by !== this.#name) told(what);
      });
    };
    // Connecting goes on in the background until there is a connection.
    void listen().catch((error) => this.#lost(error));
    await Promise.race([
      this.#client.connect().catch((error) => this.#lost(error)),
      new Promise((resolve) => setTimeout(resolve, PATIENCE).unref()),
    ]);
  }

  get here(): boolean {
    return this.#client.isReady;
  }

  read(address: string): Promise<Shared | undefined> {
    return this.#try(async () => {
      const text = await this.#client.get(this.#prefix + address);
      return text === null ? undefined : shared.parse(JSON.parse(text));
    });
  }

  async write(address: string, answer: Shared): Promise<void> {
    const milliseconds = Math.ceil(answer.staleUntil - Date.now());
    if (milliseconds <= 0) return;
    const expiration = { type: 'PX', value: milliseconds } as const;
    await this.#try(() => this.#client.set(this.#prefix + address, JSON.stringify(answer), { expiration }));
  }

  /** Asks for an answer, unless another replica is asking already: then theirs is waited for. */
  async inTurn<T>(address: string, ask: () => Promise<T>): Promise<{ theirs: Shared } | { ours: T }> {
    const lock = `${this.#prefix}${address}:asking`;
    const until = Date.now() + this.#timeout;
    while (this.here && Date.now() < until) {
      const theirs = await this.#fresh(address);
      if (theirs) return { theirs };
      const expiration = { type: 'PX', value: this.#timeout } as const;
      const claimed = await this.#try(() => this.#client.set(lock, this.#name, { condition: 'NX', expiration }));
      if (claimed === 'OK') {
        try {
          // Whoever asked before may have had its answer between the two.
          const late = await this.#fresh(address);
          return late ? { theirs: late } : { ours: await ask() };
        } finally {
          await this.#try(() => this.#client.unlink(lock));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    return { ours: await ask() };
  }

  async #fresh(address: string): Promise<Shared | undefined> {
    const answer = await this.read(address);
    return answer && freshness(answer) === 'fresh' ? answer : undefined;
  }

  /** Drops what is shared of it, and tells the others. */
  async purge(what: Purge): Promise<void> {
    await this.#try(async () => {
      for await (const keys of this.#client.scanIterator({ MATCH: `${this.#prefix}*`, COUNT: 500 })) {
        const old = keys.filter((key) => isPurged(what, key.slice(this.#prefix.length)));
        if (old.length > 0) await this.#client.unlink(old);
      }
      await this.#client.publish(this.#channel, JSON.stringify({ what, by: this.#name }));
    });
  }

  close(): void {
    for (const client of [this.#client, this.#subscriber]) client.destroy();
  }

  async #try<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (!this.here) return undefined;
    try {
      return await command();
    } catch (error) {
      this.#lost(error);
      return undefined;
    }
  }

  #lost(error: unknown): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'Redis is gone: each replica for itself',
    );
  }

  #back(): void {
    if (!this.#gone || !this.#client.isReady) return;
    this.#gone = false;
    this.#log.info('Redis is back');
  }
}
