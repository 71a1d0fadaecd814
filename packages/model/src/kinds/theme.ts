import * as z from 'zod';
import { colour, contrastFaults, type Scheme } from '../colours.ts';
import { number, object, optional, text } from '../schema/fields.ts';
import { kind } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

/** Bytes of a font's file: a Latin font with several weights has 20,000 to 120,000. */
const MAX_FONT_BYTES = 300_000;
const MAX_FONT_FILES = 8;
/** Letters that need no escape in a style sheet. */
const FAMILY = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._-]{0,59}$/u;
/** The content security policy allows fonts of this server only. */
const FONT_FILE = /^\/media\/[\w./%-]+\.woff2$/;
const WEIGHT = /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$/;
const UNICODE_RANGE = /^U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?(?:, ?U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?){0,99}$/i;
const LENGTH = /^(\d{1,2}(?:\.\d{1,4})?)(px|rem)$/;
const MAX_RADIUS_REM = 2;
const PX_PER_REM = 16;

const radius = z.union([
  z.enum(['none', 'small', 'medium', 'large']),
  text.refine((value) => remOf(value) <= MAX_RADIUS_REM, 'Expected none, small, medium, large, or a length up to 2rem'),
]);

/** Of a length as a theme has it; Infinity for any other text. */
function remOf(length: string): number {
  const [, value, unit] = LENGTH.exec(length) ?? [];
  return value === undefined ? Number.POSITIVE_INFINITY : Number(value) / (unit === 'px' ? PX_PER_REM : 1);
}

const matching = (pattern: RegExp, message: string) => text.refine((value) => pattern.test(value), message);

const fontFile = (ctx: ParseContext) =>
  object(ctx, {
    location: matching(FONT_FILE, 'Expected a font of the content folder: /media/….woff2'),
    weight: optional(ctx, matching(WEIGHT, 'Expected a weight, or the first and the last of a variable font: 400 700')),
    style: optional(ctx, z.enum(['normal', 'italic'])),
    unicode_range: optional(ctx, matching(UNICODE_RANGE, 'Expected ranges: U+0020-007E, U+00A0-00FF')),
    mime: optional(ctx, text),
    size: optional(
      ctx,
      number.refine((bytes) => bytes <= MAX_FONT_BYTES, `more than ${MAX_FONT_BYTES} bytes`),
    ),
  });

const font = (ctx: ParseContext) =>
  object(ctx, {
    family: matching(FAMILY, 'Expected a name of letters, digits, spaces, dots and hyphens'),
    files: list(ctx, 'files', fontFile(ctx), { maxElements: MAX_FONT_FILES }),
    fallback: optional(ctx, z.enum(['serif', 'sans-serif'])),
  });
export type Font = z.output<ReturnType<typeof font>>;

/** Colours that cannot be read are faults of a content folder; those of a CMS are left out. */
const colours = (ctx: ParseContext, scheme: Scheme) =>
  object(ctx, {
    paper: optional(ctx, colour),
    paper_raised: optional(ctx, colour),
    ink: optional(ctx, colour),
    ink_soft: optional(ctx, colour),
    line: optional(ctx, colour),
    accent: optional(ctx, colour),
    accent_second: optional(ctx, colour),
  }).transform((given, context) => {
    const faults = contrastFaults(given, scheme);
    if (faults.length === 0) return given;
    if (ctx.strict) {
      for (const { name, message } of faults)
        context.issues.push({ code: 'custom', input: given[name], path: [name], message });
      return given;
    }
    ctx.onDropped(`theme.colours.${scheme}`, faults.map(({ message }) => message).join('; '));
    return { accent: given.accent, accent_second: given.accent_second };
  });

export const theme = (ctx: ParseContext) =>
  object(ctx, {
    fonts: optional(ctx, object(ctx, { text: optional(ctx, font(ctx)), display: optional(ctx, font(ctx)) })),
    radius: optional(ctx, radius),
    density: optional(ctx, z.enum(['compact', 'normal', 'airy'])),
    colours: optional(
      ctx,
      object(ctx, { light: optional(ctx, colours(ctx, 'light')), dark: optional(ctx, colours(ctx, 'dark')) }),
    ),
  });
export type Theme = z.output<ReturnType<typeof theme>>;

/** How the site looks. The call `site` contains it. */
export default kind({
  calls: {},
  folder: { layout: 'single', schema: theme },
});
