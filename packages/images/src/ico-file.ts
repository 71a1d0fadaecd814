import type { Rendition } from './renditions.ts';

/** An ICO file that contains PNGs, which all browsers read. */
export function icoFile(icons: Rendition[]): Buffer {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(icons.length, 4);
  let offset = header.length + 16 * icons.length;
  const entries = icons.map(({ bytes }) => {
    const entry = Buffer.alloc(16);
    // The width and the height of a PNG, at their places in its header.
    entry.writeUInt8(bytes.readUInt32BE(16), 0);
    entry.writeUInt8(bytes.readUInt32BE(20), 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(bytes.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += bytes.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...icons.map(({ bytes }) => bytes)]);
}
