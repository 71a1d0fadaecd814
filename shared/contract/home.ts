import { z } from 'zod';
import { COMMUNICATION_LIMIT } from '../text.ts';
import { html, list, number, object, optional, type Reading, text } from './fields.ts';
import { file } from './file.ts';

export const slider = (read: Reading) =>
  object(read, {
    id: optional(read, text),
    type: number.pipe(z.literal([1, 2], 'expected 1 or 2')),
    title: text,
    description: optional(read, html(read)).transform(
      (value) => value && read.excerpt(value, Number.POSITIVE_INFINITY),
    ),
    files: list(read, 'files', file(read)),
  });
export type Slider = z.output<ReturnType<typeof slider>>;

export const awareness = (read: Reading) =>
  object(read, { name: optional(read, text), summary: optional(read, text), files: list(read, 'files', file(read)) });
export type Awareness = z.output<ReturnType<typeof awareness>>;

/** `description_text` is the description as the home page shows it: plain, cut. */
export const communications = (read: Reading) =>
  object(read, {
    name: optional(read, text),
    summary: optional(read, text),
    description: optional(read, html(read)),
    files: list(read, 'files', file(read)),
  }).transform((fields) => ({
    ...fields,
    description_text: fields.description && read.excerpt(fields.description, COMMUNICATION_LIMIT),
  }));
export type Communications = z.output<ReturnType<typeof communications>>;

export const virtueHeading = (read: Reading) => object(read, { name: text });

export const virtue = (read: Reading) =>
  object(read, {
    id: optional(read, text),
    name: text,
    summary: optional(read, text),
    files: list(read, 'files', file(read)),
  });
export type Virtue = z.output<ReturnType<typeof virtue>>;
