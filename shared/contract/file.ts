import type { z } from 'zod';
import { list, location, number, object, optional, type Reading, text } from './fields.ts';

const source = (read: Reading) =>
  object(read, { location: location(read), width: optional(read, number), mime: optional(read, text) });

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
  });

export type File = z.output<ReturnType<typeof file>>;
