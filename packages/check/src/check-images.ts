import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ContentFile,
  isDocument,
  type MarkdownFile,
  originalOf,
  type Position,
  toUnreadable,
} from '@foyer/folder';
import { blockedOrigin, expectedOrigin, MEDIA_PREFIX, publishedFile, type Scaler } from '@foyer/images';
import { SHARE_IMAGE } from '@foyer/model';
import { codesOf, OutsideError, pathWithin } from '@foyer/runtime';
import { altIssue } from './alt-texts.ts';
import type { FileText } from './file-texts.ts';
import type { Finding, Level, Rule } from './findings.ts';
import { NO_ALT } from './html-rules.ts';

/** The width in pixels at which an image is shown at most on a usual screen, by the kind, or its field, that names it (shared/ui/image-sizes.ts). */
const SHOWN_WIDTHS: Record<string, number> = {
  sliders: 1280,
  home: 640,
  virtues: 64,
  site: 64,
  bod: 240,
  management: 240,
  'department.members': 240,
};
const DEFAULT_SHOWN_WIDTH = 896;
const TEXT_WIDTH = 672;
/** The width in which an image is scaled to find out whether it can be decoded completely. */
const TEST_WIDTH = 64;

const IMAGE_FILE = /\.(?:jpe?g|png|webp|avif|gif|svg|tiff?|hei[cf]|bmp|jxl|psd)$/i;

/** A place in the content that shows an image. */
interface ImageUse {
  location: string;
  /** The alternative text; undefined if there is none. An empty one says that the image is decorative. */
  alt: string | undefined;
  /** In pixels; undefined if any size will do. */
  shownWidth?: number;
  /** Whether social networks show it. */
  isShared?: boolean;
  file: string;
  position: () => Position;
}

interface FileState {
  /** In pixels; undefined if any size will do. */
  width?: number;
  /** Why the image cannot be read or decoded. */
  fault?: string;
}

interface Issue {
  rule: Rule;
  level: Level;
  message: string;
}

/**
 * Returns a finding for each use of an image without an alternative text, of a broken image, and of one that is smaller than
 * it is shown.
 * @param scaler without one, only alternative texts are checked
 */
