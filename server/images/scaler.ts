import type { Logger } from 'pino';
import { type Format, SHARED, type Size } from '../../shared/picture.ts';
import { PictureError } from './image-error.ts';

type Sharp = typeof import('sharp').default;

/** What the beginning of a file tells of a picture. */
export interface Inspected {
  /** Whether it can be had in other sizes: neither drawn by lines nor moving. */
  isScalable: boolean;
  /** Upright. */
  width?: number;
  height?: number;
}

const MOST_PIXELS = 100_000_000;
/** Of a picture that has to stand in memory as a whole before it can be made smaller; others are read row by row. */
const MOST_WHOLE_BYTES = 200_000_000;
const ROW_BY_ROW = new Set(['jpeg', 'png', 'tiff']);
/** What WebP holds; AVIF hardly more. */
const MOST_HIGH = 16_383;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);
/** Everything else that libvips reads, SVG and PDF among it, is closed: its readers are for files that one trusts. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`);
const SVG = /^\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*)*(<!DOCTYPE[^>]*>\s*)?<svg[\s>]/;

/** Bytes by which a picture can be told: even one of a camera, with a preview and a profile before its dimensions. */
export const BEGINNING = 262_144;

/** The only place that decodes pictures. */
export class Scaler {
  readonly #sharp: Sharp;

  constructor(sharp: Sharp) {
    this.#sharp = sharp;
    // What a process keeps of pictures is counted in renditions.ts; two at a time are enough for one that also renders pages.
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
  }

  /** @param bytes the beginning is enough. Rejects with a PictureError for what is no picture. */
  async inspect(bytes: Buffer): Promise<Inspected> {
    if (SVG.test(bytes.subarray(0, 1_000).toString('utf8'))) return { isScalable: false };
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
      const isWhole = isProgressive || !ROW_BY_ROW.has(format);
      const unpacked = width * height * channels * (depth === 'uchar' ? 1 : 2);
      if (width * height > MOST_PIXELS || (isWhole && unpacked > MOST_WHOLE_BYTES))
        throw new Error(`${width} x ${height} pixels`);
      return { isScalable: FORMATS.has(format) && pages === 1, width, height };
    } catch (cause) {
      throw new PictureError('broken', messageOf(cause), { cause });
    }
  }

  /** In another size and format: upright, in sRGB, without what the camera has written into it. */
  async scale(bytes: Buffer, size: Size, format: Format): Promise<Buffer> {
    try {
      const picture = this.#sharp(bytes, {
        failOn: 'error',
        limitInputPixels: MOST_PIXELS,
        sequentialRead: true,
      }).autoOrient();
      if (size === SHARED.size)
        picture.resize({ width: SHARED.width, height: SHARED.height, fit: 'cover', position: 'attention' });
      else picture.resize({ width: size, height: MOST_HIGH, fit: 'inside', withoutEnlargement: true });
      if (format === 'avif') picture.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' });
      else if (format === 'webp') picture.webp({ quality: 74 });
      else picture.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true });
      return await picture.toBuffer();
    } catch (cause) {
      throw new PictureError('broken', messageOf(cause), { cause });
    }
  }

  /** The colour that there is most of, `#rrggbb`. */
  async colour(bytes: Buffer): Promise<string> {
    // Statistics are of what is read, not of what becomes of it.
    const small = this.#sharp(bytes).resize({ width: 64 }).flatten({ background: '#fff' }).raw();
    const { data, info: raw } = await small.toBuffer({ resolveWithObject: true });
    const { dominant } = await this.#sharp(data, { raw }).stats();
    return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
}

/** None where its native part does not run: pictures are then shown as they are. */
export async function openScaler(log: Logger): Promise<Scaler | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return new Scaler(sharp);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'pictures are not scaled: sharp does not run here');
    return undefined;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
