import type { z } from 'zod';
import type { Scalable } from '../image-renditions.ts';
import { list, location, number, object, optional, type ParseContext, text } from './fields.ts';

const source = (ctx: ParseContext) =>
  object(ctx, { location: location(ctx), width: optional(ctx, number), mime: optional(ctx, text) });

export const file = (ctx: ParseContext) =>
  object(ctx, {
    location: location(ctx),
    name: optional(ctx, text),
    alt: optional(ctx, text),
    caption: optional(ctx, text),
    mime: optional(ctx, text),
    size: optional(ctx, number),
    width: optional(ctx, number),
    height: optional(ctx, number),
    sources: list(ctx, 'sources', source(ctx)),
    // server/images/describe-images.ts adds these fields.
  }).transform((fields): typeof fields & Scalable => fields);

export type File = z.output<ReturnType<typeof file>>;
