import type { Range } from './file-parts.ts';

/* Where in an AVIF or HEIC its metadata are: items of the box `meta` (ISO/IEC 14496-12), whose bytes are elsewhere in the file. */

/** EXIF, and XMP. */
const METADATA = new Set(['Exif', 'mime']);
const BOX_BYTES = 8;
/** Of a box with a version. */
const FULL_BOX_BYTES = 12;

/** Throws a RangeError for a box that ends early. @param meta the complete box @returns in the order of the file */
export function metadataRanges(meta: Buffer): Range[] {
  const boxes = [...boxesIn(meta, FULL_BOX_BYTES)];
  const boxOf = (type: string) => boxes.find((box) => box.type === type)?.bytes;
  const [items, locations] = [boxOf('iinf'), boxOf('iloc')];
  if (!items || !locations) return [];
  const wanted = metadataItems(items);
  return extents(locations)
    .filter(({ item }) => wanted.has(item))
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => a.from - b.from);
}

function* boxesIn(bytes: Buffer, first: number): Generator<{ type: string; bytes: Buffer }> {
  for (let at = first; at + BOX_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length < BOX_BYTES) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, at + length) };
    at += length;
  }
}

function metadataItems(box: Buffer): Set<number> {
  const found = new Set<number>();
  const first = FULL_BOX_BYTES + (box.readUInt8(BOX_BYTES) === 0 ? 2 : 4);
  for (const { bytes } of boxesIn(box, first)) {
    const isLong = bytes.readUInt8(BOX_BYTES) >= 3;
    // Behind the number of the item and that of its protection.
    const type = FULL_BOX_BYTES + (isLong ? 4 : 2) + 2;
    if (METADATA.has(bytes.toString('latin1', type, type + 4)))
      found.add(isLong ? bytes.readUInt32BE(FULL_BOX_BYTES) : bytes.readUInt16BE(FULL_BOX_BYTES));
  }
  return found;
}

/** The places of all items in the file. */
function extents(box: Buffer): (Range & { item: number })[] {
  let at = FULL_BOX_BYTES;
  const read = (length: number): number => {
    if (length === 0) return 0;
    at += length;
    return length === 8 ? Number(box.readBigUInt64BE(at - 8)) : box.readUIntBE(at - length, length);
  };
  const version = box.readUInt8(BOX_BYTES);
  const [ofOffsets, ofBases] = [read(1), read(1)];
  const sizes = {
    offset: ofOffsets >> 4,
    length: ofOffsets & 15,
    base: ofBases >> 4,
    index: version > 0 ? ofBases & 15 : 0,
  };
  const found: (Range & { item: number })[] = [];
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const item = read(version < 2 ? 2 : 4);
    const isInFile = version === 0 || (read(2) & 15) === 0;
    read(2);
    const base = read(sizes.base);
    for (let more = read(2); more > 0; more -= 1) {
      read(sizes.index);
      const from = base + read(sizes.offset);
      const length = read(sizes.length);
      if (isInFile) found.push({ item, from, to: from + length });
    }
  }
  return found;
}
