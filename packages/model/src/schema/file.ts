import * as z from 'zod';
import type { Scalable } from '../image-renditions.ts';
import { altText, fromText, location, number, object, optional, text } from './fields.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';
import { field } from './reads.ts';

const FOCUS = /^(?:100|\d{1,2})% (?:100|\d{1,2})%$/;

const source = (ctx: ParseContext) =>
  object(ctx, { location: location(ctx), width: optional(ctx, number), mime: optional(ctx, text) });

const fields = (ctx: ParseContext) =>
  object(ctx, {
    location: location(ctx),
    name: optional(ctx, text),
    alt: altText(ctx),
    caption: optional(ctx, text),
    mime: optional(ctx, text),
    size: optional(ctx, number),
    width: optional(ctx, number),
    height: optional(ctx, number),
    /** What must not be cut off where the picture does not fit its place: from the left, and from the top. */
    focus: optional(ctx, field('text', text.pipe(z.string().regex(FOCUS, 'Expected two shares: 30% 20%')))),
    sources: list(ctx, 'sources', source(ctx)),
    // packages/images/src/describe-images.ts adds these fields.
  }).transform((fields): typeof fields & Scalable => fields);

export const file = (ctx: ParseContext) => fromText(ctx, 'location', fields(ctx));
export type File = z.output<ReturnType<typeof file>>;
