import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scaler } from '../images/scaler.ts';
import { type ContentFile, type MarkdownFile, positionInBody } from './content-files.ts';
import type { Fault } from './faults.ts';
import type { Position } from './text-position.ts';

/** The width in pixels at which an image is shown at most on a usual screen, by the file or folder that names it (shared/ui/image-sizes.ts). */
const SHOWN_WIDTHS: Record<string, number> = {
  'sliders.yaml': 1280,
  'home.yaml': 640,
  'virtues.yaml': 64,
  'site.yaml': 64,
  bod: 240,
  management: 240,
};
const DEFAULT_SHOWN_WIDTH = 896;
const SHOWN_WIDTH_IN_TEXT = 672;
/** The width in which an image is scaled to find out whether it can be decoded completely. */
const TEST_WIDTH = 64;

const IMAGE_FILE = /\.(?:jpe?g|png|webp|avif|gif|svg|tiff?|heic)$/i;
const MARKDOWN_IMAGE = /!\[((?:\\.|[^[\]\\])*)\]\(<?(\/media\/[^\s)>"]*)/g;

/** A place in the content that shows an image. */
interface ImageUse {
  location: string;
  /** The alternative text; undefined if there is none. An empty one says that the image is decorative. */
  alt: string | undefined;
  shownWidth: number;
  file: string;
  position: () => Position;
}

/**
 * Returns a fault for each use of an image without an alternative text, of a broken image, and of one that is smaller than
 * it is shown.
 * @param scaler without one, only alternative texts are checked
 */
export async function checkImages(
  dir: string,
  sources: readonly (ContentFile | MarkdownFile)[],
  scaler: Scaler | undefined,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const use of sources.flatMap(imagesIn)) {
    const messages = [...checkAlt(use), ...(scaler ? await checkFile(dir, use, scaler) : [])];
    for (const message of messages) faults.push({ file: use.file, ...use.position(), message });
  }
  return faults;
}

function checkAlt({ location, alt }: ImageUse): string[] {
  return alt === undefined
    ? [`${location}: has no alt: describe what the image shows, or write "" if it is decorative`]
    : [];
}

async function checkFile(dir: string, { location, shownWidth }: ImageUse, scaler: Scaler): Promise<string[]> {
  try {
    const bytes = await readFile(join(dir, decodeURIComponent(location)));
    const { isScalable, width } = await scaler.inspect(bytes);
    // A vector image is sharp at any size.
    if (!isScalable || !width) return [];
    // The head of a truncated file is valid: only decoding all of it shows the error.
    await scaler.scale(bytes, TEST_WIDTH, 'jpg');
    if (width >= shownWidth) return [];
    return [`${location}: is ${width} pixels wide, but shown ${shownWidth} pixels wide`];
  } catch (error) {
    // A file system error: checkLinks reports that the file is missing.
    if (error instanceof Error && 'code' in error) return [];
    return [`${location}: cannot be shown: ${error instanceof Error ? error.message : error}`];
  }
}

function imagesIn(source: ContentFile | MarkdownFile): ImageUse[] {
  const { file, value } = source;
  const shownWidth = SHOWN_WIDTHS[file.split('/', 1)[0] ?? ''] ?? DEFAULT_SHOWN_WIDTH;
  const uses: ImageUse[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value !== 'object' || value === null) return;
    if ('location' in value && isImage(value.location)) {
      const alt = 'alt' in value ? String(value.alt ?? '') : undefined;
      // A logo stands beside the name that it would repeat, and a favicon has no alternative text.
      const isDecorative = path.at(-1) === 'logo' || path.at(-1) === 'favicon';
      uses.push({
        location: value.location,
        alt: isDecorative ? '' : alt,
        shownWidth,
        file,
        position: () => source.positionOf([...path, 'location']),
      });
    }
    for (const [name, field] of Object.entries(value))
      walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(value, []);
  if (!('body' in source)) return uses;
  const usesInBody = [...source.body.matchAll(MARKDOWN_IMAGE)].map(({ 1: alt, 2: location = '', index }) => ({
    location,
    alt: alt || undefined,
    shownWidth: SHOWN_WIDTH_IN_TEXT,
    file,
    position: () => positionInBody(source, index),
  }));
  return [...uses, ...usesInBody.filter(({ location }) => isImage(location))];
}

const isImage = (location: unknown): location is string =>
  typeof location === 'string' && location.startsWith('/media/') && IMAGE_FILE.test(location);
