import { createHash } from 'node:crypto';
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
 * The styles that pages have inline: first those of every page, the global layer and the CSS modules of the frame, then those of
 * the page's screen, lean where the page shows nothing that its screen imports on demand. Screens that follow in the browser bring theirs as
 * files, never lean, whose names end with the version.
 * @param {string} global
 * @param {import('./assets.mjs').Assets['modules']} modules
 * @param {import('./browser.mjs').App['styles']} paths of modules
 * @param {import('./output.mjs').Output} output
 */
export function buildStyles(global, modules, paths, output) {
  /** By path, so that a screen looks the same after each build. @param {string[]} chosen */
  const codeOf = (chosen) => [...chosen].sort().map((path) => modules.get(path)?.code ?? '');
  /** @param {Record<string, string[]>} chosen @returns {Record<string, string>} */
  const byName = (chosen) =>
    Object.fromEntries(Object.entries(chosen).map(([name, own]) => [name, minify(codeOf(own))]));
  const screens = byName(paths.screens);
  const version = createHash('sha256').update(JSON.stringify(screens)).digest('hex').slice(0, 10);
  for (const [name, css] of Object.entries(screens)) output.addFile(`${name}-${version}.css`, css);
  return { version, frame: minify([global, ...codeOf(paths.frame)]), screens, lean: byName(paths.lean) };
}

/** @param {string[]} parts */
function minify(parts) {
  const code = Buffer.from(parts.join('\n'));
  return transform({ filename: 'site.css', code, minify: !DEVELOPMENT, targets: TARGETS }).code.toString();
}
