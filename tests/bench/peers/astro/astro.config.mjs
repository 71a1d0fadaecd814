import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

/**
 * @param {string} name
 * @param {string} file
 * @param {object} options
 */
const font = (name, file, { weight, fallbacks }) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--${file}`,
  fallbacks,
  options: { variants: [{ src: [`./foyer/fonts/${file}.woff2`], weight, style: 'normal' }] },
});

export default defineConfig({
  outDir: 'build',
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [react()],
  fonts: [
    font('Source Sans', 'source-sans', { weight: '400 600', fallbacks: ['sans-serif'] }),
    font('Fraunces', 'fraunces', { weight: '550', fallbacks: ['serif'] }),
  ],
});
