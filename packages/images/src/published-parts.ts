import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { exifOf, orientationOf, UPRIGHT } from './exif.ts';
import { FileBytes, lengthOfParts, type Part, Parts } from './file-parts.ts';
import { gifParts } from './gif-parts.ts';
import { hasHiddenTrack, mediaBoxParts } from './media-box-parts.ts';
import { tiffParts } from './tiff-parts.ts';

/*
 * What is published of a picture or film: everything but what says where, when, by whom and with what it was taken. Its pixels,
 * its colour profile and its orientation stay as they are; nothing is decoded.
 */

const WINDOW_BYTES = 65_536;
/** A file with more is none of a camera. */
const MAX_PARTS = 1_000;
/** Of metadata, the orientation is at the beginning. */
const MAX_EXIF_BYTES = 65_536;

/** Undefined for a file that is published as it is: it is of no such format, or is not well-formed. */
export async function publishedParts(file: FileHandle, size: number): Promise<Part[] | undefined> {
  const bytes = new FileBytes(file, size);
  const read = formatOf((await bytes.read(0, 12)).toString('latin1'));
  const parts = await read?.(bytes).catch((error: unknown) => {
    // It ends within a number.
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  return parts && parts.list.length <= MAX_PARTS ? parts.list : undefined;
}

/** Whether a film says more than is seen and heard, where that cannot be taken out: other formats note at will. */
export async function tellsMore(file: FileHandle, size: number): Promise<boolean> {
  const bytes = new FileBytes(file, size);
  const isRead = formatOf((await bytes.read(0, 12)).toString('latin1')) === mediaBoxParts;
  return !isRead || hasHiddenTrack(bytes);
}

function formatOf(head: string): ((bytes: FileBytes) => Promise<Parts | undefined>) | undefined {
  if (head.startsWith('\xff\xd8\xff')) return jpegParts;
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return pngParts;
  if (/^....(?:ftyp|moov|mdat|wide|free|skip)/s.test(head)) return mediaBoxParts;
  if (/^GIF8[79]a/.test(head)) return gifParts;
  if (/^(?:II\*\0|MM\0\*)/.test(head)) return tiffParts;
  return /^RIFF....WEBP/s.test(head) ? webpParts : undefined;
}

/** Which segments with metadata of applications stay: the size in print, the colour profile, how colours are stored. */
const KEPT_SEGMENTS: Partial<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };
const COMMENT = 0xfe;
const SCAN = 0xda;
const END = 0xd9;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Without a length, and within the pixels. */
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** What follows the end of the picture is left out: previews, films and notes of phones. */
async function jpegParts(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts();
  parts.keep(0, 2);
  for (let at = 2; ; ) {
    const [start, marker = 0, high = 0, low = 0] = await bytes.read(at, 4);
    // It ends early: browsers show what there is.
    if (start === undefined) return parts;
    if (start !== 0xff) return undefined;
    if (marker === END) {
      parts.keep(at, at + 2);
      return parts;
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + (isRestart(marker) ? 0 : high * 256 + low);
    if (isApplication(marker) || marker === COMMENT) {
      const begin = (await bytes.read(at + 4, 12)).toString('latin1');
      const kept = KEPT_SEGMENTS[marker];
      if (kept !== undefined && begin.startsWith(kept)) parts.keep(at, Math.min(end, bytes.size));
      else if (begin.startsWith('Exif\0\0')) {
        const orientation = orientationOf(await bytes.read(at + 10, end - at - 10));
        if (orientation !== UPRIGHT) {
          const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation)]);
          parts.add(Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]));
        }
      }
    } else parts.keep(at, Math.min(end, bytes.size));
    at = end;
    if (marker !== SCAN) continue;
    const next = await endOfScan(bytes, at);
    parts.keep(at, next);
    at = next;
  }
}

/** Where the next segment begins behind pixels from a place. */
async function endOfScan(bytes: FileBytes, from: number): Promise<number> {
  for (let at = from; at < bytes.size; ) {
    const window = await bytes.read(at, Math.min(WINDOW_BYTES, bytes.size - at));
    const found = window.indexOf(0xff);
    const marker = window[found + 1];
    if (found < 0) at += window.length;
    else if (marker === undefined) {
      if (at + found + 1 >= bytes.size) break;
      at += found;
    } else if (marker === 0 || isRestart(marker)) at += found + 2;
    else if (marker === 0xff) at += found + 1;
    else return at + found;
    if (window.length === 0) break;
  }
  return bytes.size;
}

/** Those without which the picture would look or move otherwise. */
const KEPT_CHUNKS = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI mDCv cLLi sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);

async function pngParts(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts();
  parts.keep(0, 8);
  for (let at = 8; at + 8 <= bytes.size; ) {
    const head = await bytes.read(at, 8);
    const type = head.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return undefined;
    const length = head.readUInt32BE(0);
    const end = Math.min(at + 12 + length, bytes.size);
    if (/^[A-Z]/.test(type) || KEPT_CHUNKS.has(type)) parts.keep(at, end);
    else if (type === 'eXIf') {
      const orientation = orientationOf(await bytes.read(at + 8, Math.min(length, MAX_EXIF_BYTES)));
      if (orientation !== UPRIGHT) parts.add(pngChunk('eXIf', exifOf(orientation)));
    }
    if (type === 'IEND') break;
    at = end;
  }
  return parts;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** In the flags of VP8X. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

async function webpParts(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts();
  const header = Buffer.from(await bytes.read(0, 12));
  const end = Math.min(header.readUInt32LE(4) + 8, bytes.size);
  let flags: Buffer | undefined;
  parts.add(header);
  for (let at = 12; at + 8 <= end; ) {
    const head = await bytes.read(at, 8);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const next = Math.min(at + 8 + length + (length % 2), end);
    if (type === 'VP8X') {
      flags = Buffer.from(await bytes.read(at, next - at));
      if (flags.length < 18) return undefined;
      flags[8] = (flags[8] ?? 0) & ~(HAS_EXIF | HAS_XMP);
      parts.add(flags);
    } else if (WEBP_CHUNKS.has(type)) parts.keep(at, next);
    else if (type === 'EXIF' && flags) {
      const orientation = orientationOf(await bytes.read(at + 8, Math.min(length, MAX_EXIF_BYTES)));
      if (orientation !== UPRIGHT) {
        flags[8] = (flags[8] ?? 0) | HAS_EXIF;
        const exif = exifOf(orientation);
        const size = Buffer.alloc(4);
        size.writeUInt32LE(exif.length);
        parts.add(Buffer.concat([Buffer.from('EXIF'), size, exif]));
      }
    }
    at = next;
  }
  header.writeUInt32LE(lengthOfParts(parts.list) - 8, 4);
  return parts;
}
