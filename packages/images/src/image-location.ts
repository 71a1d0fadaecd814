import { posix } from 'node:path';

/** Where the files of the content folder's `media` folder are served. */
export const MEDIA_PREFIX = '/media/';

/** Whether a location is a file of the content folder; else it is the URL of an image of another origin. */
export const isInContentFolder = (location: string): boolean => location.startsWith(MEDIA_PREFIX);

/**
 * The key by which two locations are compared: decoded, without dot segments, and without what some file systems ignore, the
 * case and the composition of characters.
 */
export function locationKey(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return posix.normalize(decoded(path)).normalize('NFC').toLowerCase();
}

/** A percent sign that an editor has not encoded stays. */
const decoded = (path: string): string => path.replace(/(?:%[\da-f]{2})+/gi, (run) => decodedRun(run) ?? run);

function decodedRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

/**
 * The canonical form of a location, so that one original has one name however an editor writes it. Undefined if it leads out
 * of the content folder or cannot be decoded.
 */
export function canonicalLocation(written: string): string | undefined {
  const [location = ''] = written.split('#', 1);
  if (!isInContentFolder(location)) return location;
  try {
    const path = posix.normalize(decodeURIComponent(location.split('?', 1)[0] ?? ''));
    return isInContentFolder(path) ? path.split('/').map(encodeURIComponent).join('/') : undefined;
  } catch {
    return undefined;
  }
}