export async function checkImages(
  dir: string,
  { sources, texts }: { sources: readonly (ContentFile | MarkdownFile)[]; texts: readonly FileText[] },
  scaler: Scaler | undefined,
  mediaOrigins: readonly string[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  // Many items show the same picture.
  const states = new Map<string, Promise<FileState>>();
  const stateOf = (location: string, scaler: Scaler) => {
    const state = states.get(location) ?? readState(dir, location, scaler);
    states.set(location, state);
    return state;
  };
  for (const use of [...sources.flatMap(imagesIn), ...texts.flatMap(imagesInText)]) {
    const issues = [
      ...checkAlt(use),
      ...checkOrigin(use, mediaOrigins),
      ...(scaler && isOwn(use.location) ? checkFile(use, await stateOf(use.location, scaler)) : []),
    ];
    for (const issue of issues) findings.push({ file: use.file, ...use.position(), ...issue });
  }
  return findings;
}

function checkAlt({ location, alt }: ImageUse): Issue[] {
  if (alt === undefined) return [{ rule: 'image-alt', level: 'fault', message: `${location}: ${NO_ALT}` }];
  const message = altIssue(alt);
  return message === undefined ? [] : [{ rule: 'image-alt', level: 'advice', message }];
}

function checkOrigin({ location }: ImageUse, mediaOrigins: readonly string[]): Issue[] {
  const origin = blockedOrigin(location, mediaOrigins);
  if (origin === undefined) return [];
  const message = `${location}: ${expectedOrigin(origin)}. Put the file into media/, or name its origin there`;
  return [{ rule: 'image-file', level: 'fault', message }];
}

function checkFile({ location, shownWidth, isShared }: ImageUse, { width, fault }: FileState): Issue[] {
  if (fault !== undefined) return [{ rule: 'image-file', level: 'fault', message: `${location}: ${fault}` }];
  if (width === undefined || shownWidth === undefined || width >= shownWidth) return [];
  const message = `${location}: is ${width} pixels wide, but ${isShared ? 'shared' : 'shown'} ${shownWidth} pixels wide`;
  return [{ rule: 'image-size', level: isShared ? 'advice' : 'fault', message }];
}

/** `checkLinks` reports that there is no such file, or that it is outside of the folder. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

/** In messages of decoders. */
const INCOMPLETE = /premature|truncated|corrupt|bad seek|invalid|end of (?:file|data)|unable to/i;

async function readState(dir: string, location: string, scaler: Scaler): Promise<FileState> {
  try {
    const path = await pathWithin(join(dir, MEDIA_PREFIX), decodeURIComponent(location.slice(MEDIA_PREFIX.length)));
    const bytes = await readFile(path);
    const { isScalable, width } = await scaler.inspect(bytes);
    // A vector image is sharp at any size.
    if (!isScalable || !width) return {};
    if (!(await publishedFile(path)).parts && (await scaler.hasPlace(bytes)))
      return {
        fault: 'says where it was taken, and its file is published so: save it anew, without its metadata',
      };
    // The head of a truncated file is valid: only decoding all of it shows the error.
    await scaler.scale(bytes, TEST_WIDTH, 'jpg');
    return { width };
  } catch (error) {
    const [code] = codesOf(error);
    if (error instanceof URIError || error instanceof OutsideError || NO_FILE.has(code ?? '')) return {};
    if (code !== undefined) return { fault: toUnreadable(error).message };
    const message = error instanceof Error ? error.message : String(error);
    return {
      fault: `cannot be shown: ${INCOMPLETE.test(message) ? `the file is damaged, or not complete: get it again (${message})` : message}`,
    };
  }
}

function imagesIn(source: ContentFile | MarkdownFile): ImageUse[] {
  const { file, value } = source;
  const [kind = ''] = originalOf(file).split(/\/|\.yaml$/, 1);
  const uses: ImageUse[] = [];
  const walk = (value: unknown, path: PropertyKey[]) => {
    if (typeof value !== 'object' || value === null) return;
    if ('location' in value && isImage(value.location)) {
      const alt = 'alt' in value ? String(value.alt ?? '') : undefined;
      const place = [kind, ...path.filter((name) => typeof name === 'string')];
      const isLinked = isDocument(place);
      const shownWidth = SHOWN_WIDTHS[place.slice(0, 2).join('.')] ?? SHOWN_WIDTHS[kind] ?? DEFAULT_SHOWN_WIDTH;
      // A logo stands beside the name that it would repeat, and a favicon has no alternative text.
      const isDecorative = ['logo', 'logo_dark', 'favicon'].includes(String(path.at(-1)));
      const isShared = file === 'site.yaml' && path.at(-1) === 'picture';
      uses.push({
        location: value.location,
        alt: isDecorative || isLinked ? '' : alt,
        shownWidth: isLinked ? undefined : isShared ? SHARE_IMAGE.width : shownWidth,
        isShared,
        file,
        position: () => source.positionOf([...path, 'location']),
      });
    }
    for (const [name, field] of Object.entries(value))
      walk(field, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(value, []);
  return uses;
}

function imagesInText({ file, elements, positionOf }: FileText): ImageUse[] {
  return elements.images
    .filter(({ src }) => (isOwn(src) ? isImage(src) : /^https?:/i.test(src)))
    .map(({ src, width, at }) => ({
      location: src,
      // The rules of texts look at it.
      alt: '',
      // As wide as it is, unless its HTML says more: it is never enlarged to fill the column.
      shownWidth: width && Math.min(width, TEXT_WIDTH),
      file,
      position: () => positionOf(at),
    }));
}

/** Whether the file is in the content folder. */
const isOwn = (location: string): boolean => location.startsWith('/media/');
const isImage = (location: unknown): location is string => typeof location === 'string' && IMAGE_FILE.test(location);
