import { ITEM_NAME } from '@foyer/model';
import GithubSlugger from 'github-slugger';
import { mimes } from 'mrmime';

/* Names of files from what a CMS sends. None leads out of its folder, and each is a name on every system. */

const MAX_NAME_CHARACTERS = 80;
/** Of the path of a file below `media/`, in bytes: its encoded address must be one that the server accepts. */
const MAX_MEDIA_PATH_BYTES = 400;
/** Above a file below `media/`. */
const MAX_MEDIA_FOLDERS = 6;
/** Names of devices on Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|readme)$/i;
/** Folders of media on a CMS: the content folder has one of its own. */
const MEDIA_FOLDERS = new Set(['media', 'storage', 'uploads', 'files', 'static']);
const ENDING = /\.[a-z0-9]{1,8}$/i;

/** Chooses names that differ on systems that do not tell capitals from small letters, too. None is a folder of another one. */
export class UniqueNames {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** @param join makes another name of a stem and a number */
  take(name: string, join: (number: number) => string): string {
    const isTaken = (text: string) => this.#files.has(text.toLowerCase()) || this.#folders.has(text.toLowerCase());
    let free = name;
    for (let number = 2; isTaken(free); number += 1) free = join(number);
    this.reserve(free);
    return free;
  }

  /** A folder of this name, or of a similar one if a file has it. */
  folder(name: string): string {
    let free = name;
    for (let number = 2; this.#files.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
    return free;
  }

  reserve(name: string): void {
    const key = name.toLowerCase();
    this.#files.add(key);
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1))
      this.#folders.add(key.slice(0, end));
  }
}

/** The name of an item's file, without its ending: its slug, the letters of its name, or its id. */
export function itemFileName({ slug, name, id }: { slug?: string; name?: string; id?: string }): string {
  const stems = [slug, asciiOf(name ?? ''), id].map((text) => fileStem(text ?? ''));
  const stem = stems.find((text) => text.length > 1) ?? stems.find(Boolean) ?? 'item';
  return RESERVED.test(stem) ? `${stem}-item` : stem;
}

const fileStem = (text: string): string =>
  ITEM_NAME.test(text)
    ? text
        .toLowerCase()
        .slice(0, MAX_NAME_CHARACTERS)
        .replace(/(?<![-_])[-_]+$/, '')
    : '';

/** A name as a slug, if it is in Latin letters. */
function asciiOf(name: string): string {
  const slug = new GithubSlugger().slug(name.normalize('NFKD').replace(/\p{M}/gu, ''));
  const ascii = slug.replace(/[^a-z0-9]+/g, '-').replace(/^-+|(?<!-)-+$/g, '');
  return ascii.length >= slug.length / 2 ? ascii.slice(0, MAX_NAME_CHARACTERS).replace(/(?<!-)-+$/, '') : '';
}

/** The path of a file below `media/`, by its address. @param type of its content, for an address without an ending */
export function mediaFileName(address: string, type: string | undefined, names: UniqueNames): string {
  const segments = new URL(address).pathname.split('/').map(safeSegment).filter(Boolean);
  const [first = '', ...rest] = segments;
  const path = MEDIA_FOLDERS.has(first.toLowerCase()) && rest.length > 0 ? rest : segments;
  const last = path.at(-1) ?? 'file';
  const ending = ENDING.exec(last)?.[0] ?? endingOf(type);
  const stem = [...foldersOf(path, names), last.replace(ENDING, '') || 'file'].join('/');
  return names.take(stem + ending, (number) => `${stem}-${number}${ending}`);
}

/** The folders of a file: the innermost of its path that are within the limits. */
function foldersOf(path: readonly string[], names: UniqueNames): string[] {
  let folders = path.slice(0, -1).slice(-MAX_MEDIA_FOLDERS);
  while (folders.length > 0 && Buffer.byteLength([...folders, path.at(-1)].join('/')) > MAX_MEDIA_PATH_BYTES)
    folders = folders.slice(1);
  const chosen: string[] = [];
  for (const folder of folders)
    chosen.push(
      names
        .folder([...chosen, folder].join('/'))
        .split('/')
        .at(-1) ?? folder,
    );
  return chosen;
}

function safeSegment(encoded: string): string {
  const text = decoded(encoded).normalize('NFC');
  const safe = text
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
  const [ending = ''] = ENDING.exec(safe) ?? [];
  const stem = safe
    .slice(0, safe.length - ending.length)
    .slice(0, MAX_NAME_CHARACTERS)
    // Half of a character of two code units.
    .replace(/[\uD800-\uDBFF]$/, '');
  return (RESERVED.test(stem) ? `${stem}-file` : stem) + ending;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function endingOf(type: string | undefined): string {
  const [ending] = Object.entries(mimes).find(([, mime]) => mime === type) ?? [];
  return ending === undefined ? '' : `.${type === 'image/jpeg' ? 'jpg' : ending}`;
}

/** The location of a file below `media/`. */
export const mediaLocation = (file: string): string => `/media/${file.split('/').map(encodeURIComponent).join('/')}`;
