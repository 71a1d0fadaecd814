import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpegOfScans, planarTiff } from '../../../tests/support/picture-bombs.ts';
import { grainy } from '../../../tests/support/pictures.ts';
import { MediaFiles } from '../../folder/src/media-files.ts';
import { Scaler } from '../src/scaler.ts';

const scaler = new Scaler(sharp);
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-scaler-'));
  await mkdir(join(dir, 'media'));
});
afterAll(() => rm(dir, { recursive: true }));

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d02010' }, limitInputPixels: false });
/** Everything that decodes a picture. */
const decodings = (bytes: Buffer) => [
  scaler.inspect(bytes),
  scaler.scale(bytes, 64, 'jpg'),
  scaler.icon(bytes, { size: 16 }),
  scaler.colour(bytes),
];

it.each(['jpeg', 'png', 'webp', 'tiff', 'avif'] as const)(
  'a %s that is to be turned has the dimensions in which it is shown',
  async (format) => {
    const media = new MediaFiles(dir);
    for (const [orientation, width, height] of [
      [1, 90, 60],
      [3, 90, 60],
      [6, 60, 90],
      [8, 60, 90],
    ] as const) {
      const bytes = await plain(90, 60).withMetadata({ orientation }).toFormat(format).toBuffer();
      const name = `${orientation}.${format}`;
      await writeFile(join(dir, 'media', name), bytes);
      for (const facts of [await scaler.inspect(bytes), media.factsOf(`/media/${name}`)])
        expect(facts, name).toMatchObject({ width, height });
    }
  },
);

it('a JPEG that lacks nothing but its end is shown, and one that lacks pixels is not', async () => {
  const jpeg = await grainy(300, 200);
  for (const lacking of [1, 2]) {
    const bytes = jpeg.subarray(0, jpeg.length - lacking);
    expect((await sharp(await scaler.scale(bytes, 64, 'jpg')).metadata()).width).toBe(64);
    expect(await scaler.colour(bytes)).toMatch(/^#/);
  }
  for (const share of [0.3, 0.6, 0.9])
    await expect(scaler.scale(jpeg.subarray(0, jpeg.length * share), 64, 'jpg')).rejects.toThrow('premature end');
});

it.each([
  ['HEIC: save it as JPEG', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['HEIC: save it as JPEG', '\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf'],
  ['BMP: save it as PNG or JPEG', 'BM\x46\0\0\0'],
  ['git lfs pull', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n'],
  ['JPEG XL: save it as JPEG', '\xff\x0a\xfa'],
  ['a Photoshop document', '8BPS\0\x01'],
  ['PDF: save its page', '%PDF-1.7'],
  ['a page in the place of the picture', '<!DOCTYPE html><title>Sign in</title>'],
  ['an empty file', ''],
  ['save it as JPEG or PNG', 'something else'],
])('says %s', async (words, text) => {
  const bytes = Buffer.from(text, 'latin1');
  await expect(scaler.inspect(bytes)).rejects.toThrow(words);
  await expect(scaler.scale(bytes, 64, 'jpg')).rejects.toThrow(words);
});

it('a picture of a telephone with 108 million pixels is scaled, and what is larger is named with the limit', async () => {
  const bytes = await plain(12_000, 9_000).jpeg().toBuffer();
  expect(await scaler.inspect(bytes)).toEqual({ isScalable: true, width: 12_000, height: 9_000 });
  expect((await sharp(await scaler.scale(bytes, 64, 'webp')).metadata()).height).toBe(48);
  const inPasses = await plain(9_000, 9_000).jpeg({ progressive: true }).toBuffer();
  await expect(scaler.inspect(inPasses)).rejects.toThrow(
    '9000 x 9000 pixels that are all decoded at once: save it smaller',
  );
  const png = await plain(12_000, 9_000).png({ compressionLevel: 1 }).toBuffer();
  await expect(scaler.inspect(png)).rejects.toThrow('12000 x 9000 pixels, more than 100 million: save it smaller');
});

/** All at once: one that fails while another is awaited would be unhandled. */
const expectRefused = (decodings: readonly Promise<unknown>[], words: string) =>
  Promise.all(decodings.map((decoded) => expect(decoded).rejects.toThrow(words)));

it('a picture is not decoded whose planes, samples or copies would fill the memory', async () => {
  for (const [side, planes, words] of [
    [4_200, 3, undefined],
    [4_400, 3, '4400 x 4400 pixels that are all decoded at once'],
    [4_000, 4, '4000 x 4000 pixels that are all decoded at once'],
  ] as const) {
    const bytes = planarTiff(side, planes);
    if (words === undefined) expect((await scaler.inspect(bytes)).width).toBe(side);
    else await expectRefused(decodings(bytes), words);
  }
  const avif = await plain(5_100, 5_100).avif({ effort: 0, quality: 1 }).toBuffer();
  await expectRefused(decodings(avif), '5100 x 5100 pixels');
});

it('a JPEG of very many scans is not decoded, and one with a preview in its metadata is', async () => {
  expect((await sharp(await scaler.scale(jpegOfScans(100), 64, 'jpg')).metadata()).width).toBe(64);
  await expectRefused(decodings(jpegOfScans(101)), 'more than 100 scans');
  const jpeg = await plain(90, 60).jpeg({ progressive: true }).toBuffer();
  const preview = Buffer.alloc(4_000, Buffer.from([0xff, 0xda]));
  const segment = Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 255]);
  const withPreview = Buffer.concat([jpeg.subarray(0, 2), segment, preview, jpeg.subarray(2), preview]);
  expect(await scaler.inspect(withPreview)).toMatchObject({ width: 90, height: 60 });
});

it('what an origin sends in the place of what was inspected is bounded too', async () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7'])
    await expectRefused([scaler.scale(Buffer.from(text), 64, 'jpg'), scaler.colour(Buffer.from(text))], 'save it');
});

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path d="M0 0h30v20z"/></svg>';
const SVG_TYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';
it.each([
  ['a comment behind its type', `<?xml version="1.0"?>\n${SVG_TYPE}>\n<!-- Creator: CorelDRAW -->\n`],
  ['a comment before its type', `<!-- Generator: Illustrator -->${SVG_TYPE}>`],
  ['a style sheet', '<?xml version="1.0"?><?xml-stylesheet href="a.css"?>'],
  ['a long comment', `<!-- ${'Free for all uses. '.repeat(100)}-->`],
])('an SVG document with %s is one, and becomes an icon', async (_, beginning) => {
  const bytes = Buffer.from(beginning + DRAWING);
  expect(await scaler.inspect(bytes)).toMatchObject({ isScalable: false });
  expect((await sharp(await scaler.icon(bytes, { size: 32 })).metadata()).width).toBe(32);
});

it('an SVG document that declares entities is one, and its icon is refused in the words for it', async () => {
  const entities = `${SVG_TYPE} [\n  <!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>`;
  const bytes = Buffer.from(`<?xml version="1.0"?>${entities}<!-- Illustrator -->${DRAWING}`);
  expect(await scaler.inspect(bytes)).toEqual({ isScalable: false, width: 30, height: 20 });
  await expectRefused([scaler.icon(bytes, { size: 32 })], 'an SVG document with entities');
});
