import { readFile } from 'node:fs/promises';
import { oklch, wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { PALETTES, type Palette, SCHEMES } from '../../../packages/model/src/colours.ts';
import { theme } from '../../../packages/model/src/kinds/theme.ts';
import { coloursOf, preloadedFont, themeCss } from '../../../server/pages/theme-css.ts';
import { contrastPairs } from '../../../server/pages/tints.ts';
import { examples } from '../../support/extents.ts';

/* Every colour of a page is computed from an accent and a theme: whatever they are, all texts can be read. */

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const ctx = createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} });
/** As a CMS sends it: colours that cannot be read are left out. */
const read = (fields: object) => theme(ctx).parse(fields);

function assertReadable(colours: ReturnType<typeof coloursOf>) {
  for (const { name, ink, ground, needed } of contrastPairs(colours))
    expect(wcagContrast(ink, ground), `${name}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(needed);
}

/** Degrees between two hues; 0 if one of the colours is nearly grey. */
function hueDistance(a: string, b: string): number {
  const [first, second] = [oklch(a), oklch(b)];
  if ((first?.c ?? 0) < 0.03 || (second?.c ?? 0) < 0.03) return 0;
  const distance = Math.abs((first?.h ?? 0) - (second?.h ?? 0));
  return Math.min(distance, 360 - distance);
}

describe('the tints of an accent', () => {
  it('can be read, whatever the accents are, light and dark', { tags: ['properties'] }, () => {
    fc.assert(
      fc.property(hex, hex, fc.constantFrom(...SCHEMES), (accent, accent_second, scheme) => {
        assertReadable(coloursOf({ accent, accent_second }, scheme));
      }),
      { numRuns: examples(150) },
    );
  });

  it('can be read with the colours of any theme', { tags: ['properties'] }, () => {
    const part = fc.option(hex, { nil: undefined });
    const colours = fc.record({ paper: part, paper_raised: part, ink: part, ink_soft: part, accent: part });
    fc.assert(
      fc.property(colours, hex, fc.constantFrom(...SCHEMES), (given, accent, scheme) => {
        assertReadable(coloursOf({ accent, theme: read({ colours: { [scheme]: given } }) }, scheme));
      }),
      { numRuns: examples(150) },
    );
  });

  it('have its hue, and it stays itself as a ground', { tags: ['properties'] }, () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...SCHEMES), (accent, scheme) => {
        const { tints } = coloursOf({ accent }, scheme);
        const { l = 0 } = oklch(accent) ?? {};
        const strong = oklch(tints['accent-strong']);
        expect(l - (strong?.l ?? 0)).toBeLessThan(0.13);
        for (const name of ['accent', 'accent-strong', 'accent-deep'] as const) {
          expect(hueDistance(accent, tints[name]), `${name} of ${accent}`).toBeLessThan(6);
        }
      }),
      { numRuns: examples(150) },
    );
  });

  it.each([
    ['#ffd400', '#ffd400', '#16191d'],
    ['#f7c6d4', '#f7c6d4', '#16191d'],
    ['#39ff14', '#39ff14', '#16191d'],
    ['#000000', '#000000', '#ffffff'],
    ['#1f4b5c', '#1f4b5c', '#ffffff'],
  ])('%s is the ground of buttons itself', (accent, strong, on) => {
    const { tints } = coloursOf({ accent }, 'light');
    expect([tints['accent-strong'], tints['on-accent']]).toEqual([strong, on]);
  });

  it('makes no olive of yellow: a large area is yellow too', () => {
    for (const scheme of SCHEMES) {
      const { tints } = coloursOf({ accent: '#ffd400' }, scheme);
      expect(oklch(tints['accent-deep'])?.l).toBeGreaterThan(0.8);
    }
  });
});

describe('the style sheet of a theme', () => {
  it('is empty without one', () => {
    expect(themeCss({})).toBe('');
    expect(themeCss({ theme: {} })).toBe('');
  });

  it('has the palette of tokens.css as its defaults', async () => {
    const tokens = await readFile('shared/document/tokens.css', 'utf8');
    for (const name of Object.keys(PALETTES.light) as (keyof Palette)[]) {
      const value = `--${name.replace('_', '-')}: light-dark(${PALETTES.light[name]}, ${PALETTES.dark[name]})`;
      expect(tokens).toContain(value);
    }
  });

  it('declares fonts, roundings and spaces', () => {
    const css = themeCss({
      theme: read({
        fonts: {
          text: { family: 'Mukta', files: [{ location: '/media/fonts/mukta.woff2', weight: '400 700' }] },
          display: { family: 'Georgia', fallback: 'serif' },
        },
        radius: 'none',
        density: 'compact',
      }),
    });
    expect(css).toContain(
      '@font-face{font-family:"Mukta";font-weight:400 700;font-style:normal;font-display:optional;',
    );
    expect(css).toContain('src:url("/media/fonts/mukta.woff2") format("woff2")}');
    expect(css).toContain('--family:"Mukta";--family-fallback:var(--devanagari),system-ui,sans-serif');
    expect(css).toContain('--family-display:"Georgia"');
    expect(css).toContain('--radius:0;--radius-end:0;--space-3:1.125rem');
    expect(css.match(/@font-face/g)).toHaveLength(1);
  });

  it('preloads the font of headings, and none that is used from the next page on', () => {
    const builtIn = '/assets/display.woff2';
    const font = (...names: string[]) => ({
      family: 'A',
      files: names.map((name) => ({ location: `/media/${name}.woff2`, sources: [] })),
    });
    const preloaded = (fonts: object) => preloadedFont({ theme: read({ fonts }) }, builtIn);
    expect(preloadedFont({}, builtIn)).toBe(builtIn);
    expect(preloaded({ text: font('a', 'b') })).toBe(builtIn);
    expect(preloaded({ display: font('a') })).toBe('/media/a.woff2');
    // Which of several has the weight of headings is not said.
    expect(preloaded({ display: font('a', 'b') })).toBeUndefined();
    expect(preloaded({ text: font(), display: font() })).toBeUndefined();
  });

  it('contains nothing that a hostile theme has written', { tags: ['properties'] }, () => {
    const hostile = fc.constantFrom(
      '"',
      "'",
      ';',
      '}',
      '{',
      '<',
      '/style>',
      '\\',
      '\n',
      '(',
      'url',
      '/*',
      '@',
      'a',
      ' ',
    );
    const text = fc.array(hostile, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (one, two) => {
        const file = { location: `/media/${one}.woff2`, weight: two, style: one, unicode_range: two };
        const colours = { paper: one, accent: two };
        const brand = {
          accent: undefined,
          theme: read({
            fonts: {
              text: { family: `A${one}`, files: [file] },
              display: { family: 'B', files: [{ ...file, location: '/media/b.woff2' }] },
            },
            radius: one,
            density: two,
            colours: { light: colours, dark: colours },
          }),
        };
        const css = themeCss(brand);
        expect(css).not.toMatch(/[<\\*]|\n./);
        expect(css.match(/{/g)?.length ?? 0).toBe(css.match(/}/g)?.length ?? 0);
        // Every declaration is one of ours.
        for (const [, name = ''] of css.matchAll(/[{;]([^:{};]*):/g))
          expect(name).toMatch(/^(--[\w-]+|font-[a-z]+|src|unicode-range|)$/);
      }),
      { numRuns: examples(150) },
    );
  });
});
