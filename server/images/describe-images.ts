import { srcSet } from '../../shared/picture.ts';
import type { Pictures } from './images.ts';

/*
 * What is known of pictures, put beside what an answer says of them, so that a page can ask for the size that a place
 * needs. Of what the schemas have read: files, and the sanitised HTML of editors.
 */

type Describe = Pictures['describe'];

/** Fields that hold HTML (CONTRACT.md, Fields). */
const HTML = new Set(['description', 'answer']);

/** Describes the pictures of an answer's data, in place. */
export function describePictures(data: unknown, describe: Describe): void {
  if (typeof data !== 'object' || data === null) return;
  if (isFile(data)) Object.assign(data, describe(data.location, data));
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' && HTML.has(name)) Object.assign(data, { [name]: describeInHtml(value, describe) });
    else describePictures(value, describe);
  }
}

/** Sizes that an upstream has made itself are as good. */
const isFile = (value: object): value is { location: string; mime?: string; width?: number; height?: number } =>
  'location' in value && typeof value.location === 'string' && 'sources' in value && isEmpty(value.sources);

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A picture as the sanitiser writes it. */
const PICTURE = /<img((?: [a-z]+="[^"]*")+)>/g;
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;
/** A text's column (shared/ui/RichText.module.css). */
const SIZES = '(min-width: 60rem) 42rem, 100vw';

/** The pictures in sanitised HTML; what their editor has said of their size stays. */
export function describeInHtml(html: string, describe: Describe): string {
  return html.replace(PICTURE, (image, written: string) => {
    const attributes = new Map([...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));
    const { scaled, width, height } = describe((attributes.get('src') ?? '').replaceAll('&#x26;', '&'), {});
    const size = (['width', 'height'] as const).map((name) => {
      const value = { width, height }[name];
      return width && height && value && !attributes.has(name) ? ` ${name}="${value}"` : '';
    });
    const set = scaled ? ` srcset="${srcSet(scaled, 'webp', { width })}" sizes="${SIZES}"` : '';
    return size.join('') || set ? `<img${size.join('')}${written}${set}>` : image;
  });
}
