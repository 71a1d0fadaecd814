// @ts-nocheck Astro is installed where it is measured.
import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

/**
 * @param {string} name
 * @param {string} file
 * @param {object} options
 */
const font = (name, file, { weight = '100 900', unicodeRange, fallbacks }) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--${file}`,
  fallbacks,
  options: { variants: [{ src: [`./foyer/fonts/${file}.woff2`], weight, style: 'normal', unicodeRange }] },
});

export default defineConfig({
  outDir: 'build',
  integrations: [react()],
  fonts: [
    font('Source Sans', 'source-sans', { weight: '200 900', fallbacks: ['sans-serif'] }),
    font('Fraunces', 'fraunces', { fallbacks: ['serif'] }),
    font('Noto Devanagari', 'devanagari', {
      unicodeRange:
        'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+20F0, U+25CC, U+A830-A839, U+A8E0-A8FF, U+11B00-11B09'.split(
          ', ',
        ),
      fallbacks: [],
    }),
  ],
});
