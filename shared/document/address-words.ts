import { type Locales, splitPath, wordsIn } from '@foyer/model';

const MAX_CHARACTERS = 100;

/** The words of an address without its edition, to search for: '/old-news/agm_2081' has 'old news agm 2081'. */
export function addressWords(path: string, locales: Locales): string {
  const { path: withoutEdition } = splitPath(path, locales);
  const words = wordsIn(decodedPath(withoutEdition)).join(' ');
  return [...words].slice(0, MAX_CHARACTERS).join('').trim();
}

/** A path as a visitor reads it. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[\dA-F]{2}/gi, ' ');
  }
}
