import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { pathWithin } from '../path-within.ts';
import { ImageError } from './image-error.ts';
import { isInContentFolder, MEDIA_PREFIX } from './image-location.ts';
import { INSPECT_BYTES } from './scaler.ts';

export interface OriginalsOptions {
  /** Without one, images come from other origins only. */
  contentDir?: string;
  /** The origins that the operator allows. Nothing else is fetched, so a private address only if it is among them. */
  origins: readonly string[];
}

/** An image as its editor uploaded it: the complete file, or the beginning of it. */
export interface Original {
  bytes: Buffer;
  /** Changes with the file; the same for the complete file and its beginning. */
  version: string;
}

const MAX_BYTES = 40_000_000;
/** For a fetch, redirects and body included. */
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

/** Loads originals from the content folder, and from the origins that the operator allows. */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  readonly #cache = new LRUCache<string, Original>({
    maxSize: MEMORY_BYTES,
    ttl: MEMORY_TTL_MS,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  readonly #inFlight = new Map<string, Promise<Original>>();

  constructor(options: OriginalsOptions) {
    this.#options = options;
  }

  /** Whether an image may be loaded from a location; it need not exist. */
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
  loadHead(location: string): Promise<Original> {
    const cached = this.#cache.get(location);
    return cached ? Promise.resolve(cached) : this.#read(location, INSPECT_BYTES);
  }

  /** Aborts fetches in progress. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #loadAndCache(location: string): Promise<Original> {
    try {
      const original = await this.#read(location);
      // A file of the content folder is not cached: it is read quickly, and may change at any time.
      if (!isInContentFolder(location)) this.#cache.set(location, original);
      return original;
    } finally {
      this.#inFlight.delete(location);
    }
  }

  /** @param maxBytes without it, the complete file */
  #read(location: string, maxBytes?: number): Promise<Original> {
    if (!this.has(location)) throw new ImageError('missing', 'its origin is not allowed');
    return isInContentFolder(location)
      ? this.#readFile(location.slice(MEDIA_PREFIX.length), maxBytes)
      : this.#fetch(new URL(location), maxBytes);
  }

  async #readFile(name: string, maxBytes = MAX_BYTES): Promise<Original> {
    try {
      const path = await pathWithin(join(this.#options.contentDir ?? '', 'media'), decodeURIComponent(name));
      const file = await open(path);
      try {
        const { size, mtimeMs } = await file.stat();
        if (size > MAX_BYTES) throw new ImageError('broken', `${size} bytes`);
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, maxBytes)) });
        return { bytes: buffer.subarray(0, bytesRead), version: versionOf(size, mtimeMs) };
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

  async #fetch(url: URL, maxBytes?: number): Promise<Original> {
    try {
      return await this.#request(url, AbortSignal.timeout(FETCH_TIMEOUT_MS), maxBytes);
    } catch (cause) {
      if (cause instanceof ImageError) throw cause;
      throw new ImageError('unreachable', cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  async #request(url: URL, signal: AbortSignal, maxBytes?: number, redirects = 0): Promise<Original> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: { accept: 'image/*', ...(maxBytes && { range: `bytes=0-${maxBytes - 1}` }) },
      signal,
    });
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump();
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
      if (!next || !this.has(next.href) || redirects >= MAX_REDIRECTS)
        throw new ImageError('broken', 'a redirect to an origin that is not allowed, or too many redirects');
      return this.#request(next, signal, maxBytes, redirects + 1);
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
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // An origin that ignores the range sends the complete file.
      if (maxBytes !== undefined && size >= maxBytes) break;
      if (size > MAX_BYTES) throw new ImageError('broken', `more than ${MAX_BYTES} bytes`);
    }
    const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1] ?? headers['content-length'];
    return { bytes: Buffer.concat(chunks), version: versionOf(headers.etag, headers['last-modified'], total) };
  }
}

/** Eight letters and digits that change with the parts. */
const versionOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(parts.join('\n'))
    .digest('base64url')
    .replace(/[^A-Za-z\d]/g, '')
    .slice(0, 8);
