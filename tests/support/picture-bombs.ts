import { deflateSync } from 'node:zlib';

/* Small files of pictures that take much to decode. */

const SHORT = 3;
const LONG = 4;

/** A black RGB TIFF whose planes, of numbers of 32 bits, are one strip each: the same one. */
export function planarTiff(side: number, planes = 3): Buffer {
  const strip = deflateSync(Buffer.alloc(side * side * 4), { level: 1 });
  const all = (value: number, count = planes) => Array.from({ length: count }, () => value);
  const fields: [tag: number, type: number, values: number[]][] = [
    [256, LONG, [side]],
    [257, LONG, [side]],
    [258, SHORT, all(32)],
    [259, SHORT, [8]],
    [262, SHORT, [2]],
    [273, LONG, all(8)],
    [277, SHORT, [planes]],
    [278, LONG, [side]],
    [279, LONG, all(strip.length)],
    [284, SHORT, [2]],
    [338, SHORT, all(0, planes - 3)],
    [339, SHORT, all(3)],
  ];
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length);
  const long: Buffer[] = [];
  let end = 8 + strip.length + directory.length;
  for (const [index, [tag, type, values]] of fields.entries()) {
    const bytes = Buffer.alloc(Math.max(4, values.length * 4));
    for (const [at, value] of values.entries())
      type === SHORT ? bytes.writeUInt16LE(value, at * 2) : bytes.writeUInt32LE(value, at * 4);
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (values.length * (type === SHORT ? 2 : 4) <= 4) bytes.copy(directory, at + 8, 0, 4);
    else {
      directory.writeUInt32LE(end, at + 8);
      long.push(bytes);
      end += bytes.length;
    }
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(8 + strip.length, 4);
  return Buffer.concat([header, strip, directory, ...long]);
}

/** A grey JPEG of 16,384 blocks that comes in so many scans, each of which passes over all of it. */
export function jpegOfScans(scans: number): Buffer {
  const segment = (marker: number, ...data: number[]) => [0xff, marker, 0, data.length + 2, ...data];
  const table = (kind: number, symbol: number) => segment(0xc4, kind << 4, 1, ...new Array(15).fill(0), symbol);
  const scan = (first: number, last: number, bits: number) => segment(0xda, 1, 1, 0, first, last, bits);
  const passes = Array.from({ length: scans - 1 }, (_, index) => {
    const low = 13 - Math.floor(index / 63);
    const coefficient = 1 + (index % 63);
    // One code that says: nothing in 16,384 blocks.
    return [...scan(coefficient, coefficient, low === 13 ? low : ((low + 1) << 4) | low), 0x00, 0x01];
  });
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...new Array(64).fill(1)),
    ...segment(0xc2, 8, 4, 0, 4, 0, 1, 1, 0x11, 0),
    ...table(0, 0),
    ...table(1, 0xe0),
    ...scan(0, 0, 0),
    ...new Array(2_048).fill(0),
    ...passes.flat(),
    ...[0xff, 0xd9],
  ]);
}
