import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RequestHandler } from 'express';
import { lookup } from 'mrmime';
import Negotiator from 'negotiator';
import { sendFile, sendNotFound } from './send-file.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The build writes compressed files beside a file; the smallest first. */
const COMPRESSED = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

/** `/assets`: the built files, immutable under their hashed names. A 404 is never cached: during a rolling update the next replica may have the file. */
export function assets(clientDir: string): RequestHandler {
  const root = resolve(clientDir);
  const names = new Set(readdirSync(root));
  return async (request, response, next) => {
    const name = request.path.slice(1);
    if (!names.has(name) || COMPRESSED.some(({ extension }) => name.endsWith(extension))) return sendNotFound(response);
    const available = COMPRESSED.filter(({ extension }) => names.has(name + extension));
    const accepted = new Negotiator(request).encodings([...available.map(({ encoding }) => encoding), 'identity']);
    const compressed = available.find(({ encoding }) => accepted.includes(encoding));
    const path = name + (compressed?.extension ?? '');
    const type = lookup(name);
    if (type) response.type(type);
    if (available.length > 0) response.vary('Accept-Encoding');
    if (compressed) response.set('Content-Encoding', compressed.encoding);
    // The name contains a hash of the content; each encoding is a representation with its own ETag.
    response.set('Cache-Control', IMMUTABLE).set('ETag', `"${path}"`);
    await sendFile(request, response, { root, path }).catch(next);
  };
}
