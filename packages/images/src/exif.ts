/* The orientation in a camera's metadata (EXIF): how a picture is to be turned before it is shown. */

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
const HEADER = Buffer.from('Exif\0\0');
/** As it is stored. */
export const UPRIGHT = 1;
/** The first of those with width and height exchanged. */
const FIRST_LYING = 5;

/** Of a position: latitude, longitude, time. */
const PLACE_TAG = 0x8825;

/** 1 to 8; upright if nothing else can be read. @param exif with or without its header */
export function orientationOf(exif: Buffer): number {
  const value = fieldOf(exif, ORIENTATION_TAG);
  return value !== undefined && value >= UPRIGHT && value <= 8 ? value : UPRIGHT;
}

/** Whether it says where the picture was taken. */
export const hasPlace = (exif: Buffer): boolean => fieldOf(exif, PLACE_TAG) !== undefined;

/** The first two bytes of a field's value. */
function fieldOf(exif: Buffer, tag: number): number | undefined {
  const tiff = exif.subarray(0, HEADER.length).equals(HEADER) ? exif.subarray(HEADER.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < read16(directory); index += 1) {
      const entry = directory + 2 + index * ENTRY_BYTES;
      if (read16(entry) === tag) return read16(entry + 8);
    }
  } catch {
    // It ends early.
  }
  return undefined;
}

/**
 * Whether width and height are exchanged where a picture is shown, of which only its own are known: a PNG, WebP, TIFF or AVIF.
 * @param bytes of a PNG at least up to its pixels, of a WebP all
 */
export function isTurned(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG'))
    return isLying(orientationOf(chunkOf(bytes, { first: 8, type: 'eXIf', last: 'IDAT' })));
  if (head.startsWith('RIFF')) return isLying(orientationOf(chunkOf(bytes, { first: 12, type: 'EXIF', last: '' })));
  // Its metadata count for nothing.
  if (head.slice(4, 8) === 'ftyp') return ((bytes[bytes.indexOf('irot') + 4] ?? 0) & 1) === 1 && bytes.includes('irot');
  return isLying(orientationOf(bytes));
}

/** The data of a chunk of a PNG or WebP; empty if there is none. @param last the chunk with which the search ends */
function chunkOf(bytes: Buffer, { first, type, last }: { first: number; type: string; last: string }): Buffer {
  const isPng = last !== '';
  for (let at = first; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', isPng ? at + 4 : at, isPng ? at + 8 : at + 4);
    const length = isPng ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at + 4);
    if (name === type) return bytes.subarray(at + 8, at + 8 + length);
    if (name === last) break;
    at += isPng ? length + 12 : 8 + length + (length % 2);
  }
  return Buffer.alloc(0);
}

/** Metadata that say the orientation and nothing else, without the header. */
export function exifOf(orientation: number): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0]);
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\0\x01', 'latin1'), entry, Buffer.alloc(4)]);
}

/** Whether width and height are exchanged where the picture is shown. */
const isLying = (orientation: number): boolean => orientation >= FIRST_LYING;
