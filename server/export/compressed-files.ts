import { promisify } from 'node:util';
import zlib from 'node:zlib';

/* The compressed forms that stand beside a file of an export, for hosts that send them. */

/** The build has compressed them. */
const BUILT = 'assets/';
/** Smaller files become larger. */
const COMPRESSED_FROM_BYTES = 1_000;
/** The next one takes ten times as long for a twelfth less. */
const BROTLI_QUALITY = 8;
/** The most; Brotli's own default: every client has the memory. */
const BROTLI_WINDOW_BITS = 22;
const COMPRESSED = /\.(html|json|xml|txt|svg|webmanifest|csv)$/;

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

/** Whether a file is written in one piece, to be compressed; one of any other kind may be large. */
export const isCompressible = (file: string): boolean => COMPRESSED.test(file);

/** The compressed forms of a file, by the ending that each adds to its name; none for a file that gains nothing. */
export async function compressedForms(file: string, contents: Buffer): Promise<Record<string, Buffer>> {
  if (!isCompressible(file) || file.startsWith(BUILT) || contents.length < COMPRESSED_FROM_BYTES) return {};
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [zlib.constants.BROTLI_PARAM_LGWIN]: windowBits(contents.length),
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
  };
  return { br: await brotli(contents, { params }), gz: await gzip(contents, { level: 9 }) };
}

/** A window that is larger than the file takes time, and finds nothing. */
const windowBits = (bytes: number): number =>
  Math.min(BROTLI_WINDOW_BITS, Math.max(zlib.constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes))));
