import { MIN_CONTRAST, type Palette } from '@foyer/model';
import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from 'culori';

/*
 * The tints of an accent for one scheme. The accent itself is never changed where it is a ground: the text on it is dark or light,
 * as it can be read. Only where the accent is the text is it darkened or lightened, in OKLCH, so that its hue stays.
 */

/** Above what WCAG asks for, because colours are rounded. */
const ENOUGH = MIN_CONTRAST + 0.2;
/** What WCAG 2.2 asks for between an edge and its ground. */
const MIN_EDGE_CONTRAST = 3;
/** As near as the lightness is searched. */
const LIGHTNESS_STEP = 0.005;
/** The most by which the lightness of an accent is lowered for white text on it. An accent that would need more has dark text. */
const DARKENING_FOR_WHITE = 0.12;
const WHITE = '#ffffff';
/** The second is for the few colours on which the first is not dark enough. */
const DARK_TEXTS = ['#16191d', '#000000'] as const;
/** The lightness of the deep tint of a dark accent; a lighter one has a lighter tint. */
const DEEP = { light: 0.27, dark: 0.22 };
const DARK_ACCENT = 0.4;
const DEEP_TEXT = '#f4f3ee';
/** In the dark, a large area in a light accent is not lighter than this. */
const DIMMED_LIGHTNESS = 0.82;

/** By the names of the custom properties. */
export type Tints = Record<
  'accent' | 'accent-strong' | 'on-accent' | 'accent-edge' | 'accent-deep' | 'on-deep' | 'accent-soft' | 'second',
  string
>;

/** @param accents as `#rrggbb`; without a second one, the first is used */
export function tintsOf(palette: Palette, accent: string, second = accent): Tints {
  // Where the ink can be read, so can a text that is lighter than it, or darker.
  const isDark = lch(palette.ink).l > lch(palette.paper).l;
  const soft = softTint(palette, accent, isDark);
  const grounds = [palette.paper, palette.paper_raised, soft];
  const text = readable(accent, grounds, isDark);
  const strong = groundOf(accent);
  const deep = deepTint(accent, strong, isDark);
  return {
    accent: text,
    'accent-strong': strong.ground,
    'on-accent': strong.on,
    'accent-edge': wcagContrast(strong.ground, palette.paper) < MIN_EDGE_CONTRAST ? text : strong.ground,
    'accent-deep': deep.ground,
    'on-deep': deep.on,
    'accent-soft': soft,
    second: readable(second, grounds, isDark),
  };
}

/** Each text of a page on each of its grounds, each edge on the paper, and the contrast that it needs. */
export function contrastPairs({ palette, tints }: { palette: Palette; tints: Tints }) {
  const grounds = { paper: palette.paper, 'paper-raised': palette.paper_raised, 'accent-soft': tints['accent-soft'] };
  const texts = { ink: palette.ink, 'ink-soft': palette.ink_soft, accent: tints.accent, second: tints.second };
  const pair = (name: string, ink: string, ground: string, needed = MIN_CONTRAST) => ({ name, ink, ground, needed });
  return [
    ...Object.entries(texts).flatMap(([text, ink]) =>
      Object.entries(grounds).map(([name, ground]) => pair(`${text} on ${name}`, ink, ground)),
    ),
    pair('on-accent on accent-strong', tints['on-accent'], tints['accent-strong']),
    pair('on-deep on accent-deep', tints['on-deep'], tints['accent-deep']),
    pair('accent-edge on paper', tints['accent-edge'], palette.paper, MIN_EDGE_CONTRAST),
  ];
}

interface Ground {
  ground: string;
  /** The text on it. */
  on: string;
}

/** An accent as a ground: itself, or hardly darker for white text. */
function groundOf(accent: string): Ground {
  const darker = readable(accent, [WHITE], false);
  if (lch(accent).l - lch(darker).l <= DARKENING_FOR_WHITE) return { ground: darker, on: WHITE };
  return { ground: accent, on: darkTextOn(accent) };
}

/** The ground of large areas: a deep shade of a dark accent; a light accent itself, of which a deep shade would be another colour. */
function deepTint(accent: string, strong: Ground, isDark: boolean): Ground {
  const { l, c, h } = lch(accent);
  if (strong.on !== WHITE) {
    const ground = isDark ? hex({ mode: 'oklch', l: Math.min(l, DIMMED_LIGHTNESS), c, h }) : accent;
    return { ground, on: darkTextOn(ground) };
  }
  const lightness = (isDark ? DEEP.dark : DEEP.light) + Math.max(0, l - DARK_ACCENT);
  const shade = hex({ mode: 'oklch', l: Math.min(l, lightness), c: c * 0.8, h });
  return { ground: readable(shade, [DEEP_TEXT], false), on: DEEP_TEXT };
}

/** Hardly different from the paper: what can be read there can be read here. */
function softTint({ paper, ink, ink_soft }: Palette, accent: string, isDark: boolean): string {
  const { c, h } = lch(accent);
  const base = lch(paper);
  for (let part = 1; part > 0; part -= 0.2) {
    const distance = (isDark ? 0.065 : -0.04) * part;
    const tint = hex({ mode: 'oklch', l: base.l + distance, c: Math.min(c, 0.2) * (isDark ? 0.35 : 0.22) * part, h });
    if (Math.min(...[ink, ink_soft].map((text) => wcagContrast(text, tint))) >= MIN_CONTRAST) return tint;
  }
  return paper;
}

/** The nearest lightness of a colour in which it can be read on all grounds, towards white or black. */
function readable(colour: string, grounds: readonly string[], isLighter: boolean): string {
  const { c, h, l } = lch(colour);
  const isReadable = (text: string) => grounds.every((ground) => wcagContrast(text, ground) >= ENOUGH);
  if (isReadable(colour)) return colour;
  let nearest = isLighter ? WHITE : '#000000';
  let [unreadable, far] = [l, isLighter ? 1 : 0];
  while (Math.abs(far - unreadable) > LIGHTNESS_STEP) {
    const lightness = (unreadable + far) / 2;
    const shade = hex({ mode: 'oklch', l: lightness, c, h });
    if (isReadable(shade)) [far, nearest] = [lightness, shade];
    else unreadable = lightness;
  }
  return nearest;
}

const darkTextOn = (ground: string): string =>
  DARK_TEXTS.find((text) => wcagContrast(text, ground) >= ENOUGH) ?? DARK_TEXTS[1];

const hex = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch'));

/** @param colour as `#rrggbb` */
const lch = (colour: string): Oklch => oklch(colour) ?? { mode: 'oklch', l: 0, c: 0 };
