import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Originals } from '../src/originals.ts';
import { publishedFile, readPublished } from '../src/published-file.ts';

/* Pictures of cameras: what is published has the pixels, the colours and the orientation, and nothing else. */

const EXIF = {
  IFD0: { Copyright: 'SECRET owner', Make: 'SECRET camera' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' },
};
const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SECRET</rdf:RDF></x:xmpmeta>';
const noise = sharp({
  create: {
    width: 90,
    height: 60,
    channels: 3,
    background: '#d02010',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
});
const withMetadata = (image: Sharp, orientation: number) =>
  image.withIccProfile('p3').withMetadata({ orientation }).withExifMerge(EXIF).withXmp(XMP);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-published-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function publish(name: string, bytes: Buffer) {
  const path = join(dir, name);
  await writeFile(path, bytes);
  const file = await publishedFile(path);
  const read = (start = 0, end = file.size - 1) =>
    file.parts ? buffer(readPublished(path, file, { start, end })) : bytes.subarray(start, end + 1);
  const published = Buffer.from(await read());
  return { file, published, read };
}

const segment = (marker: number, text: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
const behindStart = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

const extension = (label: number, ...blocks: string[]) =>
  Buffer.from(
    `!${String.fromCharCode(label)}${blocks.map((block) => String.fromCharCode(block.length) + block).join('')}\0`,
    'latin1',
  );
/** A GIF with notes before its first picture, and something behind its end. */
function withNotes(gif: Buffer): Buffer {
  // Behind the table of colours, whose bytes are any: they may look like an extension.
  const endOfColours = 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1);
  const at = gif.indexOf(extension(0xf9, '').subarray(0, 2), endOfColours);
  const notes = [
    extension(0xfe, 'SECRET', 'SECRET'),
    extension(0xff, 'XMP DataXMP', 'SECRET'),
    extension(0xff, 'NETSCAPE2.0', '\x01\0\0'),
  ];
  return Buffer.concat([gif.subarray(0, at), ...notes, gif.subarray(at), Buffer.from('SECRET')]);
}

async function pictures(orientation: number): Promise<[string, Buffer][]> {
  const jpeg = await withMetadata(noise.clone(), orientation).jpeg().toBuffer();
  const png = await withMetadata(noise.clone(), orientation).png().toBuffer();
  const film = Buffer.from('\0\0\0\x18ftypmp42SECRET film', 'latin1');
  return [
    ['plain.jpg', jpeg],
    ['progressive.jpg', await withMetadata(noise.clone(), orientation).jpeg({ progressive: true }).toBuffer()],
    [
      'noted.jpg',
      behindStart(
        jpeg,
        segment(0xfe, 'SECRET'),
        segment(0xed, 'Photoshop 3.0\0SECRET'),
        segment(0xe2, 'MPF\0SECRET'),
        segment(0xeb, 'SECRET'),
      ),
    ],
    ['with-film.jpg', Buffer.concat([jpeg, film])],
    ['plain.png', png],
    ['longer.png', Buffer.concat([png, film])],
    ['plain.avif', await withMetadata(noise.clone(), orientation).avif({ lossless: true, effort: 0 }).toBuffer()],
    ['plain.tiff', await withMetadata(noise.clone(), orientation).tiff().toBuffer()],
    ['noted.gif', withNotes(await noise.clone().gif().toBuffer())],
    ['plain.webp', await withMetadata(noise.clone(), orientation).webp({ lossless: true }).toBuffer()],
  ];
}

describe.each([1, 6, 8])('with orientation %i', (orientation) => {
  it('has no metadata, the same pixels and the same colour profile', async () => {
    for (const [name, bytes] of await pictures(orientation)) {
      const { file, published } = await publish(`${orientation}-${name}`, bytes);
      expect(published.length, name).toBe(file.size);
      if (!/avif|tiff/.test(name)) expect(published.length, name).toBeLessThan(bytes.length);
      expect(published.toString('latin1'), name).not.toMatch(/SECRET|27\/1|rdf:RDF/);
      const [before, after] = await Promise.all([sharp(bytes).metadata(), sharp(published).metadata()]);
      expect(after.icc, name).toEqual(before.icc);
      expect(after.orientation ?? 1, name).toBe(before.orientation ?? 1);
      expect(after.exif?.includes(Buffer.from('Camera')) ?? false).toBe(false);
      expect(after.xmp?.some(Boolean) ?? false, name).toBe(false);
      const raw = (picture: Buffer) => sharp(picture, { failOn: 'warning' }).autoOrient().raw().toBuffer();
      expect((await raw(published)).equals(await raw(bytes)), name).toBe(true);
    }
  });
});

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const bytes = Buffer.concat(content.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1'))));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, bytes]);
};
/** A length in 64 bits. */
const longBox = (type: string, content: string): Buffer => {
  const head = Buffer.from(`\0\0\0\x01${type}\0\0\0\0\0\0\0\0`, 'latin1');
  head.writeUInt32BE(16 + content.length, 12);
  return Buffer.concat([head, Buffer.from(content)]);
};
const timed = (type: string) => box(type, '\0\0\0\0', 'MADE', 'CHAN', 'and the rest');
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

it.each([
  ['of a phone', [box('ftyp', 'qt  '), longBox('mdat', 'the film'), 'moov']],
  ['for the web', [box('ftyp', 'isom'), 'moov', box('mdat', 'the film')]],
  ['without its type', ['moov', box('wide'), box('mdat', 'the film')]],
] as const)('has no metadata of a film %s, and stays as long as it is', async (name, boxes) => {
  const track = (...more: Buffer[]) =>
    box('trak', timed('tkhd'), box('mdia', timed('mdhd'), box('hdlr', '\0\0\0\0\0\0\0\0vide')), ...more);
  const moov = box(
    'moov',
    timed('mvhd'),
    track(box('meta', 'SECRET')),
    box('udta', box('\xa9xyz', 'SECRET +27.7+085.3/')),
  );
  const before = Buffer.concat([
    ...boxes.map((part) => (part === 'moov' ? moov : part)),
    box('uuid', XMP_BOX, 'SECRET'),
  ]);
  const { file, published } = await publish(`${name}.mp4`, before);
  expect(published.length).toBe(before.length);
  expect(file.size).toBe(before.length);
  const text = published.toString('latin1');
  expect(text).not.toMatch(/SECRET|MADE|CHAN|udta|meta/);
  expect(text.indexOf('the film')).toBe(before.indexOf('the film'));
  expect(text.match(/and the rest/g)).toHaveLength(3);
  expect(text.match(/free/g)).toHaveLength(3);
});

it('is read in any range', async () => {
  for (const [name, bytes] of await pictures(6)) {
    const { published, read } = await publish(name, bytes);
    for (const [start, end] of [
      [0, 0],
      [0, 40],
      [1, published.length - 2],
      [19, 60],
      [published.length - 1, published.length - 1],
    ] as const)
      expect((await read(start, end)).equals(published.subarray(start, end + 1)), `${name} ${start}-${end}`).toBe(true);
  }
});

it('is the file as it is where nothing is to be taken out, or it is no such picture', async () => {
  const jpeg = await noise.clone().jpeg().toBuffer();
  for (const [name, bytes] of [
    ['a.jpg', jpeg],
    ['a.png', await noise.clone().png().toBuffer()],
    ['a.pdf', Buffer.from('%PDF-1.7 SECRET')],
    ['a.svg', Buffer.from('<svg><!-- SECRET --></svg>')],
    ['broken.jpg', Buffer.from('\xff\xd8\xff\xe1\0\x02nothing', 'latin1')],
    ['empty.jpg', Buffer.alloc(0)],
  ] as const) {
    const { file, published } = await publish(name, bytes);
    expect(published.equals(bytes), name).toBe(true);
    expect(file.parts, name).toBeUndefined();
  }
});

it('is what there is of a picture that ends early, in its pixels or in its metadata', async () => {
  for (const [name, bytes] of await pictures(6))
    for (const share of [0.02, 0.3, 0.9]) {
      const { file, published } = await publish(`cut-${name}`, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(published.length, `${name} ${share}`).toBe(file.size);
    }
});

it('has another revision if as many other bytes are written and the time is kept', async () => {
  await mkdir(join(dir, 'media'));
  const path = join(dir, 'media/same.jpg');
  const jpeg = await noise.clone().jpeg().toBuffer();
  await writeFile(path, jpeg);
  const { atime, mtime } = await stat(path);
  await utimes(path, atime, mtime);
  const originals = new Originals({ contentDir: dir, origins: [] });
  const versionOf = async () => (await originals.loadHead('/media/same.jpg')).version;
  const [{ revision }, version] = [await publishedFile(path), await versionOf()];
  const other = Buffer.from(jpeg);
  other.writeUInt8(other.readUInt8(other.length - 10) ^ 1, other.length - 10);
  await writeFile(path, other);
  await utimes(path, atime, mtime);
  expect((await publishedFile(path)).revision).not.toBe(revision);
  expect(await versionOf()).not.toBe(version);
});
