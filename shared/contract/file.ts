import type { z } from 'zod';
import type { Scalable } from '../picture.ts';
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
    // What can be done for a picture is added where pictures are known (server/images/describe-images.ts).
  }).transform((given): typeof given & Scalable => given);

export type File = z.output<ReturnType<typeof file>>;
