import { createHash } from 'node:crypto';
import type { Format, Size } from '@foyer/model';
import type { IconName } from './icons.ts';

/* The names of the files in the images' disk cache. */

/** An original in one size and format: of those that pages ask for, or an icon. */
export type RenditionOf = { location: string } & ({ size: Size; format: Format } | { size: IconName; format: 'png' });

/** The name of the facts about an original. */
export const factsFileName = (location: string): string => `${digest(location)}.json`;

/** The name of a rendition. The same name means the same bytes, so it is the ETag too. @param version the original's */
export const renditionFileName = ({ location, size, format }: RenditionOf, version: string): string =>
  `${digest(location, version)}-${size}.${format}`;

/** Whether a file's name is one of the above. */
export const isImageFileName = (name: string): boolean => /^[\w-]{24}(?:-[a-z\d]+\.[a-z]+|\.json)$/.test(name);

const digest = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 24);
