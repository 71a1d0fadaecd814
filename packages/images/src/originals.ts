import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outgoing, openAgent, pathWithin } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import { type Dispatcher, request } from 'undici';
import { ImageError } from './image-error.ts';
import { isInContentFolder, MEDIA_PREFIX } from './image-location.ts';
import { fileRevision } from './published-file.ts';
import { INSPECT_BYTES } from './scaler.ts';

/** The origin of the content API: a fetch of a file there is a call of the API. */
export interface ApiFiles {
  origin: string;
  /** Of each request to it, none of them to another origin. */
  headers: Readonly<Record<string, string>>;
  /** Runs a fetch when its turn has come. Rejects with a ContentError while calls are paused, or too many wait. @param signal ends the wait */
  run<T>(fetch: () => Promise<T>, options: { id: string; signal: AbortSignal }): Promise<T>;
}

export interface OriginalsOptions {
  /** Without one, images come from other origins only. */
  contentDir?: string;
  /** The origins that the operator allows. Nothing else is fetched, so a private address only if it is among them. */
  origins: readonly string[];
  /** None: the content folder's API, which has no files. */
  api?: ApiFiles;
  /** Of fetches. */
  outgoing?: Outgoing;
  /** A fetch may wait for its turn as long as it takes. */
  nobodyWaits?: boolean;
  /** The media types that are asked for; none: images. */
  accept?: string;
  /** The size of a file that is not read; none: MAX_BYTES. */
  maxBytes?: number;
}

export interface ReadOptions {
  /** At least this many bytes are read, or all of a shorter file; undefined: the complete file. */
  headBytes?: number;
  /** Aborts a fetch. */
  signal?: AbortSignal;
}

/** An image or a document as its editor uploaded it: the complete file, or the beginning of it. */
export interface Original {
  bytes: Buffer;
  /** Changes with the file; the same for the complete file and its beginning. */
  version: string;
  /** Whether nothing of the file is missing. */
  isWhole?: boolean;
}

