import { createHash } from 'node:crypto';
import { atMost, boundedWarnings, DiskCache, type DiskFault } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { redactSearch } from './call.ts';
import { type CallName, callNameOf, type Purge, purgeTest } from './purge.ts';
import { decodeAnswer, encodeAnswer, reasonOf, type StoredAnswer } from './stored-answer.ts';

const MAX_BYTES = 256_000_000;
/** File systems allow 255 bytes, encrypted ones fewer. Only searches and filters that visitors invent are longer. */
const MAX_NAME_BYTES = 200;
/** An unchanged answer is written again after this long: the file's time stamp is its age. */
const REWRITE_AFTER_MS = 600_000;
/** Answers whose last write is remembered; any other is written once more. */
const MAX_REMEMBERED_WRITES = 10_000;
const SCOPE_CHARACTERS = 12;
const NAME = /^[\w-]{12},[\w.!~*'()%-]+$/;

/** The last valid answers on disk, for a start while the upstream is down. A file's name contains the call's address, so that a purge opens no file. */
export class DiskAnswerCache {
  readonly #cache: DiskCache;
  readonly #scope: string;
  readonly #warnSkipped: (fields: object) => void;
  #lastParsed?: { name: string; call: CallName };
  /** ETags of recently written answers, by file name. */
  readonly #written = new LRUCache<string, string>({
    ...atMost(MAX_REMEMBERED_WRITES),
    ttl: REWRITE_AFTER_MS,
  });

  /** @param upstreamUrl the answers of other upstreams in the same folder are not read */
  constructor(dir: string, upstreamUrl: string, log: Logger, onFault?: (fault: DiskFault) => void) {
    this.#scope = `${createHash('sha256').update(upstreamUrl).digest('base64url').slice(0, SCOPE_CHARACTERS)},`;
    this.#warnSkipped = boundedWarnings(log, 'stored answer skipped');
    const isName = (name: string) => NAME.test(name);
    this.#cache = new DiskCache({ dir, kind: 'answers', isName, maxBytes: MAX_BYTES, log, onFault });
  }

  async read(address: string): Promise<StoredAnswer | undefined> {
    const name = this.#nameOf(address);
    const bytes = name && (await this.#cache.read(name));
    if (!bytes) return undefined;
    try {
      // Always stale: the process that revalidated it may have ended long ago.
      return { ...decodeAnswer(bytes), freshUntil: 0 };
    } catch (error) {
      this.reject(address, error);
      return undefined;
    }
  }

  /** Writes in the background. */
  write(address: string, answer: StoredAnswer & { etag: string }): void {
    const name = this.#nameOf(address);
    if (!name || this.#written.get(name) === answer.etag) return;
    this.#written.set(name, answer.etag);
    this.#cache.write(name, encodeAnswer(answer));
  }

  delete(address: string): void {
    const name = this.#nameOf(address);
    if (!name) return;
    this.#written.delete(name);
    this.#cache.delete(name);
  }

  /** Deletes and logs an answer that its schema rejects. */
  reject(address: string, error: unknown): void {
    this.#warnSkipped({ call: redactSearch(address), from: 'disk', reason: reasonOf(error) });
    this.delete(address);
  }

  /** Deletes the answers that a purge names, in the background. */
  purge(what: Purge): void {
    this.#written.clear();
    const isPurged = purgeTest(what);
    this.#cache.deleteWhere((name) => name.startsWith(this.#scope) && isPurged(this.#callNameOf(name)));
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** Several pending purges test the same file one after the other: its name is parsed once. */
  #callNameOf(name: string): CallName {
    if (name !== this.#lastParsed?.name) this.#lastParsed = { name, call: callNameOf(addressOf(name)) };
    return this.#lastParsed.call;
  }

  #nameOf(address: string): string | undefined {
    const name = this.#scope + encodeURIComponent(address);
    return name.length > MAX_NAME_BYTES ? undefined : name;
  }
}

function addressOf(name: string): string {
  try {
    return decodeURIComponent(name.slice(SCOPE_CHARACTERS + 1));
  } catch {
    // Another program's file: it names no call.
    return '';
  }
}
