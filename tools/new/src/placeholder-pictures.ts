import type { Files } from './write-folder.ts';

/* Pictures for a new content folder: hills in the colour of the site, and the outline of a person. Their descriptions say that they are placeholders. */

/** Of a photograph as a camera has it, scaled for a page. */
const LANDSCAPE = { width: 1600, height: 1000 };
/** Of a link that is shared. */
const SHARED = { width: 1200, height: 630 };
const SLIDE = { width: 2000, height: 1125 };
const PORTRAIT = { width: 800, height: 1000 };

type Box = typeof LANDSCAPE;

/** By path in the content folder: the template names them. */
const PICTURES: Record<string, (accent: string) => string> = {
  'slide-1': (accent) => hills(SLIDE, 1, accent),
  'slide-2': (accent) => hills(SLIDE, 5, accent),
  'story-1': (accent) => hills(LANDSCAPE, 2, accent),
  'story-2': (accent) => hills(LANDSCAPE, 7, accent),
  advice: (accent) => hills(LANDSCAPE, 3, accent),
  letter: (accent) => hills(LANDSCAPE, 4, accent),
  'album-1': (accent) => hills(LANDSCAPE, 6, accent),
  'album-2': (accent) => hills(LANDSCAPE, 8, accent),
  'album-3': (accent) => hills(LANDSCAPE, 9, accent),
  share: (accent) => hills(SHARED, 1, accent),
  portrait: (accent) => person(PORTRAIT, accent),
};

/** Draws all pictures, as JPEG. */
export async function placeholderPictures(accent: string): Promise<Files> {
  const { default: sharp } = await import('sharp');
  const files: Files = new Map();
  for (const [name, draw] of Object.entries(PICTURES)) {
    const bytes = await sharp(Buffer.from(draw(accent)))
      .jpeg({ quality: 82 })
      .toBuffer();
    files.set(`media/examples/${name}.jpg`, bytes);
  }
  return files;
}

const LAYERS = 5;
/** Pixels between the points of a ridge. */
const STEP = 20;

/** Ridges in haze, the nearest the strongest. @param seed another one, other hills */
function hills({ width, height }: Box, seed: number, accent: string): string {
  const ridges = Array.from({ length: LAYERS }, (_, layer) => {
    const opacity = 0.14 + layer * 0.17;
    return `<path fill-opacity="${opacity.toFixed(2)}" d="${ridge({ width, height }, layer, seed)}"/>`;
  });
  const sunX = Math.round(width * (0.2 + 0.6 * ((seed * 0.37) % 1)));
  const sun = `<circle cx="${sunX}" cy="${Math.round(height * 0.28)}" r="${Math.round(height * 0.08)}" fill-opacity="0.16"/>`;
  return drawing({ width, height }, accent, 0.08, sun + ridges.join(''));
}

function ridge({ width, height }: Box, layer: number, seed: number): string {
  const base = height * (0.42 + layer * 0.13);
  const amplitude = height * (0.11 - layer * 0.012);
  const points = Array.from({ length: Math.ceil(width / STEP) + 1 }, (_, index) => {
    const x = index * STEP;
    const at = (x / width) * Math.PI * 2;
    const phase = seed * 1.7 + layer * 2.3;
    const wave =
      Math.sin(at * 0.7 + phase) + 0.45 * Math.sin(at * 1.9 + phase * 1.3) + 0.16 * Math.sin(at * 4.3 + phase * 2.1);
    return `L${x} ${(base - amplitude * wave).toFixed(1)}`;
  });
  return `M0 ${height}${points.join('')}V${height}Z`;
}

function person({ width, height }: Box, accent: string): string {
  const head = `<circle cx="${width / 2}" cy="${height * 0.4}" r="${height * 0.16}" fill-opacity="0.55"/>`;
  const shoulders = `<ellipse cx="${width / 2}" cy="${height * 1.02}" rx="${width * 0.4}" ry="${height * 0.38}" fill-opacity="0.55"/>`;
  return drawing({ width, height }, accent, 0.14, head + shoulders);
}

/** Shapes in the accent on paper that has a touch of it. */
const drawing = ({ width, height }: Box, accent: string, tint: number, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${accent}">` +
  `<rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="100%" fill-opacity="${tint}"/>${shapes}</svg>`;
