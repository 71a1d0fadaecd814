/*
 * librsvg cannot be interrupted: sharp's timeout is checked only between the parts of a drawing. So whatever draws a part of the
 * document again, for each element, level or dash, is refused before it is drawn.
 */

/** The largest SVG document that becomes an icon. Within it, outlines that cross each other take a second, gradients up to four. */
export const MAX_SVG_BYTES = 10_000;
const REPEATING = /<(?:[\w.-]+:)?(use|mask|pattern|marker|image|foreignObject)\b|(filter|dasharray)/i;
/** One clip path that is applied once is common in the files of drawing programs. */
const CLIPS = /clip-path\s*:|clip-path\s*=[\s\S]*clip-path\s*=/i;
/** Names in other characters than they mean. */
const DISGUISED = /<!ENTITY|&#|\\|\/\*|encoding\s*=\s*["'](?!utf-8)/i;

/** Why an SVG document could take longer to draw than its size tells; undefined if it cannot. */
export function costOfSvg(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_SVG_BYTES) return `an SVG document of ${bytes.length} bytes, more than ${MAX_SVG_BYTES}`;
  const svg = bytes.toString('utf8');
  const [, element, property] = REPEATING.exec(svg) ?? [];
  const found = element ?? property ?? (CLIPS.test(svg) ? 'several uses of clip-path' : undefined);
  if (found) return `an SVG document with ${found}, which may take any time to draw`;
  return DISGUISED.test(svg) ? 'an SVG document with entities or escapes, or not in UTF-8' : undefined;
}
