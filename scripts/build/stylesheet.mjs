import { bundle, transform } from 'lightningcss';
import { addFonts } from './fonts.mjs';
import { DEVELOPMENT } from './settings.mjs';

/** Chrome 100, Firefox 100, Safari 15.4. */
const TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: (15 << 16) | (4 << 8) };

/** The families of every page, by what they are for. */
export const FONTS = { text: 'Source Sans', display: 'Fraunces' };

/** The tokens and the global layer, with its fonts. @param {import('./output.mjs').Output} output */
export const buildGlobalLayer = (output) =>
  addFonts(bundle({ filename: 'shared/document/global.css' }).code.toString(), output);

/**
 * The styles that every page has inline: the global layer, then the CSS modules by path. They are complete from the
 * first page on, so that a later screen does not appear unstyled.
 * @param {string} global
 * @param {import('./assets.mjs').Assets['modules']} modules
 */
export function buildStylesheet(global, modules) {
  const inOrder = [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { code }]) => code);
  const { code } = transform({
    filename: 'site.css',
    code: Buffer.from([global, ...inOrder].join('\n')),
    minify: !DEVELOPMENT,
    targets: TARGETS,
  });
  return code.toString();
}
