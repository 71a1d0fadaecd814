import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori';

const PAPER = { light: '#fbfaf7', dark: '#121519' };
const WHITE = '#ffffff';
/** WCAG 2.2 asks for 4.5:1; the rest is for rounding. */
const MIN_CONTRAST = 4.7;
const LIGHTNESS_STEP = 0.01;

/**
 * The tints of an accent, light and dark, as custom properties. Text in the accent, and white text on it, has enough contrast.
 * @param accent any CSS colour; empty for another text
 */
export function themeCss(accent: string | undefined): string {
  const hex = accent && formatHex(accent);
  const colour = hex && oklch(hex);
  return colour ? css(colour) : '';
}

function css(accent: Oklch): string {
  const strong = withContrast(accent, [WHITE], -LIGHTNESS_STEP);
  const soft = { light: tint(accent, 0.945, 0.22), dark: tint(accent, 0.26, 0.35) };
  const tints: Record<string, [light: string, dark: string]> = {
    accent: [
      withContrast(accent, [PAPER.light, soft.light], -LIGHTNESS_STEP),
      withContrast(accent, [PAPER.dark, soft.dark], LIGHTNESS_STEP),
    ],
    'accent-strong': [strong, strong],
    'accent-deep': [tint(accent, 0.27, 0.7), tint(accent, 0.22, 0.5)],
    'accent-soft': [soft.light, soft.dark],
  };
  const declarations = (scheme: 0 | 1) =>
    Object.entries(tints)
      .map(([name, pair]) => `--${name}:${pair[scheme]}`)
      .join(';');
  return `:root{${declarations(0)}}@media(prefers-color-scheme:dark){:root{${declarations(1)}}}\n`;
}

/** Changes the lightness step by step until the colour has enough contrast on all backgrounds. */
function withContrast(accent: Oklch, backgrounds: string[], step: number): string {
  let colour = { ...accent };
  const contrast = () =>
    Math.min(...backgrounds.map((background) => wcagContrast(formatHex(clampChroma(colour, 'oklch')), background)));
  while (contrast() < MIN_CONTRAST) {
    colour = { ...colour, l: colour.l + step };
    if (colour.l <= 0 || colour.l >= 1) break;
  }
  return formatHex(clampChroma(colour, 'oklch'));
}

function tint(accent: Oklch, lightness: number, chromaFactor: number): string {
  return formatHex(clampChroma({ ...accent, l: lightness, c: accent.c * chromaFactor }, 'oklch'));
}
