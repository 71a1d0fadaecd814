import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import subsetFont from 'subset-font';

/*
 * The fonts of shared/document/fonts.css, from their packages: each is reduced to the characters of its `unicode-range` and to
 * the weights of its `font-weight`.
 */

const FONT_FACE = /@font-face\s*{[^}]*}/g;
const PACKAGE_FILE = /url\("?(@fontsource[^")]+)"?\)/;

/**
 * Adds the fonts to the output and their addresses to the CSS.
 * @param {string} css
 * @param {import('./output.mjs').Output} output
 * @returns {Promise<{ css: string, fonts: Record<string, string>, packageFiles: string[] }>} `fonts`: the address of each family's first font
 */
export async function addFonts(css, output) {
  /** @type {Record<string, string>} */
  const fonts = {};
  const packageFiles = [];
  let text = css;
  for (const [face] of css.matchAll(FONT_FACE)) {
    const file = PACKAGE_FILE.exec(face)?.[1];
    // The fallbacks are fonts of the device.
    if (!file) continue;
    const path = `node_modules/${file}`;
    const subset = await subsetFont(await readFile(path), characters(face), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights(face) },
    });
    const address = output.addAsset(basename(file, '.woff2'), 'woff2', subset);
    packageFiles.push(path);
    fonts[declaration(face, 'font-family').replaceAll('"', '')] ??= address;
    text = text.replace(face, face.replace(file, address));
  }
  return { css: text, fonts, packageFiles };
}

/** @param {string} face @param {string} name */
function declaration(face, name) {
  const value = new RegExp(`${name}:\\s*([^;]+);`).exec(face)?.[1];
  if (!value) throw new Error(`a @font-face without ${name}: ${face}`);
  return value.trim();
}

/** The weight axis: one weight, or from one to another. @param {string} face */
function weights(face) {
  const [min = 400, max] = declaration(face, 'font-weight').split(' ').map(Number);
  return max === undefined ? min : { min, max };
}

/** All characters of the range. @param {string} face */
function characters(face) {
  let text = '';
  for (const range of declaration(face, 'unicode-range').split(',')) {
    const [first = 0, last = first] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    for (let point = first; point <= last; point += 1) text += String.fromCodePoint(point);
  }
  return text;
}
