import type { Logger } from 'pino';
import { type Format, SHARE_IMAGE, type Size } from '../../shared/image-renditions.ts';
import { ImageError } from './image-error.ts';

type Sharp = typeof import('sharp').default;

export interface Inspected {
  /** Whether the image can be scaled: it is neither a vector image nor animated. */
  isScalable: boolean;
  /** In pixels, as displayed: with the EXIF orientation applied. */
  width?: number;
  height?: number;
}

/** The most pixels that are decoded. */
const MAX_PIXELS = 100_000_000;
/** The most bytes of pixels for an image that has to be decoded completely before it is scaled. */
const MAX_DECODED_BYTES = 200_000_000;
/** Formats that are decoded row by row while they are scaled, unless the file is progressive. */
const ROW_BY_ROW = new Set(['jpeg', 'png', 'tiff']);
/** The greatest height of a rendition: WebP allows no more, AVIF hardly more. */
const MAX_HEIGHT_PIXELS = 16_383;
const SCALABLE_FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);
/** The libvips readers for those formats. All others, SVG and PDF among them, are blocked: they are meant for trusted files. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);
const SVG = /^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/;
/** How much of a file is searched for the beginning of an SVG document. */
const SVG_BYTES = 1_000;
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
    if (SVG.test(bytes.subarray(0, SVG_BYTES).toString('utf8'))) return { isScalable: false };
    try {
      const {
        format,
        pages = 1,
        channels,
        depth,
        isProgressive,
        autoOrient,
      } = await this.#sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata();
      const { width, height } = autoOrient;
      const isDecodedCompletely = isProgressive || !ROW_BY_ROW.has(format);
      const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2);
      if (width * height > MAX_PIXELS || (isDecodedCompletely && decodedBytes > MAX_DECODED_BYTES))
        throw new Error(`${width} x ${height} pixels`);
      return { isScalable: SCALABLE_FORMATS.has(format) && pages === 1, width, height };
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
      const image = this.#sharp(bytes, {
        failOn: 'error',
        limitInputPixels: MAX_PIXELS,
        sequentialRead: true,
      }).autoOrient();
      if (size === SHARE_IMAGE.size)
        image.resize({ width: SHARE_IMAGE.width, height: SHARE_IMAGE.height, fit: 'cover', position: 'attention' });
      else image.resize({ width: size, height: MAX_HEIGHT_PIXELS, fit: 'inside', withoutEnlargement: true });
      if (format === 'avif') image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' });
      else if (format === 'webp') image.webp({ quality: 74 });
      else image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true });
      return await image.toBuffer();
    } catch (cause) {
      throw new ImageError('broken', messageOf(cause), { cause });
    }
  }

  /** The dominant colour of an image, `#rrggbb`. Rejects with sharp's error. */
  async colour(bytes: Buffer): Promise<string> {
    // `stats` ignores the operations of its pipeline, so the scaled pixels go through a second one.
    const small = this.#sharp(bytes).resize({ width: COLOUR_WIDTH }).flatten({ background: '#fff' }).raw();
    const { data, info: raw } = await small.toBuffer({ resolveWithObject: true });
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

/** The first line of an error's message. */
const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
