import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A body, decompressed; undefined if it is larger than `maxBytes`. */
export async function readBody(
  body: Readable,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(body, encoding)) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decompressed(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Buffer> {
  const stream = decoderOf(String(encoding).trim().toLowerCase());
  if (!stream) return body;
  body.on('error', (error) => stream.destroy(error));
  return body.pipe(stream);
}

/** @param coding in lower case: the names of codings have no case, and `x-gzip` is `gzip` (RFC 9110, 8.4.1) */
function decoderOf(coding: string): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  return coding === 'deflate' ? createInflate() : undefined;
}
