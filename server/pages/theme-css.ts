import { type Font, type Palette, paletteOf, type Scheme, type Site, type Theme } from '@foyer/model';
import { type Tints, tintsOf } from './tints.ts';

/*
 * How a site looks, as custom properties that override those of shared/document/tokens.css. Every value is a number, a colour that
 * was parsed and written anew, or a text of letters that its schema has checked: nothing else of a theme reaches the style sheet.
 */

/** The parts of the site that say how it looks. */
export type Brand = Pick<Site, 'accent' | 'accent_second' | 'theme'>;

/** Of shared/document/tokens.css. */
const DEFAULT_ACCENT = '#2c4a6e';
const RADII: Record<string, string> = { none: '0', small: '0.375rem', medium: '0.75rem', large: '1.25rem' };
const DENSITIES = { compact: 0.75, normal: 1, airy: 1.3 };
/** The spaces of tokens.css in rem that follow the density. The smallest ones stay: targets must not become too small. */
const SPACES = { 'space-3': 1.5, 'space-4': 2, 'space-6': 3, 'space-8': 4, 'space-12': 6 };
const GENERIC = {
  serif: 'Georgia,"Noto Serif",var(--devanagari),serif',
  'sans-serif': 'var(--devanagari),system-ui,sans-serif',
};

/** All colours of a scheme. */
export function coloursOf({ accent, accent_second, theme }: Brand, scheme: Scheme): { palette: Palette; tints: Tints } {
  const own = theme?.colours?.[scheme];
  const palette = paletteOf(scheme, own);
  const first = own?.accent ?? accent ?? theme?.colours?.light?.accent ?? DEFAULT_ACCENT;
  const second = own?.accent_second ?? accent_second ?? theme?.colours?.light?.accent_second;
  return { palette, tints: tintsOf(palette, first, second) };
}

/**
 * The file that every page preloads: that of headings, if the font has one alone, because their weight may be in any of several. A font of
 * running text is used from the next page on: preloaded, it would keep the first picture waiting for half a second on a slow phone.
 * @param builtIn the address of ours
 */
export function preloadedFont({ theme }: Brand = {}, builtIn: string): string | undefined {
  const { display } = theme?.fonts ?? {};
  if (!display) return builtIn;
  return display.files.length === 1 ? display.files[0]?.location : undefined;
}

/** Empty if the site has no looks of its own. */
export function themeCss(brand: Brand): string {
  const { fonts, colours } = brand.theme ?? {};
  const faces = [
    ...(fonts?.text ? fontFaces(fonts.text, 'optional') : []),
    ...(fonts?.display ? fontFaces(fonts.display, 'swap') : []),
  ];
  const hasColours = brand.accent ?? brand.accent_second ?? colours;
  const root = { ...sizes(brand.theme), ...families(brand.theme), ...(hasColours && colourProperties(brand, 'light')) };
  // Paper has the light colours, whatever the screen has.
  const dark = hasColours
    ? `@media screen and (prefers-color-scheme:dark){${rule(colourProperties(brand, 'dark'))}}`
    : '';
  const css = faces.join('') + rule(root) + dark;
  return css && `${css}\n`;
}

type Properties = Record<string, string>;

function rule(properties: Properties): string {
  const declarations = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  return declarations.length > 0 ? `:root{${declarations.join(';')}}` : '';
}

function colourProperties(brand: Brand, scheme: Scheme): Properties {
  const { palette, tints } = coloursOf(brand, scheme);
  const own = Object.entries(brand.theme?.colours ? palette : {});
  return { ...tints, ...Object.fromEntries(own.map(([name, value]) => [name.replace('_', '-'), value])) };
}

function sizes({ radius, density }: Theme = {}): Properties {
  const length = radius && (RADII[radius] ?? radius);
  const factor = DENSITIES[density ?? 'normal'];
  const spaces = Object.entries(SPACES).map(([name, value]) => [name, `${value * factor}rem`]);
  return {
    ...(length && { radius: length }),
    // Buttons and fields for searches are round at their ends, unless the theme has no roundings at all.
    ...(length && Number.parseFloat(length) === 0 && { 'radius-end': '0' }),
    ...(factor !== 1 && {
      ...Object.fromEntries(spaces),
      section: `clamp(${4 * factor}rem,${2.5 * factor}rem + ${6 * factor}vw,${8 * factor}rem)`,
    }),
  };
}

function families({ fonts }: Theme = {}): Properties {
  const stack = (name: string, { family, fallback }: Font, generic: keyof typeof GENERIC): Properties => ({
    [name]: `"${family}"`,
    [`${name}-fallback`]: GENERIC[fallback ?? generic],
  });
  return {
    ...(fonts?.text && stack('family', fonts.text, 'sans-serif')),
    ...(fonts?.display && stack('family-display', fonts.display, 'serif')),
  };
}

/** As the built-in fonts: late, that of headings replaces its fallback, that of running text is used from the next page on. */
const fontFaces = ({ family, files }: Font, display: 'optional' | 'swap'): string[] =>
  files.map(
    ({ location, weight = '400', style = 'normal', unicode_range: range }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};font-display:${display};` +
      `src:url("${location}") format("woff2")${range ? `;unicode-range:${range}` : ''}}`,
  );
