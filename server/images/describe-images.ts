import { srcSet } from '../../shared/image-renditions.ts';
import type { Images } from './images.ts';

/*
 * Adds to an answer, beside each image in it, what is known of the image, so that a page can ask for the size that it needs.
 * The answer is normalised: schemas have parsed it, and editors' HTML is sanitised.
 */

type Describe = Images['describe'];

/** The fields of answers that contain HTML. */
const HTML_FIELDS = new Set(['description', 'answer']);

/** Describes the images in the data of an answer. The data is changed. */
export function describeImages(data: unknown, describe: Describe): void {
  if (typeof data !== 'object' || data === null) return;
  if (isUnscaledFile(data)) Object.assign(data, describe(data.location, data));
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' && HTML_FIELDS.has(name))
      Object.assign(data, { [name]: describeImagesInHtml(value, describe) });
    else describeImages(value, describe);
  }
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

/** Adds `srcset`, `width` and `height` to the images in sanitised HTML. Dimensions that the editor has written stay. */
export function describeImagesInHtml(html: string, describe: Describe): string {
  return html.replace(IMG, (img, written: string) => {
    const attributes = new Map([...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));
    const { scaled, width, height } = describe((attributes.get('src') ?? '').replaceAll('&#x26;', '&'), {});
    const dimensions = (['width', 'height'] as const).map((name) => {
      const value = { width, height }[name];
      return width && height && value && !attributes.has(name) ? ` ${name}="${value}"` : '';
    });
    const set = scaled ? ` srcset="${srcSet(scaled, 'webp', { originalWidth: width })}" sizes="${SIZES}"` : '';
    return dimensions.join('') || set ? `<img${dimensions.join('')}${written}${set}>` : img;
  });
}
