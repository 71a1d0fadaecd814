import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { pathWithin } from '../path-within.ts';
import { PictureError } from './image-error.ts';
import { BEGINNING } from './scaler.ts';

export interface OriginalsOptions {
  /** None: there is no content folder. */
  contentDir?: string;
  /** Whose pictures are taken, as the operator has named them; a private address only by that. */
  origins: readonly string[];
}

/** A picture as its editor has left it. */
export interface Original {
  bytes: Buffer;
  version: string;
}

const FOLDER = '/media/';
const MAX_BYTES = 40_000_000;
const PATIENCE = 15_000;
const REDIRECTS = 3;
/** What the system says of a file that is there. */
const UNREADABLE = new Set<unknown>(['EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);
/** Of those that are being scaled: several sizes are asked for at a time. */
const HELD_BYTES = 24_000_000;
const HELD = 30_000;

/** Where pictures come from: the content folder, and the origins that the operator has named. */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #agent = new Agent({
    connections: 4,
    pipelining: 1,
    maxHeaderSize: 16_384,
    connect: { timeout: PATIENCE / 3 },
  });
  readonly #held = new LRUCache<string, Original>({
    maxSize: HELD_BYTES,
    ttl: HELD,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });
  readonly #coming = new Map<string, Promise<Original>>();

  constructor(options: OriginalsOptions) {
    this.#options = options;
  }

  /** Whether a picture may come from there. */
  has(location: string): boolean {
    if (location.startsWith(FOLDER)) return this.#options.contentDir !== undefined;
    return URL.canParse(location) && this.#options.origins.includes(new URL(location).origin);
  }

  /** Rejects with a PictureError. */
  whole(location: string): Promise<Original> {
    const held = this.#held.get(location);
    if (held) return Promise.resolve(held);
    const coming = this.#coming.get(location) ?? this.#come(location);
    this.#coming.set(location, coming);
    return coming;
  }

  /** As `whole`, of which the beginning will do. */
  beginning(location: string): Promise<Original> {
    const held = this.#held.get(location);
    return held ? Promise.resolve(held) : this.#read(location, BEGINNING);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #come(location: string): Promise<Original> {
    try {
      const original = await this.#read(location);
      // The folder is read as quickly, and holds what is there now.
      if (!location.startsWith(FOLDER)) this.#held.set(location, original);
      return original;
    } finally {
      this.#coming.delete(location);
    }
  }

  #read(location: string, most?: number): Promise<Original> {
    if (!this.has(location)) throw new PictureError('missing', 'not of an origin that is named');
    return location.startsWith(FOLDER)
      ? this.#fromFolder(location.slice(FOLDER.length), most)
      : this.#fetch(new URL(location), most);
  }

  async #fromFolder(name: string, most = MAX_BYTES): Promise<Original> {
    try {
      const path = await pathWithin(join(this.#options.contentDir ?? '', 'media'), decodeURIComponent(name));
      const file = await open(path);
      try {
        const { size, mtimeMs } = await file.stat();
        if (size > MAX_BYTES) throw new PictureError('broken', `${size} bytes`);
        const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(size, most)) });
        return { bytes: buffer.subarray(0, bytesRead), version: versionOf(size, mtimeMs) };
      } finally {
        await file.close();
      }
    } catch (cause) {
      if (cause instanceof PictureError) throw cause;
      const isThere = cause instanceof Error && 'code' in cause && UNREADABLE.has(cause.code);
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new PictureError(isThere ? 'broken' : 'missing', message, { cause });
    }
  }

  async #fetch(url: URL, most?: number): Promise<Original> {
    try {
      return await this.#request(url, AbortSignal.timeout(PATIENCE), most);
    } catch (cause) {
      if (cause instanceof PictureError) throw cause;
      throw new PictureError('unreachable', cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  async #request(url: URL, signal: AbortSignal, most?: number, redirects = 0): Promise<Original> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: { accept: 'image/*', ...(most && { range: `bytes=0-${most - 1}` }) },
      signal,
    });
    const location = headers.location;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump();
      const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
      if (!next || !this.has(next.href) || redirects >= REDIRECTS)
        throw new PictureError('broken', 'a redirect that leads elsewhere, or too far');
      return this.#request(next, signal, most, redirects + 1);
    }
    if (statusCode !== 200 && statusCode !== 206) {
      await body.dump();
      throw new PictureError(
        statusCode === 404 || statusCode === 410 ? 'missing' : 'unreachable',
        `status ${statusCode}`,
      );
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (most !== undefined && size >= most) break;
      if (size > MAX_BYTES) throw new PictureError('broken', `more than ${MAX_BYTES} bytes`);
    }
    const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1] ?? headers['content-length'];
    return { bytes: Buffer.concat(chunks), version: versionOf(headers.etag, headers['last-modified'], total) };
  }
}

const versionOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(parts.join('\n'))
    .digest('base64url')
    .replace(/[^A-Za-z\d]/g, '')
    .slice(0, 8);
