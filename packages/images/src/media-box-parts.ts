import { type FileBytes, type Parts, type Range, type Replacement, replaced } from './file-parts.ts';
import { metadataRanges } from './heif-metadata.ts';

/*
 * Pictures and films in boxes (ISO/IEC 14496-12): AVIF, HEIC, MP4, MOV. Metadata become zeros, so that what is behind them stays
 * where the file says that it is. The orientation is not among them.
 */

/** Of the metadata of many pictures, of which each is looked at. */
const MAX_META_BYTES = 1_000_000;
/** A film has some twenty for each track. */
const MAX_BOXES = 2_000;
/** The boxes in which others are that are looked at. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
/** Notes of cameras and programs: they are skipped once they are called `free`. */
const NOTES = new Set(['udta', 'meta']);
const FREE = Buffer.from('free');
/** Their first fields are when they were made and changed. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);
const XMP = 'be7acfcb97a942e89c71999491e3afac';

export interface Box extends Range {
  type: string;
  /** Of its name and length. */
  headBytes: number;
  /** `moov`, `moov/trak` …; empty for a box of the file itself. */
  parent: string;
}

/** The boxes in the order of the file, those of containers behind theirs. It ends at one that is none. */
export async function* boxesOf(bytes: FileBytes): AsyncGenerator<Box> {
  const containers: Box[] = [];
  for (let at = 0, count = 0; at + 8 <= bytes.size && count < MAX_BOXES; count += 1) {
    while (at >= (containers.at(-1)?.to ?? Infinity)) containers.pop();
    const parent = containers.at(-1);
    const end = parent?.to ?? bytes.size;
    const head = await bytes.read(at, 16);
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const headBytes = short === 1 ? 16 : 8;
    if (length < headBytes || at + length > end) return;
    const box = {
      type: head.toString('latin1', 4, 8),
      from: at,
      to: at + length,
      headBytes,
      parent: containers.map(({ type }) => type).join('/'),
    };
    yield box;
    if (CONTAINERS.has(box.type)) containers.push(box);
    at += CONTAINERS.has(box.type) ? headBytes : length;
  }
}

export async function mediaBoxParts(bytes: FileBytes): Promise<Parts | undefined> {
  const found: Replacement[] = [];
  for await (const { type, from, to, headBytes, parent } of boxesOf(bytes)) {
    const start = from + headBytes;
    if (type === 'meta' && parent === '') {
      if (to - from > MAX_META_BYTES) return undefined;
      found.push(...metadataRanges(Buffer.from(await bytes.read(from, to - from))));
    } else if (NOTES.has(type) || (type === 'uuid' && (await bytes.read(start, 16)).toString('hex') === XMP))
      found.push({ from: from + 4, to: from + 8, by: FREE }, { from: start, to });
    else if (TIMED.has(type)) {
      const [version] = await bytes.read(start, 1);
      found.push({ from: start + 4, to: start + (version === 1 ? 20 : 12) });
    }
  }
  return replaced(bytes.size, found);
}

/** Tracks of what is seen and heard. Others may say at each second where the camera was. */
const SHOWN_TRACKS = new Set('vide soun text sbtl subt clcp hint tmcd auxv pict'.split(' '));

/** Whether a film has a track that is neither seen nor heard. */
export async function hasHiddenTrack(bytes: FileBytes): Promise<boolean> {
  for await (const { type, from, headBytes, parent } of boxesOf(bytes))
    if (type === 'hdlr' && parent === 'moov/trak/mdia') {
      const handler = (await bytes.read(from + headBytes + 8, 4)).toString('latin1');
      if (!SHOWN_TRACKS.has(handler)) return true;
    }
  return false;
}
