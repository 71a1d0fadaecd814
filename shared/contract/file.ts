import type { z } from 'zod';
import type { Scalable } from '../picture.ts';
import { list, location, number, object, optional, type Reading, text } from './fields.ts';

const source = (read: Reading) =>
  object(read, { location: location(read), width: optional(read, number), mime: optional(read, text) });

interface Said {
  location: string;
  mime?: string;
  width?: number;
  height?: number;
  sources: unknown[];
}

/** Sizes that the upstream has made itself are as good. */
const scalable = (read: Reading, { location, sources, ...said }: Said): Scalable & Pick<Said, 'width' | 'height'> =>
  sources.length > 0 ? {} : (read.picture?.(location, said) ?? {});

export const file = (read: Reading) =>
  object(read, {
    location: location(read),
    name: optional(read, text),
    alt: optional(read, text),
    caption: optional(read, text),
    mime: optional(read, text),
    size: optional(read, number),
    width: optional(read, number),
    height: optional(read, number),
    sources: list(read, 'sources', source(read)),
  }).transform((file) => ({ ...file, ...scalable(read, file) }));

export type File = z.output<ReturnType<typeof file>>;
