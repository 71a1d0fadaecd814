import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type OverlayOptions } from 'sharp';

/* Pictures as editors have them, made when they are wanted. */

export const RED = '#d02010';
export const BLUE = '#1030d0';
export const WHITE = '#ffffff';

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Its left half is red, its right half blue. */
async function halves(width: number, height: number) {
  const right = await plain(width / 2, height, BLUE)
    .png()
    .toBuffer();
  const layers: OverlayOptions[] = [{ input: right, left: width / 2, top: 0 }];
  return sharp(await plain(width, height, RED).composite(layers).png().toBuffer());
}

/** Of one colour. */
export const small = (colour = RED): Promise<Buffer> => plain(48, 32, colour).jpeg().toBuffer();

/** Of so many bytes that its beginning is not the whole of it. */
export const grainy = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer();

/** As `halves`, on nothing: its lower half is not there. */
async function transparent(width: number, height: number) {
  const upper = await (await halves(width, height / 2)).png().toBuffer();
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width, height, channels: 4, background } }).composite([{ input: upper, left: 0, top: 0 }]);
}

async function moving(): Promise<Buffer> {
  const frames = await Promise.all([RED, BLUE].map((colour) => plain(40, 30, colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** Of 50 KB, in black and white or, where it comes in passes, in colours that would fill the memory. */
function bomb(side: number, inPasses = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set(inPasses ? [16, 6, 0, 0, 1] : [1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** With a chunk behind its header. */
const withChunk = (png: Buffer, type: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), chunk(type, data), png.subarray(PNG_HEADER_BYTES)]);
const PNG_HEADER_BYTES = 33;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><script>alert(1)</script><path d="M0 0h9"/></svg>';
export const page = '<!DOCTYPE html><title>Sign in</title><script>alert(1)</script>';

/** One of each kind, by its file's name. */
export async function eachKind(): Promise<Record<string, Buffer>> {
  const exif = {
    IFD0: { Copyright: 'Maya', Make: 'Camera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' },
  };
  const big = await grainy(900, 600);
  return {
    'turned.jpg': await (await halves(480, 320)).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer(),
    'cmyk.jpg': await (await halves(480, 320)).toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    'progressive.jpg': await (await halves(480, 320)).jpeg({ progressive: true }).toBuffer(),
    'transparent.png': await (await transparent(480, 320)).png().toBuffer(),
    'plain.webp': await (await halves(480, 320)).webp().toBuffer(),
    'plain.avif': await (await halves(480, 320)).avif({ effort: 0 }).toBuffer(),
    'still.gif': await (await halves(480, 320)).gif().toBuffer(),
    'high.png': await (await halves(20, 20_000)).png().toBuffer(),
    'moving.gif': await moving(),
    'animated.png': withChunk(
      await (await halves(40, 30)).png().toBuffer(),
      'acTL',
      Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]),
    ),
    'line.png': await (await halves(1200, 2)).png().toBuffer(),
    'drawn.svg': Buffer.from(svg),
    'drawn.png': Buffer.from(svg),
    'bomb.png': bomb(20_000),
    'passes.png': bomb(8_000, true),
    'truncated.jpg': big.subarray(0, big.length * 0.6),
    'page.jpg': Buffer.from(page),
    'empty.jpg': Buffer.alloc(0),
  };
}

/** What came, and the colours in it at given points, in parts of its width and height: `#rrggbb`, or `none` for what is transparent. */
export async function look(bytes: Buffer, ...points: [x: number, y: number][]): Promise<Looked> {
  const metadata = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ([x, y]: [number, number]) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 4)];
  };
  return { ...metadata, at: points.map((point) => nearest(at(point))) };
}

export interface Looked extends Metadata {
  at: string[];
}

/** A picture of that quality is not of exactly the same colours. */
function nearest([red = 0, green = 0, blue = 0, alpha = 0]: number[]): string {
  if (alpha < 128) return 'none';
  const far = (colour: string) => {
    const parts = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
    return Math.hypot(...[red, green, blue].map((part, index) => part - (parts[index] ?? 0)));
  };
  const [best = ''] = [RED, BLUE, WHITE, '#000000'].sort((a, b) => far(a) - far(b));
  return best;
}
