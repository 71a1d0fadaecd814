import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

/**
 * @param {string} name
 * @param {string} file
 * @param {object} options
 */
const font = (name, file, { weight, unicodeRange, fallbacks }) => ({
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
    font('Source Sans', 'source-sans', { weight: '400 600', fallbacks: ['sans-serif'] }),
    font('Fraunces', 'fraunces', { weight: '550', fallbacks: ['serif'] }),
    font('Noto Devanagari', 'noto-devanagari', {
      weight: '400 600',
      unicodeRange: ['U+0900-0970', 'U+200C-200D', 'U+20A8', 'U+20B9', 'U+25CC'],
      fallbacks: [],
    }),
  ],
});
