import { oklch, wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { stylesheet, themeAddress } from '../../../server/pages/accent-theme.ts';

const ACCENTS = ['#1f4b5c', '#ffd400', '#ffffff', '#000000', '#ff0000', '#00ff88', '#7a1fa2'];

describe('the tints of an accent', () => {
  it.each(ACCENTS)('%s can be read, light and dark', (accent) => {
    const colour = oklch(accent);
    if (!colour) throw new Error('no colour');
    const [light = '', dark = ''] = stylesheet(colour).split('@media');
    const tint = (css: string, name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? '';
    expect(wcagContrast(tint(light, 'accent'), '#fbfaf7')).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(tint(dark, 'accent'), '#121519')).toBeGreaterThanOrEqual(4.5);
    for (const css of [light, dark]) {
      expect(wcagContrast(tint(css, 'accent'), tint(css, 'accent-soft'))).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(tint(css, 'accent-strong'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(tint(css, 'accent-deep'), '#f4f3ee')).toBeGreaterThanOrEqual(7);
    }
  });

  it('have an address for what is a colour', () => {
    expect(themeAddress('#1F4B5C')).toBe('/theme/1f4b5c.css');
    expect(themeAddress('teal')).toBe('/theme/008080.css');
    expect(themeAddress('red;}body{display:none')).toBeUndefined();
    expect(themeAddress(undefined)).toBeUndefined();
  });
});
