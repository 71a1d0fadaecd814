import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { DiskCache } from '../disk-cache/disk-cache.ts';
import type { DiskFault } from '../disk-cache/disk-faults.ts';
import { boundedWarnings } from '../observability/log.ts';
import { withoutSearch } from './call.ts';
import { type Named, namedBy, type Purge, purgeTest } from './purge.ts';
import { decodeAnswer, encodeAnswer, reasonOf, type StoredAnswer } from './stored-answer.ts';

const MAX_BYTES = 256_000_000;
/** File systems take 255 bytes, encrypted ones less. Only made-up searches and filters are longer. */
const MAX_NAME_BYTES = 200;
/** An answer that has not changed is written again after this long: its age is what counts then. */
const REWRITE_AFTER_MS = 600_000;
/** Answers whose last write is remembered; one that is not is written once more. */
const MAX_WRITTEN = 10_000;
const SCOPE_CHARACTERS = 12;
const NAME = /^[\w-]{12},[\w.!~*'()%-]+$/;

/** The last good answers on disk, for a start while the upstream is down. A file's name contains the call's address, so that a purge opens no file. */
export class Shelf {
  readonly #cache: DiskCache;
  readonly #scope: string;
  readonly #warnSkipped: (fields: object) => void;
  #last?: { name: string; named: Named };
  /** The ETags of answers that were written lately. */
  readonly #written = new LRUCache<string, string>({ max: MAX_WRITTEN, ttl: REWRITE_AFTER_MS });

  /** @param upstream whose answers they are: another one's are not read */
  constructor(dir: string, upstream: string, log: Logger, onFault?: (fault: DiskFault) => void) {
    this.#scope = `${createHash('sha256').update(upstream).digest('base64url').slice(0, SCOPE_CHARACTERS)},`;
    this.#warnSkipped = boundedWarnings(log, 'stored answer skipped');
    const isName = (name: string) => NAME.test(name);
    this.#cache = new DiskCache({ dir, kind: 'answers', isName, maxBytes: MAX_BYTES, log, onFault });
  }

  async read(address: string): Promise<StoredAnswer | undefined> {
    const name = this.#nameOf(address);
    const bytes = name && (await this.#cache.read(name));
    if (!bytes) return undefined;
    try {
      // However fresh it was: the process that refreshed it may have ended long ago.
      return { ...decodeAnswer(bytes), freshUntil: 0 };
    } catch (error) {
      this.refuse(address, error);
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

  drop(address: string): void {
    const name = this.#nameOf(address);
    if (!name) return;
    this.#written.delete(name);
    this.#cache.delete(name);
  }

  /** Removes and logs an answer that its schema does not read. */
  refuse(address: string, error: unknown): void {
    this.#warnSkipped({ call: withoutSearch(address), from: 'disk', reason: reasonOf(error) });
    this.drop(address);
  }

  /** Removes what is out of date, in the background. */
  purge(what: Purge): void {
    this.#written.clear();
    const isPurged = purgeTest(what);
    this.#cache.deleteWhere((name) => name.startsWith(this.#scope) && isPurged(this.#named(name)));
  }

  close(): Promise<void> {
    return this.#cache.close();
  }

  /** Pending purges are matched against the same file one after the other. */
  #named(name: string): Named {
    if (name !== this.#last?.name) this.#last = { name, named: namedBy(addressOf(name)) };
    return this.#last.named;
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
    // Not written here: it names no call.
    return '';
  }
}
