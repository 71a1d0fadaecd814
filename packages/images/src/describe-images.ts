import { srcSet } from '@foyer/model';
import type { Images } from './images.ts';

/*
 * Adds to an answer, beside each image in it, what is known of the image, so that a page can ask for the size that it needs.
 * The answer is normalised: schemas have parsed it, and editors' HTML is sanitised.
 */

type Describe = Images['describe'];

/** A text whose images are not all described, and why. */
export interface Undescribed {
  path: string;
  reason: string;
}

/** Images of one text that are described. Each gets ten addresses of renditions, some 1,500 characters; a long article has thirty images. */
export const MAX_DESCRIBED_IMAGES = 200;
/** Characters that this adds to one text. Images with long names reach it before their number does. */
const MAX_ADDED_CHARACTERS = 400_000;
/** Characters of a text that are quoted in the log, so that an editor finds it. */
const QUOTED_CHARACTERS = 60;

/** The fields of answers that contain HTML. */
const HTML_FIELDS = new Set(['description', 'answer']);

/** As `describeImages`, once all is known of the images: a page of an export is not rendered again when more is known. */
export async function describeKnownImages(
  data: unknown,
  images: Pick<Images, 'describe' | 'learn'>,
): Promise<Undescribed[]> {
  const learning: Promise<void>[] = [];
  describeImages(data, (location, stated) => {
    learning.push(images.learn(location, stated));
    return stated;
  });
  await Promise.all(learning);
  return describeImages(data, (location, stated) => images.describe(location, stated));
}

/** Describes the images in the data of an answer. The data is changed. @returns the texts with more images than are described */
export function describeImages(data: unknown, describe: Describe): Undescribed[] {
  if (typeof data !== 'object' || data === null) return [];
  if (isUnscaledFile(data)) Object.assign(data, describe(data.location, data));
  return Object.entries(data).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !HTML_FIELDS.has(name)) return describeImages(value, describe);
    const { html, undescribed } = describeImagesInHtml(value, describe);
    Object.assign(data, { [name]: html });
    if (undescribed === 0) return [];
    const path = `the text that begins ${JSON.stringify(value.slice(0, QUOTED_CHARACTERS))}`;
    return [{ path, reason: `too many images: ${undescribed} not scaled` }];
  });
}

const PICTURE_FILE = /^[^?#]*\.(?:jpe?g|png|webp|avif|gif|svg|tiff?|heic)(?:[?#]|$)/i;
const PICTURE_IN_TEXT = /<img\b[^>]*?\ssrc="(https?:[^"]*)"/g;

/** The origin of a picture that the content security policy blocks; undefined for any other address. */
export function blockedOrigin(location: string, mediaOrigins: readonly string[]): string | undefined {
  const origin = /^https?:/i.test(location) && URL.canParse(location) ? new URL(location).origin : undefined;
  return origin === undefined || mediaOrigins.includes(origin) ? undefined : origin;
}

export const expectedOrigin = (origin: string): string =>
  `${origin} is not among MEDIA_ORIGINS: browsers do not show the picture`;

/** The pictures in the data of an answer that the content security policy blocks: one of each origin. */
export function blockedPictures(data: unknown, mediaOrigins: readonly string[]): Undescribed[] {
  const blocked = new Map<string, string>();
  const note = (location: string) => {
    const origin = blockedOrigin(location, mediaOrigins);
    if (origin !== undefined && !blocked.has(origin)) blocked.set(origin, location);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isUnscaledFile(value) && (PICTURE_FILE.test(value.location) || value.mime?.startsWith('image/')))
      note(value.location);
    for (const [name, field] of Object.entries(value)) {
      if (typeof field !== 'string') walk(field);
      else if (HTML_FIELDS.has(name)) for (const [, src = ''] of field.matchAll(PICTURE_IN_TEXT)) note(src);
    }
  };
  walk(data);
  return [...blocked].map(([origin, location]) => ({ path: location, reason: expectedOrigin(origin) }));
}

/** A file without `sources`: where an upstream has scaled an image itself, its sources are used. */
const isUnscaledFile = (value: object): value is { location: string; mime?: string; width?: number; height?: number } =>
  'location' in value && typeof value.location === 'string' && 'sources' in value && isEmpty(value.sources);

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** An <img> as the sanitiser writes it. */
const IMG = /<img((?: [a-z]+="[^"]*")+)>/g;
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;
/** The width of a text's column (shared/ui/RichText.module.css). */
const SIZES = '(min-width: 60rem) 42rem, 100vw';

/**
 * Adds `srcset`, `width` and `height` to the images in sanitised HTML. Dimensions that the editor has written stay.
 * @returns also the number of images beyond the bounds: they stay as they are
 */
export function describeImagesInHtml(html: string, describe: Describe): { html: string; undescribed: number } {
  let images = 0;
  let undescribed = 0;
  let added = 0;
  const described = html.replace(IMG, (img, written: string) => {
    images += 1;
    const full =
      images > MAX_DESCRIBED_IMAGES || added > MAX_ADDED_CHARACTERS ? undefined : describeImage(written, describe);
    if (full === undefined) undescribed += 1;
    added += (full?.length ?? img.length) - img.length;
    return full ?? img;
  });
  return { html: described, undescribed };
}

/** @param written the attributes of an <img> */
function describeImage(written: string, describe: Describe): string {
  const attributes = new Map([...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));
  const { scaled, width, height } = describe((attributes.get('src') ?? '').replaceAll('&#x26;', '&'), {});
  const dimensions = (['width', 'height'] as const).map((name) => {
    const value = { width, height }[name];
    return width && height && value && !attributes.has(name) ? ` ${name}="${value}"` : '';
  });
  const set = scaled ? ` srcset="${srcSet(scaled, 'webp', { originalWidth: width })}" sizes="${SIZES}"` : '';
  return `<img${dimensions.join('')}${written}${set}>`;
}