const MAX_BYTES = 40_000_000;
/** For one request, its body included; as long may it wait for its turn before. */
const FETCH_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;
/** For each origin. */
const CONNECTIONS = 4;
const MAX_REDIRECTS = 3;
/** Errors of the file system for a file that exists. */
const UNREADABLE = new Set<unknown>(['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);
/** Originals stay in memory for a while, because browsers usually ask for several sizes of an image. */
const MEMORY_BYTES = 24_000_000;
const MEMORY_TTL_MS = 30_000;

/** Loads originals from the content folder, and from the origins that the operator allows: images, or the documents of the search. */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #agent: Dispatcher;
  readonly #cache = new LRUCache<string, Original>({
    maxSize: MEMORY_BYTES,
    ttl: MEMORY_TTL_MS,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  readonly #inFlight = new Map<string, Promise<Original>>();
  readonly #closing = new AbortController();
  #forgotten = 0;

  constructor(options: OriginalsOptions) {
    this.#options = options;
    const connect = { timeout: CONNECT_TIMEOUT_MS };
    const connections = { connections: CONNECTIONS, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES, connect };
    this.#agent = openAgent(connections, options.outgoing);
  }

  /** Whether a file may be loaded from a location; it need not exist. */
  has(location: string): boolean {
    if (isInContentFolder(location)) return this.#options.contentDir !== undefined;
    return URL.canParse(location) && this.#options.origins.includes(new URL(location).origin);
  }

  /** The complete original; requests for the same one are coalesced. Rejects with an ImageError. */
  load(location: string): Promise<Original> {
    const cached = this.#cache.get(location);
    if (cached) return Promise.resolve(cached);
    const inFlight = this.#inFlight.get(location) ?? this.#loadAndCache(location);
    this.#inFlight.set(location, inFlight);
    return inFlight;
  }

  /** At least the first INSPECT_BYTES of the original, as far as it has them. Rejects with an ImageError. */
  async loadHead(location: string): Promise<Original> {
    const cached = this.#cache.get(location);
    if (cached) return cached;
    const forgotten = this.#forgotten;
    const original = await this.read(location, { headBytes: INSPECT_BYTES });
    // A small file is not asked for again.
    if (original.isWhole && forgotten === this.#forgotten) this.#keep(location, original);
    return original;
  }

  /** An original that is neither cached nor shared with other requests. Rejects with an ImageError. */
  async read(location: string, { headBytes, signal }: ReadOptions = {}): Promise<Original> {
    if (!this.has(location)) throw new ImageError('missing', 'its origin is not allowed');
    return isInContentFolder(location)
      ? this.#readFile(location.slice(MEDIA_PREFIX.length), headBytes)
      : this.#fetch(new URL(location), headBytes, signal);
  }

  /** Aborts fetches in progress, and those that wait for their turn. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#agent.destroy();
  }

  /** From now on an original is loaded anew: it was replaced. @param location none: all of them */
  forget(location?: string): void {
    this.#forgotten += 1;
    if (location === undefined) {
      this.#cache.clear();
      this.#inFlight.clear();
    } else {
      this.#cache.delete(location);
      this.#inFlight.delete(location);
    }
  }

  #loadAndCache(location: string): Promise<Original> {
    const isCurrent = () => this.#inFlight.get(location) === loading;
    const loading = this.read(location)
      .then((original) => {
        if (isCurrent()) this.#keep(location, original);
        return original;
      })
      .finally(() => {
        if (isCurrent()) this.#inFlight.delete(location);
      });
    return loading;
  }

  /** A file of the content folder is not cached: it is read quickly, and may change at any time. */
  #keep(location: string, original: Original): void {
    if (!isInContentFolder(location)) this.#cache.set(location, original);
  }

  get #maxBytes(): number {
    return this.#options.maxBytes ?? MAX_BYTES;
  }

  async #readFile(name: string, headBytes?: number): Promise<Original> {
    try {
      const path = await pathWithin(join(this.#options.contentDir ?? '', 'media'), decodeURIComponent(name));
      const file = await open(path);
      try {
        const stats = await file.stat();
        const { size } = stats;
        if (size > this.#maxBytes) throw new ImageError('broken', tooLarge(this.#maxBytes));
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, headBytes ?? size)) });
        const version = versionOf(await fileRevision(file, stats));
        return { bytes: buffer.subarray(0, bytesRead), version, isWhole: bytesRead === size };
      } finally {
        await file.close();
      }
    } catch (cause) {
      if (cause instanceof ImageError) throw cause;
      const exists = cause instanceof Error && 'code' in cause && UNREADABLE.has(cause.code);
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new ImageError(exists ? 'broken' : 'missing', message, { cause });
    }
  }

  /** Follows redirects within the allowed origins. */
  async #fetch(from: URL, headBytes?: number, signal?: AbortSignal): Promise<Original> {
    let url = from;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const answer = await this.#inTurn(url, signal, (limited) => this.#request(url, limited, headBytes));
      if (!(answer instanceof URL)) return answer;
      url = answer;
    }
    throw new ImageError('broken', REDIRECTED);
  }

  /** Runs a request, one to the API when its turn has come. Rejects with an ImageError. */
  async #inTurn<T>(url: URL, signal: AbortSignal | undefined, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // Not AbortSignal.timeout: one that only AbortSignal.any refers to may be collected before its time.
    const late = new AbortController();
    const ended = AbortSignal.any([late.signal, this.#closing.signal, ...(signal === undefined ? [] : [signal])]);
    const end = () => setTimeout(() => late.abort(new DOMException('timeout', 'TimeoutError')), FETCH_TIMEOUT_MS);
    let timer = this.#options.nobodyWaits ? undefined : end();
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      clearTimeout(timer);
      timer = end();
      return send(ended);
    };
    try {
      const { api } = this.#options;
      return await (api?.origin === url.origin ? api.run(begin, { id: url.href, signal: ended }) : begin());
    } catch (cause) {
      if (cause instanceof ImageError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new ImageError(hasBegun ? 'unreachable' : 'busy', message, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns the address of a redirect, or the file */
  async #request(url: URL, signal: AbortSignal, headBytes?: number): Promise<URL | Original> {
    const { accept = 'image/*', api } = this.#options;
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: {
        ...(this.#options.outgoing && { 'user-agent': this.#options.outgoing.userAgent }),
        ...(url.origin === api?.origin && api.headers),
        accept,
        ...(headBytes && { range: `bytes=0-${headBytes - 1}` }),
      },
      signal,
    });
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump();
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
      if (!next || !this.has(next.href)) throw new ImageError('broken', REDIRECTED);
      return next;
    }
    if (statusCode !== 200 && statusCode !== 206) {
      await body.dump();
      throw new ImageError(
        statusCode === 404 || statusCode === 410 ? 'missing' : 'unreachable',
        `status ${statusCode}`,
      );
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let isCut = false;
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // An origin that ignores the range sends the complete file.
      isCut = headBytes !== undefined && size >= headBytes;
      if (isCut) break;
      if (size > this.#maxBytes) throw new ImageError('broken', tooLarge(this.#maxBytes));
    }
    const bytes = Buffer.concat(chunks);
    const ofRange = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
    const total = ofRange ?? headers['content-length'];
    const isWhole = statusCode === 200 ? !isCut : Number(ofRange) === size;
    const validators = [headers.etag, headers['last-modified']].filter((value) => value !== undefined);
    // Without validators only the file itself shows that it was replaced. Its beginning is there in any case.
    const beginning = () => createHash('sha256').update(bytes.subarray(0, INSPECT_BYTES)).digest('base64');
    const version = versionOf(...(validators.length > 0 ? validators : [beginning()]), total);
    return { bytes, version, isWhole };
  }
}

const REDIRECTED = 'a redirect to an origin that is not allowed, or too many redirects';

const tooLarge = (maxBytes: number): string => `more than ${maxBytes / 1_000_000} MB: save it smaller`;

/** Eight letters and digits that change with the parts. */
const versionOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(parts.join('\n'))
    .digest('base64url')
    .replace(/[^A-Za-z\d]/g, '')
    .slice(0, 8);
