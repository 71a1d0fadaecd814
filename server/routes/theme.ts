import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori';
import type { RequestHandler } from 'express';

const PAPER = { light: '#fbfaf7', dark: '#121519' };
const WHITE = '#ffffff';
/** WCAG 2.2 asks for 4.5:1; a little more leaves room for rounding. */
const CONTRAST = 4.7;
const STEP = 0.01;

/** The address of the stylesheet that makes one accent's tints; undefined for what is no colour. */
export function themeAddress(accent: string | undefined): string | undefined {
  const hex = accent && formatHex(accent);
  return hex && `/theme/${hex.slice(1)}.css`;
}

/** Serves those stylesheets: what they hold follows from their address, and changes only with the arithmetic here. */
export const theme: RequestHandler<{ hex: string }> = ({ params: { hex } }, response) => {
  const accent = /^[0-9a-f]{6}$/.test(hex) ? oklch(`#${hex}`) : undefined;
  if (!accent) {
    response.status(404).set('Cache-Control', 'no-store').type('text').send('Not found\n');
    return;
  }
  response.set('Cache-Control', 'public, max-age=86400').type('css').send(stylesheet(accent));
};

/** Tints of one accent, light and dark; text in it, and white on it, can be read. */
export function stylesheet(accent: Oklch): string {
  const strong = readable(accent, [WHITE], -STEP);
  const soft = { light: tint(accent, 0.945, 0.22), dark: tint(accent, 0.26, 0.35) };
  const tints: Record<string, [light: string, dark: string]> = {
    accent: [readable(accent, [PAPER.light, soft.light], -STEP), readable(accent, [PAPER.dark, soft.dark], STEP)],
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

function readable(accent: Oklch, grounds: string[], step: number): string {
  let colour = { ...accent };
  const contrast = () =>
    Math.min(...grounds.map((ground) => wcagContrast(formatHex(clampChroma(colour, 'oklch')), ground)));
  while (contrast() < CONTRAST) {
    colour = { ...colour, l: colour.l + step };
    if (colour.l <= 0 || colour.l >= 1) break;
  }
  return formatHex(clampChroma(colour, 'oklch'));
}

function tint(accent: Oklch, l: number, chroma: number): string {
  return formatHex(clampChroma({ ...accent, l, c: accent.c * chroma }, 'oklch'));
}
