import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scaler } from '../images/scaler.ts';
import { type MarkdownSource, placeInBody, type Source } from './content-files.ts';
import type { Fault } from './faults.ts';

/* The pictures of a content folder: an editor hears of those that are broken, say nothing to who cannot see them, or are too small for their place. */

/** How wide a picture stands at most on a usual screen, by the file or the folder that names it (shared/ui/places.ts). */
const WIDTHS: Record<string, number> = {
  'sliders.yaml': 1280,
  'home.yaml': 640,
  'virtues.yaml': 64,
  'site.yaml': 64,
  bod: 240,
  management: 240,
};
const ELSEWHERE = 896;
const IN_TEXT = 672;

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg|tiff?|heic)$/i;
const MARKDOWN = /!\[((?:\\.|[^[\]\\])*)\]\(<?(\/media\/[^\s)>"]*)/g;

interface Named {
  location: string;
  /** Said by nobody: undefined. */
  alt: string | undefined;
  width: number;
  file: string;
  place: () => { line: number; column: number };
}

/** @param scaler none: whether a picture is broken or too small cannot be told */
export async function checkPictures(
  dir: string,
  sources: readonly (Source | MarkdownSource)[],
  scaler: Scaler | undefined,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const picture of sources.flatMap(picturesOf)) {
    const messages = [...toldOf(picture), ...(scaler ? await shownOf(dir, picture, scaler) : [])];
    for (const message of messages) faults.push({ file: picture.file, ...picture.place(), message });
  }
  return faults;
}

function toldOf({ location, alt }: Named): string[] {
  return alt === undefined ? [`${location}: has no alt: say what is to be seen, or "" where it only adorns`] : [];
}

async function shownOf(dir: string, { location, width }: Named, scaler: Scaler): Promise<string[]> {
  try {
    const bytes = await readFile(join(dir, decodeURIComponent(location)));
    const found = await scaler.inspect(bytes);
    // Lines are as sharp in any size.
    if (!found.isScalable || !found.width) return [];
    // It may begin well and break off.
    await scaler.scale(bytes, 64, 'jpg');
    if (found.width >= width) return [];
    return [`${location}: is ${found.width} pixels wide, and stands ${width} wide`];
  } catch (error) {
    // That it is not there is told with the links.
    if (error instanceof Error && 'code' in error) return [];
    return [`${location}: cannot be shown: ${error instanceof Error ? error.message : error}`];
  }
}

function picturesOf(source: Source | MarkdownSource): Named[] {
  const { file, value, place } = source;
  const width = WIDTHS[file.split('/', 1)[0] ?? ''] ?? ELSEWHERE;
  const pictures: Named[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value !== 'object' || value === null) return;
    if ('location' in value && isPicture(value.location)) {
      const alt = 'alt' in value ? String(value.alt ?? '') : undefined;
      // Beside its name a logo says nothing.
      const isSign = path.at(-1) === 'logo' || path.at(-1) === 'favicon';
      pictures.push({
        location: value.location,
        alt: isSign ? '' : alt,
        width,
        file,
        place: () => place([...path, 'location']),
      });
    }
    for (const [name, field] of Object.entries(value))
      walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(value, []);
  if (!('body' in source)) return pictures;
  const inText = [...source.body.matchAll(MARKDOWN)].map(({ 1: alt, 2: location = '', index }) => ({
    location,
    alt: alt || undefined,
    width: IN_TEXT,
    file,
    place: () => placeInBody(source, index),
  }));
  return [...pictures, ...inText.filter(({ location }) => isPicture(location))];
}

const isPicture = (location: unknown): location is string =>
  typeof location === 'string' && location.startsWith('/media/') && PICTURE.test(location);
