import type { Metadata } from 'sharp';

/* What decoding a picture takes, told from its file before any of it is decoded: memory and time, whatever its format. */

/** The most pixels that are decoded. */
const MAX_PIXELS = 100_000_000;
/** Of a JPEG that is decoded row by row, eight at once become one: of 108 million a few dozen megabytes are in memory. */
const MAX_JPEG_PIXELS = 220_000_000;
/** The most bytes of pixels for an image that has to be decoded completely before it is scaled. It takes up to twice as much. */
const MAX_DECODED_BYTES = 225_000_000;
/** Of a progressive JPEG, each of which passes over all pixels: programs write ten, and a scan of 64 megapixels takes 0.03 s at least. */
const MAX_SCANS = 100;
/** Formats that are decoded row by row while they are scaled, unless the file is progressive. TIFF is not: a strip, a tile or a plane may be all of it. */
const ROW_BY_ROW = new Set(['jpeg', 'png']);
/** AVIF is in memory as planes and as pixels, several times. */
const COPIES: Partial<Record<string, number>> = { heif: 3 };
const SAMPLE_BYTES: Record<string, number> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  double: 8,
  complex: 8,
  dpcomplex: 16,
};

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

export const maxPixelsOf = (bytes: Buffer): number => (isJpeg(bytes) ? MAX_JPEG_PIXELS : MAX_PIXELS);

/** Throws an Error with a remedy for an image whose decoding would take too much. @param bytes the file, or its beginning */
export function assertDecodable(bytes: Buffer, metadata: Metadata): void {
  const { format, width, height, channels, depth, isProgressive } = metadata;
  const pixels = width * height;
  const maxPixels = maxPixelsOf(bytes);
  if (pixels > maxPixels)
    throw new Error(`${width} x ${height} pixels, more than ${maxPixels / 1_000_000} million: save it smaller`);
  const isDecodedCompletely = isProgressive || !ROW_BY_ROW.has(format);
  const sampleBytes = SAMPLE_BYTES[depth] ?? Number.POSITIVE_INFINITY;
  if (isDecodedCompletely && pixels * channels * sampleBytes * (COPIES[format] ?? 1) > MAX_DECODED_BYTES)
    throw new Error(
      `${width} x ${height} pixels that are all decoded at once: save it smaller, or as a JPEG that is not progressive`,
    );
  if (isProgressive && isJpeg(bytes) && scansOf(bytes) > MAX_SCANS)
    throw new Error(`a JPEG of more than ${MAX_SCANS} scans: save it as one that is not progressive`);
}

const START_OF_SCAN = 0xda;
const END = 0xd9;

/** Scans of a JPEG; those of a preview in its metadata do not count. */
function scansOf(bytes: Buffer): number {
  let scans = 0;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1];
    const isSegment = bytes[at] === 0xff && isOfSegment(marker);
    if (bytes[at] === 0xff && marker === END) break;
    if (isSegment && marker === START_OF_SCAN) scans += 1;
    if (isSegment) at += 2 + bytes.readUInt16BE(at + 2);
    else {
      // Within a scan, and between segments, everything up to the next marker is skipped, as decoders do.
      at = bytes.indexOf(0xff, at + 1);
      if (at < 0) break;
    }
  }
  return scans;
}

/** A marker with a length: neither padding, nor a 0xff of a scan, nor one that stands alone. */
const isOfSegment = (marker: number | undefined): boolean =>
  marker !== undefined && marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= END);
