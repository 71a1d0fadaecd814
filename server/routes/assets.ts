import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { lookup } from 'mrmime';
import { type Encoding, encodingFor } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { readKept } from '../http/kept-assets.ts';
import { isNotModified } from '../http/not-modified.ts';
import { PreparedResponse, withoutContentHeaders } from '../http/prepared-response.ts';
import type { FindReady, ReadyResponse } from '../http/ready-response.ts';
import { setRoute } from '../http/request-log.ts';
import { sendNotFound } from './send-file.ts';

/* `/assets`: the built files, immutable under their hashed names, and those of earlier builds. */

const MOUNT = '/assets';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The build writes compressed files beside a file. */
const EXTENSIONS: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

/** The built files, all in memory: 1.5 MB. @param headers of every response, flat */
export class Assets {
  readonly #files = new Map<string, Record<Encoding, ReadyResponse>>();

  constructor(clientDir: string, headers: readonly string[]) {
    const names = new Set(readdirSync(clientDir));
    for (const name of names) {
      if (/\.(br|gz)$/.test(name)) continue;
      const isCompressed = names.has(name + EXTENSIONS.br);
      const fileIn = (accepted: Encoding) => {
        const encoding = isCompressed ? accepted : 'identity';
        const contents = readFileSync(join(clientDir, name + EXTENSIONS[encoding]));
        return readyFile(name, contents, { encoding, isCompressed, headers });
      };
      this.#files.set(name, { br: fileIn('br'), gzip: fileIn('gzip'), identity: fileIn('identity') });
    }
  }

  readonly find: FindReady = (request, url) => {
    if (!url.startsWith(`${MOUNT}/`)) return undefined;
    const [name = ''] = url.slice(MOUNT.length + 1).split('?', 1);
    return this.#files.get(name)?.[encodingFor(headerOf(request, 'accept-encoding'))];
  };
}

/**
 * A name that this build does not have: a file of an earlier one, or 404, which is never cached, because during a rolling update the
 * next replica may have the file.
 * @param keptDir with the files of earlier builds, if there are any
 */
export const otherAssets = (headers: readonly string[], keptDir?: string): RequestHandler => {
  return async (request, response) => {
    setRoute(response, MOUNT);
    const name = request.path.slice(1);
    const wanted = encodingFor(headerOf(request, 'accept-encoding'));
    for (const encoding of new Set<Encoding>([wanted, 'identity'])) {
      const contents = keptDir && (await readKept(keptDir, name + EXTENSIONS[encoding]));
      if (!contents) continue;
      const file = readyFile(name, contents, { encoding, isCompressed: true, headers });
      return void (await file.send(request, response, []));
    }
    sendNotFound(response);
  };
};

function readyFile(
  name: string,
  contents: Buffer,
  { encoding, isCompressed, headers }: { encoding: Encoding; isCompressed: boolean; headers: readonly string[] },
): ReadyResponse {
  const type = lookup(name);
  // The name contains a hash of the content; each encoding is a representation with its own ETag.
  const etag = `"${name}${EXTENSIONS[encoding]}"`;
  const all = [
    ...headers,
    ...['Cache-Control', IMMUTABLE, 'ETag', etag],
    ...(type ? ['Content-Type', /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type] : []),
    ...(isCompressed ? ['Vary', 'Accept-Encoding'] : []),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
  ];
  const complete = new PreparedResponse(200, [...all, 'Content-Length', String(contents.length)], contents);
  const notModified = new PreparedResponse(304, withoutContentHeaders(all));
  return {
    route: MOUNT,
    send: (request, response, ownHeaders) =>
      (isNotModified(request, etag) ? notModified : complete).send(request, response, ownHeaders),
  };
}
