import { promisify } from 'node:util';
import zlib from 'node:zlib';
import compression from 'compression';

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
/** Larger than a page: the default window takes more time and memory than the page. */
const BROTLI_WINDOW_BITS = 18;

/** Brotli's quality for responses that are compressed while they are sent. */
export const QUALITY_WHILE_SENT = 4;
/** A larger window takes more time per request than gzip. */
const BROTLI_WHILE_SENT: zlib.BrotliOptions = {
  params: { [BROTLI_PARAM_QUALITY]: QUALITY_WHILE_SENT, [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
};
/** Shorter bodies are sent uncompressed. */
export const COMPRESSED_FROM_BYTES = 1024;

/** Compresses a response while it is sent, unless its handler has done so. */
export const compressWhileSent = compression({ brotli: BROTLI_WHILE_SENT, threshold: COMPRESSED_FROM_BYTES });

export const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const brotliCompress = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

export const brotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotliCompress(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
