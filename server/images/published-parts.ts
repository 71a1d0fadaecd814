import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { exifOf, orientationOf, UPRIGHT } from './exif.ts';
import { metadataRanges, type Range } from './heif-metadata.ts';

/*
 * What is published of a picture: everything but what says where, when, by whom and with what it was taken. Its pixels, its
 * colour profile and its orientation stay as they are; nothing is decoded. A file is read in windows, however large it is.
 */

/** Bytes of the file, or others in the place of some. */
export type Part = { from: number; to: number } | Buffer;

const WINDOW_BYTES = 65_536;
/** A file with more is none of a camera. */
const MAX_PARTS = 1_000;
/** Of metadata, the orientation is at the beginning. */
const MAX_EXIF_BYTES = 65_536;

/** A file in which some bytes are looked at. */
class FileBytes {
  readonly #file: FileHandle;
  readonly size: number;
  #window = Buffer.alloc(0);
  #start = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** As many as there are. */
  async read(at: number, length: number): Promise<Buffer> {
    const start = at - this.#start;
    if (start < 0 || start + length > this.#window.length) {
      const wanted = Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), this.size - at));
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(wanted), 0, wanted, at);
      this.#window = buffer.subarray(0, bytesRead);
      this.#start = at;
    }
    return this.#window.subarray(at - this.#start, at - this.#start + length);
  }
}

/** The parts in their order, those that follow each other as one. */
class Parts {
  readonly list: Part[] = [];

  keep(from: number, to: number): void {
    const last = this.list.at(-1);
    if (last && !Buffer.isBuffer(last) && last.to === from) last.to = to;
    else if (to > from) this.list.push({ from, to });
  }

  add(bytes: Buffer): void {
    this.list.push(bytes);
  }
}

const lengthOf = (part: Part): number => (Buffer.isBuffer(part) ? part.length : part.to - part.from);
export const lengthOfParts = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0);

/** Undefined for a file that is published as it is: it is no picture of these formats, or is not well-formed. */
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

function formatOf(head: string): ((bytes: FileBytes) => Promise<Parts | undefined>) | undefined {
  if (head.startsWith('\xff\xd8\xff')) return jpegParts;
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return pngParts;
  if (/^....ftyp/s.test(head)) return heifParts;
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

/** Of a box with many pictures, and of one of their metadata. */
const MAX_META_BYTES = 1_000_000;

/** Metadata become zeros: what is behind them stays where the file says that it is. The orientation is not among them. */
async function heifParts(bytes: FileBytes): Promise<Parts | undefined> {
  for (let at = 0; at + 16 <= bytes.size; ) {
    const head = await bytes.read(at, 16);
    const length = head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    if (length < 8) return undefined;
    if (head.toString('latin1', 4, 8) === 'meta') {
      if (length > MAX_META_BYTES) return undefined;
      return blanked(bytes.size, metadataRanges(Buffer.from(await bytes.read(at, length))));
    }
    at += length;
  }
  return undefined;
}

function blanked(size: number, ranges: readonly Range[]): Parts | undefined {
  const parts = new Parts();
  let end = 0;
  for (const { from, to } of ranges) {
    if (from < end || to > size || to - from > MAX_META_BYTES) return undefined;
    parts.keep(end, from);
    parts.add(Buffer.alloc(to - from));
    end = to;
  }
  parts.keep(end, size);
  return parts;
}

/** The bytes of parts from one place up to another, which is not among them. */
export async function* readParts(
  file: FileHandle,
  parts: readonly Part[],
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let before = 0;
  for (const part of parts) {
    const [from, to] = [Math.max(start - before, 0), Math.min(end - before, lengthOf(part))];
    before += lengthOf(part);
    if (from >= to) continue;
    if (Buffer.isBuffer(part)) yield part.subarray(from, to);
    else
      for (let at = part.from + from; at < part.from + to; ) {
        const wanted = Math.min(WINDOW_BYTES, part.from + to - at);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
        if (bytesRead === 0) throw new Error('the file has become shorter');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
  }
}
