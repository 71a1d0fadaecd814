import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { themeCss } from '../../../server/pages/accent-theme.ts';

const ACCENTS = ['#1f4b5c', '#ffd400', '#ffffff', '#000000', '#ff0000', '#00ff88', '#7a1fa2'];

describe('the tints of an accent', () => {
  it.each(ACCENTS)('%s can be read, light and dark', (accent) => {
    const [light = '', dark = ''] = themeCss(accent).split('@media');
    const tint = (css: string, name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(css)?.[1] ?? '';
    expect(wcagContrast(tint(light, 'accent'), '#fbfaf7')).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(tint(dark, 'accent'), '#121519')).toBeGreaterThanOrEqual(4.5);
    for (const css of [light, dark]) {
      expect(wcagContrast(tint(css, 'accent'), tint(css, 'accent-soft'))).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(tint(css, 'accent-strong'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(tint(css, 'accent-deep'), '#f4f3ee')).toBeGreaterThanOrEqual(7);
    }
  });

  it('are there for any colour, and for nothing else', () => {
    expect(themeCss('teal')).toBe(themeCss('#008080'));
    expect(themeCss('red;}body{display:none')).toBe('');
    expect(themeCss(undefined)).toBe('');
  });
});
