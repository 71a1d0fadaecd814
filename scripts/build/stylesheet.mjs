import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { bundle, transform } from 'lightningcss';
import { DEVELOPMENT } from './settings.mjs';

/** Chrome 100, Firefox 100, Safari 15.4. */
const TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: (15 << 16) | (4 << 8) };

/**
 * The one stylesheet: tokens and the global layer, then the CSS modules by path. It is complete from the first page on, so
 * that a later screen does not appear unstyled.
 * @param {import('./assets.mjs').Assets['modules']} modules
 * @param {import('./output.mjs').Output} output
 */
export async function buildStylesheet(modules, output) {
  const global = bundle({ filename: 'shared/document/global.css' }).code.toString();
  const { css, fonts, fontFiles } = await withFonts(global, output);
  const inOrder = [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { code }]) => code);
  const { code } = transform({
    filename: 'site.css',
    code: Buffer.from([css, ...inOrder].join('\n')),
    minify: !DEVELOPMENT,
    targets: TARGETS,
  });
  return { style: output.addAsset('site', 'css', code), fonts, fontFiles };
}

/**
 * Copies the fonts from their packages and puts their addresses into the CSS.
 * @param {string} css
 * @param {import('./output.mjs').Output} output
 */
async function withFonts(css, output) {
  /** @type {Record<'latin' | 'devanagari', string[]>} addresses by script */
  const fonts = { latin: [], devanagari: [] };
  const fontFiles = [];
  let text = css;
  for (const [, place = ''] of css.matchAll(/url\("?(@fontsource[^")]+)"?\)/g)) {
    const path = `node_modules/${place}`;
    fontFiles.push(path);
    const address = output.addAsset(basename(place, '.woff2'), 'woff2', await readFile(path));
    fonts[place.includes('-latin-') ? 'latin' : 'devanagari'].push(address);
    text = text.replace(place, address);
  }
  return { css: text, fonts, fontFiles };
}
