import { type Format, SHARE_IMAGE, type Size } from '@foyer/model';
import { imageSize } from 'image-size';
import type { Logger } from 'pino';
import type { Metadata } from 'sharp';
import { assertDecodable, isJpeg, maxPixelsOf } from './decoding-bounds.ts';
import { drawableSvg } from './drawable-svg.ts';
import { hasPlace } from './exif.ts';
import type { Icon } from './icons.ts';
import { ImageError } from './image-error.ts';

import { drawSvg } from './svg-process.ts';

type Sharp = typeof import('sharp').default;

export interface Inspected {
  /** Whether the image can be scaled: it is neither a vector image nor animated. */
  isScalable: boolean;
  /** In pixels, as displayed: with the EXIF orientation applied. */
  width?: number;
  height?: number;
}

/** The greatest height of a rendition: WebP allows no more, AVIF hardly more. */
const MAX_HEIGHT_PIXELS = 16_383;
const SCALABLE_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);
/** The libvips readers for those formats, and for icons. All others, PDF among them, are blocked: they are meant for trusted files. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`);
/** How files of those formats begin: nothing else reaches the readers, so SVG is read for icons only. */
const BITMAP = /^(?:\xff\xd8\xff|\x89PNG|RIFF....WEBP|GIF8|II[*+]\0|MM\0[*+]|....ftyp)/s;
/** Files that editors have in the place of a picture, by their beginnings, with the remedy. */
const OTHER_FILES: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^$/, 'an empty file'],
  [/^version https:\/\/git-lfs/, 'a pointer of git-LFS in the place of the picture: get the files with git lfs pull'],
  [/^....ftyp(?!.{0,40}avi[fs])/s, 'HEIC: save it as JPEG'],
  [/^BM/, 'BMP: save it as PNG or JPEG'],
  [/^(?:\xff\n|....JXL )/s, 'JPEG XL: save it as JPEG'],
  [/^8BPS/, 'a Photoshop document: save it as JPEG or PNG'],
  [/^%PDF/, 'PDF: save its page as JPEG or PNG'],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head)\b/i,
    'a page in the place of the picture: download the picture itself',
  ],
];
const HEAD_BYTES = 64;
const JPEG_END = Buffer.from([0xff, 0xd9]);
/** Instructions, comments and a document type, with what it declares, may stand before the element. No two parts can begin with the same. */
const SVG =
  /^\s*(?:(?:<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)\s*)*<svg[\s>]/;
/** How much of a file is searched for the beginning of an SVG document. */
const SVG_BYTES = 4_000;
/** For an icon. */
const ICON_TIMEOUT_SECONDS = 5;
/** For a rendition: 100 megapixels take 2 s, and AVIF of a noisy picture of 1,200 x 16,000 takes 22 s. */
const RENDITION_TIMEOUT_SECONDS = 60;
/** The most pixels of a share image before it is cropped: of a picture 5 times as high as wide, or 20 times as wide as high. */
const MAX_SHARE_PIXELS = 8_000_000;
const TRANSPARENT = { r: 255, g: 255, b: 255, alpha: 0 };
/** The width to which an image is scaled to find its dominant colour. */
const COLOUR_WIDTH = 64;

/** `inspect` needs this much of a file, even of one from a camera, with a preview and a colour profile before its dimensions. */
export const INSPECT_BYTES = 262_144;

/** Decodes and scales images with sharp. Nothing else decodes images. */
export class Scaler {
  readonly #sharp: Sharp;

  constructor(sharp: Sharp) {
    this.#sharp = sharp;
    // renditions.ts has a cache with a bound of its own.
    sharp.cache(false);
    // One thread for each image: open-images.ts bounds how many images are scaled at once, and the process also renders pages.
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
  }

  /**
   * Reads the dimensions and whether the image can be scaled. Rejects with a `broken` ImageError for bytes that are no image, or
   * one with too many pixels.
   * @param bytes the file, or the first INSPECT_BYTES of it
   */
  async inspect(bytes: Buffer): Promise<Inspected> {
    if (isSvg(bytes)) return { isScalable: false, ...dimensionsOfSvg(bytes) };
    try {
      const {
        format,
        pages = 1,
        autoOrient: { width, height },
      } = await this.#checked(bytes);
      const isAnimated = pages > 1 || (format === 'png' && isAnimatedPng(bytes));
      return { isScalable: SCALABLE_FORMATS.has(format) && !isAnimated, width, height };
    } catch (cause) {
      throw new ImageError('broken', messageOf(cause), { cause });
    }
  }

