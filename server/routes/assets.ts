import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import type { RequestHandler } from 'express';
import { lookup } from 'mrmime';
import { type Encoding, encodingFor } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { isNotModified } from '../http/not-modified.ts';
import { PreparedResponse, withoutContentHeaders } from '../http/prepared-response.ts';
import { writeHeaders } from '../http/security-headers.ts';
import { type CacheHit, setRoute } from '../observability/request-log.ts';
import { sendFile, sendNotFound } from './send-file.ts';

/* `/assets`: the built files, immutable under their hashed names. */

const MOUNT = '/assets';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The build writes compressed files beside a file. */
const EXTENSIONS: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };
/** Headers of requests that are answered from the disk. */
const RANGE_OR_PRECONDITION = ['range', 'if-range', 'if-match', 'if-modified-since', 'if-unmodified-since'];

/** A file in one encoding. */
interface Representation {
  /** Its file's name. */
  name: string;
  etag: string;
  /** Flat: name, value, name, … */
  headers: readonly string[];
}

/** The built files by name. Each stays in memory from its first request on: they are compressed already, and their number is fixed. */
export class BuiltFiles {
  readonly root: string;
  readonly #files = new Map<string, Record<Encoding, Representation>>();
  readonly #contents = new Map<string, Buffer>();

  constructor(clientDir: string) {
    this.root = resolve(clientDir);
    const names = new Set(readdirSync(this.root));
    for (const name of names) {
      const isCompressed = names.has(name + EXTENSIONS.br);
      const representation = (encoding: Encoding) =>
        representationOf(name, isCompressed ? encoding : 'identity', isCompressed);
      if (!/\.(br|gz)$/.test(name))
        this.#files.set(name, {
          br: representation('br'),
          gzip: representation('gzip'),
          identity: representation('identity'),
        });
    }
  }

  /** Undefined: there is no such file. */
  find(name: string, acceptEncoding: string | undefined): Representation | undefined {
    return this.#files.get(name)?.[encodingFor(acceptEncoding)];
  }

  /** Undefined if the file cannot be read now: the process may be out of file descriptors. */
  contents({ name }: Representation): Buffer | undefined {
    const known = this.#contents.get(name);
    if (known) return known;
    try {
      const contents = readFileSync(join(this.root, name));
      this.#contents.set(name, contents);
      return contents;
    } catch {
      return undefined;
    }
  }
}

function representationOf(name: string, encoding: Encoding, isCompressed: boolean): Representation {
  const file = name + EXTENSIONS[encoding];
  const type = lookup(name);
  // The name contains a hash of the content; each encoding is a representation with its own ETag.
  const etag = `"${file}"`;
  return {
    name: file,
    etag,
    headers: [
      ...['Cache-Control', IMMUTABLE, 'ETag', etag],
      ...(type ? ['Content-Type', /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type] : []),
      ...(isCompressed ? ['Vary', 'Accept-Encoding'] : []),
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ],
  };
}

/** Finds built files in memory, for responses in front of Express. @param headers of every response, flat */
export function cachedAssets(files: BuiltFiles, headers: readonly string[]) {
  const hits = new Map<Representation, CacheHit>();
  return (request: IncomingMessage, url: string): CacheHit | undefined => {
    if (!url.startsWith(`${MOUNT}/`) || RANGE_OR_PRECONDITION.some((name) => headerOf(request, name) !== undefined))
      return undefined;
    const file = files.find(url.slice(MOUNT.length + 1), headerOf(request, 'accept-encoding'));
    const hit = file && (hits.get(file) ?? assetHit(file, files.contents(file), headers));
    if (file && hit) hits.set(file, hit);
    return hit;
  };
}

function assetHit(
  file: Representation,
  contents: Buffer | undefined,
  headers: readonly string[],
): CacheHit | undefined {
  if (!contents) return undefined;
  const all = [...headers, ...file.headers, 'Accept-Ranges', 'bytes'];
  const complete = new PreparedResponse(200, [...all, 'Content-Length', String(contents.length)], contents);
  const notModified = new PreparedResponse(304, withoutContentHeaders(all));
  return {
    route: MOUNT,
    send: (request, response, ownHeaders) =>
      (isNotModified(request, file.etag) ? notModified : complete).send(request, response, ownHeaders),
  };
}

/** Everything else below `/assets`: ranges, preconditions and unknown names. A 404 is never cached: during a rolling update the next replica may have the file. */
export function assets(files: BuiltFiles): RequestHandler {
  return async (request, response, next) => {
    setRoute(response, MOUNT);
    const file = files.find(request.path.slice(1), request.headers['accept-encoding']);
    if (!file) return sendNotFound(response);
    writeHeaders(response, file.headers);
    await sendFile(request, response, { root: files.root, path: file.name }).catch(next);
  };
}
