import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type PublishedFile, readPublished } from '@foyer/images';
import type { Request, Response } from 'express';
import send from 'send';

/** Sends a file, or the requested range of it (RFC 9110, 14). Rejects with the error of a file that cannot be read. */
export function sendFile(
  request: Request,
  response: Response,
  { root, path, published }: { root: string; path: string; published?: PublishedFile },
): Promise<void> {
  const encoded = path.split(sep).map(encodeURIComponent).join('/');
  response.set('Accept-Ranges', 'bytes');
  return new Promise((resolve, reject) => {
    response.on('close', resolve);
    const sent = send(request, encoded, {
      root,
      index: false,
      cacheControl: false,
      // Ranges are defined for GET only.
      acceptRanges: request.method === 'GET',
    });
    if (published) sendPublished(sent, response, published);
    sent
      .on('directory', () => sendNotFound(response))
      .on('file', (_path: string, { size }: Stats) => {
        // The library refuses a suffix that is longer than the file; it means the complete file (RFC 9110, 14.1.2).
        const [, suffix] = /^bytes=-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        if (Number(suffix) > (published?.size ?? size)) request.headers.range = 'bytes=0-';
      })
      .on('error', (error: { status: number }) => {
        if (error.status === 404 || error.status === 403) sendNotFound(response);
        else if (error.status >= 500) reject(error);
        else sendRefusal(response, error.status);
      })
      .pipe(response);
  });
}

/** The library finds out what is asked for, of a file of another size and with other bytes than are on disk. */
function sendPublished(sent: send.SendStream, response: Response, published: PublishedFile): void {
  const sendWhole = sent.send.bind(sent);
  sent.send = (path, stats) => {
    // Bytes that were written later may have the time of an earlier file.
    if (stats?.mtime && stats.ctime > stats.mtime) stats.mtime = stats.ctime;
    if (stats && published.parts) stats.size = published.size;
    sendWhole(path, stats);
  };
  if (!published.parts) return;
  sent.stream = (path, range: { start: number; end: number }) => {
    // A connection that breaks, or a file that changes meanwhile: the response ends early.
    pipeline(Readable.from(readPublished(path, published, range)), response).catch(() => response.destroy());
  };
}

/** An unsatisfiable range or a failed precondition. The headers of the file do not describe this response. */
function sendRefusal(response: Response, status: number): void {
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag', 'Last-Modified']) response.removeHeader(name);
  response.status(status).set('Cache-Control', 'no-store').type('text').end('Not available\n');
}

export function sendNotFound(response: Response): void {
  for (const name of ['Content-Encoding', 'Content-Disposition', 'ETag', 'Accept-Ranges']) response.removeHeader(name);
  response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
}
