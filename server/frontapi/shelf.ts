import { createHash } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import cacache from 'cacache';
import type { Logger } from 'pino';
import type { Ages } from './policy.ts';
import { isPurged, type Purge } from './purge.ts';

/** An answer as it lies on disk: what our own API sends, and how long it is good for. */
export interface Stored extends Pick<Ages, 'staleUntil' | 'changesAt'> {
  body: Buffer;
  etag: string;
}

const MAX_BYTES = 256_000_000;
/** An answer that has not changed is written again after so long: its age is what counts then. */
const REWRITE = 600_000;
const TIDY = 3_600_000;

/** The last good answers on disk, for a start while the upstream is down. Integrity and atomic writes are the library's; processes may share the folder. */
export class Shelf {
  readonly #dir: string;
  readonly #scope: string;
  readonly #log: Logger;
  readonly #written = new Map<string, { etag: string; at: number }>();
  readonly #tidying: NodeJS.Timeout;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param upstream whose answers they are: another one's are not read */
  constructor(dir: string, upstream: string, log: Logger) {
    this.#dir = dir;
    this.#scope = `foyer-1:${createHash('sha256').update(upstream).digest('base64url').slice(0, 12)}:`;
    this.#log = log;
    this.#tidying = setInterval(() => this.#inTurn(() => this.#tidy()), TIDY).unref();
    this.#inTurn(async () => {
      await mkdir(dir, { recursive: true });
      await access(dir, constants.W_OK);
      await this.#tidy();
    });
  }

  async read(address: string): Promise<Stored | undefined> {
    try {
      const { data, metadata } = await cacache.get(this.#dir, this.#scope + address);
      const { etag, staleUntil, changesAt } = metadata ?? {};
      if (typeof etag !== 'string' || typeof staleUntil !== 'number') throw new Error('not written by this program');
      return { body: data, etag, staleUntil, changesAt: typeof changesAt === 'number' ? changesAt : undefined };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      this.refuse(address, error);
      return undefined;
    }
  }

  /** Written in the background, one at a time. */
  write(address: string, { body, etag, staleUntil, changesAt }: Stored): void {
    const last = this.#written.get(address);
    if (last?.etag === etag && Date.now() - last.at < REWRITE) return;
    this.#written.set(address, { etag, at: Date.now() });
    const metadata = { etag, staleUntil, changesAt };
    this.#inTurn(() => cacache.put(this.#dir, this.#scope + address, body, { metadata }));
  }

  drop(address: string): void {
    this.#written.delete(address);
    this.#inTurn(() => cacache.rm.entry(this.#dir, this.#scope + address));
  }

  /** What lies there is damaged, or not ours: it is said, and taken away. */
  refuse(address: string, error: unknown): void {
    this.#log.warn(
      { call: address, reason: error instanceof Error ? error.message : String(error) },
      'stored answer skipped',
    );
    this.drop(address);
  }

  /** Takes away what is out of date. */
  purge(what: Purge): void {
    for (const address of this.#written.keys()) if (isPurged(what, address)) this.#written.delete(address);
    this.#inTurn(async () => {
      const keys = Object.keys(await cacache.ls(this.#dir)).filter((key) => key.startsWith(this.#scope));
      const old = keys.filter((key) => isPurged(what, key.slice(this.#scope.length)));
      for (const key of old) await cacache.rm.entry(this.#dir, key);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#tidying);
    await this.#writing;
  }

  #inTurn(work: () => Promise<unknown>): void {
    this.#writing = this.#writing
      .then(work)
      .catch((err: unknown) => this.#log.warn({ err, dir: this.#dir }, 'answers cannot be stored'));
  }

  /** Keeps the folder within its bounds: the oldest go first, and then what nothing refers to any more. */
  async #tidy(): Promise<void> {
    const entries = Object.values(await cacache.ls(this.#dir)).sort((a, b) => b.time - a.time);
    let bytes = 0;
    for (const { key, size } of entries) {
      bytes += size;
      if (bytes > MAX_BYTES) await cacache.rm.entry(this.#dir, key);
    }
    await cacache.verify(this.#dir);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
