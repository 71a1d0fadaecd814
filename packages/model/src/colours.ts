import { formatHex, wcagContrast } from 'culori';
import * as z from 'zod';
import { text } from './schema/fields.ts';
import { field } from './schema/reads.ts';

/* The colours that a theme may have, and what they need to be read. Browser code does not import this: the server computes all tints. */

export type Scheme = 'light' | 'dark';
export const SCHEMES = ['light', 'dark'] as const;

/** What WCAG 2.2 asks for between a text and its ground. */
export const MIN_CONTRAST = 4.5;

const COLOUR_NAMES = ['paper', 'paper_raised', 'ink', 'ink_soft', 'line'] as const;
export type ColourName = (typeof COLOUR_NAMES)[number];
export type Palette = Record<ColourName, string>;

/** The colours of shared/document/tokens.css, which a theme replaces. */
export const PALETTES = {
  light: { paper: '#fbfaf7', paper_raised: '#ffffff', ink: '#1b1d20', ink_soft: '#54595f', line: '#dddad1' },
  dark: { paper: '#121519', paper_raised: '#1a1f25', ink: '#ecebe6', ink_soft: '#b3b6b7', line: '#333a42' },
} as const satisfies Record<Scheme, Palette>;

/** Each text with the grounds on which it stands. */
const TEXTS = [
  ['ink', 'paper'],
  ['ink', 'paper_raised'],
  ['ink_soft', 'paper'],
  ['ink_soft', 'paper_raised'],
] as const;

/** Any CSS colour, as `#rrggbb`. */
export const colour = field(
  'colour',
  text.transform((value, context) => {
    const hex = formatHex(value);
    if (hex) return hex;
    context.addIssue({ code: 'custom', input: value, message: 'Expected a CSS colour, such as "#1f4b5c"' });
    return z.NEVER;
  }),
);

/** As people write it; never rounded up to a figure that would be enough. */
export const contrastText = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** The given colours that cannot be read, or on which nothing can: one fault for a pair, at the colour that was given. */
export function contrastFaults(given: Partial<Palette>, scheme: Scheme): { name: ColourName; message: string }[] {
  const palette = { ...PALETTES[scheme], ...definedOf(given) };
  return TEXTS.flatMap(([ink, ground]) => {
    const ratio = wcagContrast(palette[ink], palette[ground]);
    const name = given[ink] ? ink : ground;
    if (ratio >= MIN_CONTRAST || !given[name]) return [];
    return [{ name, message: `${ink} on ${ground} ${contrastText(ratio)}, at least ${MIN_CONTRAST}:1 is needed` }];
  });
}

/** The colours of a scheme with those of a theme in their places. */
export const paletteOf = (scheme: Scheme, given: Partial<Palette> = {}): Palette => ({
  ...PALETTES[scheme],
  ...definedOf(given),
});

const definedOf = (given: Partial<Palette>): Partial<Palette> =>
  Object.fromEntries(COLOUR_NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