  /**
   * Returns the image in another size and format: upright, in sRGB, without metadata, never enlarged. Rejects with a `broken`
   * ImageError.
   * @param bytes the complete file
   */
  async scale(bytes: Buffer, size: Size, format: Format): Promise<Buffer> {
    try {
      await this.#checked(bytes);
      return await withEnd(bytes, (whole, failOn) => {
        const image = this.#sharp(whole, { failOn, limitInputPixels: maxPixelsOf(bytes), sequentialRead: true })
          .timeout({ seconds: RENDITION_TIMEOUT_SECONDS })
          .autoOrient();
        if (size === SHARE_IMAGE.size)
          image.resize({ width: SHARE_IMAGE.width, height: SHARE_IMAGE.height, fit: 'cover', position: 'attention' });
        else image.resize({ width: size, height: MAX_HEIGHT_PIXELS, fit: 'inside', withoutEnlargement: true });
        if (format === 'avif') image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' });
        else if (format === 'webp') image.webp({ quality: 74 });
        else image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true });
        return image.toBuffer();
      });
    } catch (cause) {
      throw new ImageError('broken', messageOf(cause), { cause });
    }
  }

  /**
   * Returns an image, of any shape, as a square PNG. Rejects with a `broken` ImageError.
   * @param bytes the complete file
   */
  async icon(bytes: Buffer, { size, inset = 0, isOpaque = false }: Icon): Promise<Buffer> {
    try {
      const border = Math.round(size * inset);
      const inner = size - 2 * border;
      const bitmap = isSvg(bytes) ? await drawSvg(drawableSvg(bytes)) : bytes;
      await this.#checked(bitmap);
      const background = isOpaque ? '#fff' : TRANSPARENT;
      const icon = this.#sharp(bitmap, { failOn: 'error', limitInputPixels: maxPixelsOf(bitmap) })
        .timeout({ seconds: ICON_TIMEOUT_SECONDS })
        .autoOrient()
        .resize({ width: inner, height: inner, fit: 'contain', background })
        .extend({ top: border, bottom: border, left: border, right: border, background });
      if (isOpaque) icon.flatten({ background });
      return await icon.png().toBuffer();
    } catch (cause) {
      throw new ImageError('broken', messageOf(cause), { cause });
    }
  }

  /** An SVG document of this server as a square PNG. Rejects with sharp's error. @param size in pixels */
  draw(svg: string, size: number): Promise<Buffer> {
    return this.#sharp(Buffer.from(svg)).resize({ width: size, height: size }).png().toBuffer();
  }

  /** Throws an Error for anything that is not decoded: each time, as an origin may send other bytes than those that were inspected. */
  async #checked(bytes: Buffer): Promise<Metadata> {
    assertBitmap(bytes);
    const metadata = await this.#sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata();
    assertDecodable(bytes, metadata);
    return metadata;
  }

  /** Whether an image says where it was taken. Rejects with sharp's error. */
  async hasPlace(bytes: Buffer): Promise<boolean> {
    const { exif = bytes } = await this.#sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata();
    return hasPlace(exif);
  }

  /** The dominant colour of an image, `#rrggbb`. Rejects with sharp's error. */
  async colour(bytes: Buffer): Promise<string> {
    await this.#checked(bytes);
    // `stats` ignores the operations of its pipeline, so the scaled pixels go through a second one.
    const { data, info: raw } = await withEnd(bytes, (whole, failOn) =>
      this.#sharp(whole, { failOn, limitInputPixels: maxPixelsOf(bytes) })
        .resize({ width: COLOUR_WIDTH })
        .flatten({ background: '#fff' })
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
    const { dominant } = await this.#sharp(data, { raw }).stats();
    return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
}

/** Loads sharp. Undefined, and logged, if its native part does not run on this machine: images are then shown unscaled. */
export async function openScaler(log: Logger): Promise<Scaler | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return new Scaler(sharp);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'pictures are not scaled: sharp does not run here');
    return undefined;
  }
}

/**
 * Whether a share image of it would be cut out of a very large picture: it is enlarged until it fills the share image in both
 * directions, and a line of 1,200 x 2 pixels becomes 378,000 wide.
 */
export function isTooThinToShare({ width = 1, height = 1 }: Pick<Inspected, 'width' | 'height'>): boolean {
  const factor = Math.max(SHARE_IMAGE.width / width, SHARE_IMAGE.height / height);
  return width * height * factor ** 2 > MAX_SHARE_PIXELS;
}

const isSvg = (bytes: Buffer): boolean => SVG.test(bytes.subarray(0, SVG_BYTES).toString('utf8'));

function assertBitmap(bytes: Buffer): void {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const [, name] = OTHER_FILES.find(([beginning]) => beginning.test(head)) ?? [];
  if (name !== undefined) throw new Error(name);
  if (!BITMAP.test(head)) throw new Error('no picture that can be read: save it as JPEG or PNG');
}

/**
 * Decodes an image, and a JPEG that lacks nothing but its end, as a copy that has stopped early or a program that has not
 * written it leaves it: browsers show it.
 */
async function withEnd<T>(
  bytes: Buffer,
  decode: (bytes: Buffer, failOn: 'error' | 'warning') => Promise<T>,
): Promise<T> {
  try {
    return await decode(bytes, 'error');
  } catch (error) {
    if (!isJpeg(bytes) || !messageOf(error).includes('premature end')) throw error;
    // Of one that lacks pixels, too, the decoder warns.
    return decode(Buffer.concat([bytes, JPEG_END]), 'warning').catch(() => {
      throw error;
    });
  }
}

/** libvips reads the first picture of an animated PNG. What says that there are others stands before its pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  const end = bytes.indexOf('IDAT');
  return bytes.subarray(0, end < 0 ? undefined : end).includes('acTL');
}

/** Its width and height, or those of its viewBox; empty if it has none. */
function dimensionsOfSvg(bytes: Buffer): { width?: number; height?: number } {
  try {
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    return {};
  }
}

/** The first line of an error's message. */
const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
