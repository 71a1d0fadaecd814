import { readdirSync, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { lookup } from 'mrmime';
import Negotiator from 'negotiator';
import send from 'send';
import { pathWithin } from '../path-within.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** What the build has compressed beside a file, smallest first. */
const PACKED = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** The built files, under their hashed names for ever; with what the build has compressed beside them. A missing one is never cached: a rolling deploy heals by itself. */
export function assets(clientDir: string): RequestHandler {
  const root = resolve(clientDir);
  const names = new Set(readdirSync(root));
  return async (request, response, next) => {
    const name = request.path.slice(1);
    if (!names.has(name) || PACKED.some(({ ending }) => name.endsWith(ending))) return notFound(response);
    const packed = PACKED.filter(({ ending }) => names.has(name + ending));
    const accepted = new Negotiator(request).encodings([...packed.map(({ encoding }) => encoding), 'identity']);
    const form = packed.find(({ encoding }) => accepted.includes(encoding));
    const type = lookup(name);
    if (type) response.type(type);
    if (packed.length > 0) response.vary('Accept-Encoding');
    if (form) response.set('Content-Encoding', form.encoding);
    response.set('Cache-Control', IMMUTABLE);
    // The name holds a hash of the content; its encodings are representations of their own.
    response.set('ETag', `"${name}${form?.ending ?? ''}"`);
    await sendFile(request, response, { root, path: name + (form?.ending ?? '') }).catch(next);
  };
}

/** The content folder's pictures and documents. What a browser can show opens in it, anything else is to be kept; nothing runs. */
export function media(contentDir: string): RequestHandler {
  const dir = join(contentDir, 'media');
  return async (request, response, next) => {
    const file = await fileAt(dir, request.path);
    if (!file) return notFound(response);
    const type = lookup(file.path) ?? '';
    const isShown = /^(image|audio|video|font)\/|^application\/pdf|^text\/plain/.test(type);
    response.set('Cache-Control', 'public, max-age=3600').set('ETag', file.etag);
    response.set('Content-Disposition', isShown ? 'inline' : 'attachment');
    // A browser's own viewer of PDFs is a page that a policy for ours would stop.
    if (type === 'application/pdf') response.removeHeader('Content-Security-Policy');
    else response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    await sendFile(request, response, file).catch(next);
  };
}

/** The file that a path below a folder names, links followed; undefined where there is none, or it lies outside. */
async function fileAt(dir: string, path: string): Promise<{ root: string; path: string; etag: string } | undefined> {
  try {
    const [root, file] = await Promise.all([realpath(dir), pathWithin(dir, decodeURIComponent(path))]);
    const { size, mtimeMs } = await stat(file);
    return { root, path: relative(root, file), etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"` };
  } catch {
    return undefined;
  }
}

/** Sends a file, or the range of it that is asked for (RFC 9110, 14). Rejects with what the operator has to know of. */
function sendFile(request: Request, response: Response, { root, path }: { root: string; path: string }): Promise<void> {
  const encoded = path.split(sep).map(encodeURIComponent).join('/');
  response.set('Accept-Ranges', 'bytes');
  return new Promise((sent, failed) => {
    response.on('close', sent);
    send(request, encoded, {
      root,
      index: false,
      cacheControl: false,
      // Only GET has ranges.
      acceptRanges: request.method === 'GET',
    })
      .on('directory', () => notFound(response))
      .on('file', (_path: string, { size }: Stats) => {
        // The library takes a suffix longer than the file for unsatisfiable; it is all of the file (RFC 9110, 14.1.2).
        const [, suffix] = /^bytes=-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (Number(suffix) > size) request.headers.range = 'bytes=0-';
      })
      .on('error', (error: { status: number }) => {
        if (error.status === 404 || error.status === 403) notFound(response);
        else if (error.status >= 500) failed(error);
        else refuse(response, error.status);
      })
      .pipe(response);
  });
}

/** A range or a condition that the file does not meet: what is meant for the file does not describe the refusal. */
function refuse(response: Response, status: number): void {
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified']) response.removeHeader(name);
  response.status(status).set('Cache-Control', 'no-store').type('text').end('Not available\n');
}

function notFound(response: Response): void {
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag', 'Accept-Ranges']) response.removeHeader(name);
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
}
