import { type FileBytes, type Parts, type Range, replaced } from './file-parts.ts';

/* A TIFF: what cameras and programs note in it becomes zeros, so that everything else stays where the file says that it is. */

/** Bytes of a value, by its type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Title, make, model, program, time, author, computer, XMP, IPTC, copyright, notes of a program. */
const NOTES = new Set([0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x013c, 0x02bc, 0x83bb, 0x8298, 0x8649]);
/** Directories of nothing but notes: of the camera, of the place, and what is common to both. */
const NOTE_DIRECTORIES = new Set([0x8769, 0x8825, 0xa005]);
const ENTRY_BYTES = 12;
/** Of the pages of a document. */
const MAX_DIRECTORIES = 500;

export async function tiffParts(bytes: FileBytes): Promise<Parts | undefined> {
  const isLittle = (await bytes.read(0, 2)).toString('latin1') === 'II';
  const read16 = async (at: number) => {
    const two = await bytes.read(at, 2);
    return isLittle ? two.readUInt16LE(0) : two.readUInt16BE(0);
  };
  const read32 = async (at: number) => {
    const four = await bytes.read(at, 4);
    return isLittle ? four.readUInt32LE(0) : four.readUInt32BE(0);
  };
  const blanks: Range[] = [];
  const waiting = [{ at: await read32(4), isNotes: false }];
  const seen = new Set<number>();
  for (let next = waiting.pop(); next && seen.size < MAX_DIRECTORIES; next = waiting.pop()) {
    const { at, isNotes } = next;
    if (at === 0 || at + 2 > bytes.size || seen.has(at)) continue;
    seen.add(at);
    const end = Math.min(at + 2 + (await read16(at)) * ENTRY_BYTES, bytes.size);
    for (let entry = at + 2; entry + ENTRY_BYTES <= end; entry += ENTRY_BYTES) {
      const tag = await read16(entry);
      if (NOTE_DIRECTORIES.has(tag)) waiting.push({ at: await read32(entry + 8), isNotes: true });
      else if (isNotes || NOTES.has(tag)) {
        const length = (TYPE_BYTES[await read16(entry + 2)] ?? 1) * (await read32(entry + 4));
        const from = length > 4 ? await read32(entry + 8) : entry + 8;
        blanks.push({ from, to: from + length });
      }
    }
    if (isNotes) blanks.push({ from: at, to: end });
    else if (end + 4 <= bytes.size) waiting.push({ at: await read32(end), isNotes });
  }
  return replaced(bytes.size, blanks);
}
