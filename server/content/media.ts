import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { imageSize } from 'image-size';
import { lookup } from 'mrmime';
import { stampOf } from './files.ts';

const PREFIX = '/media/';

interface Known {
  mime?: string;
  size: number;
  /** Of a picture. */
  width?: number;
  height?: number;
  sources: { location: string; width: number; mime: string }[];
}

/** What has been asked for, and what the answer was. */
export type Asked = ReadonlyMap<string, Known | undefined>;

/** Knows the files below `media/`: their type, their size in bytes and pixels, and the same picture in other sizes beside it (`name-480.avif`). */
export class Media {
  readonly #dir: string;
  readonly #files = new Map<string, { stamp: string; known?: Known }>();
  readonly #folders = new Map<string, Map<string, Size[]>>();
  #asked?: Map<string, Known | undefined>;

  constructor(contentDir: string) {
    this.#dir = join(contentDir, 'media');
  }

  /** What is known of a location; undefined when it is not below `/media/` or not there. */
  file(location: string): Known | undefined {
    if (!location.startsWith(PREFIX)) return undefined;
    const known = this.#known(location);
    this.#asked?.set(location, known);
    return known;
  }

  /** Looks again at what has changed; what has not stays the same object. */
  renew(): void {
    this.#folders.clear();
    for (const [location, { stamp }] of this.#files) {
      if (this.#stamp(location) !== stamp) this.#files.delete(location);
    }
  }

  /** What `read` returns, and what it has asked for. */
  whileAsking<T>(read: () => T): { result: T; asked: Asked } {
    const asked = new Map<string, Known | undefined>();
    this.#asked = asked;
    const result = read();
    this.#asked = undefined;
    return { result, asked };
  }

  /** Whether the answers are still the same. */
  isSame(asked: Asked): boolean {
    for (const [location, known] of asked) if (this.#known(location) !== known) return false;
    return true;
  }

  #known(location: string): Known | undefined {
    const file = this.#files.get(location) ?? { stamp: this.#stamp(location), known: this.#look(location) };
    this.#files.set(location, file);
    return file.known;
  }

  #stamp(location: string): string {
    try {
      const path = this.#path(location);
      return [stampOf(path), ...this.#sizes(path).map(({ name }) => name)].join('/');
    } catch {
      return '';
    }
  }

  #look(location: string): Known | undefined {
    try {
      const path = this.#path(location);
      const { size } = statSync(path);
      const mime = lookup(path);
      if (!mime?.startsWith('image/')) return { mime, size, sources: [] };
      const sources = this.#sizes(path).map(({ name, width, mime }) => ({
        location: `${dirname(location)}/${name}`,
        width,
        mime,
      }));
      return { mime, size, ...dimensions(path), sources };
    } catch {
      return undefined;
    }
  }

  #path(location: string): string {
    return join(this.#dir, decodeURIComponent(location.slice(PREFIX.length)));
  }

  #sizes(path: string): Size[] {
    const folder = dirname(path);
    const sizes = this.#folders.get(folder) ?? sizesIn(folder);
    this.#folders.set(folder, sizes);
    return sizes.get(basename(path, extname(path))) ?? [];
  }
}

/** A picture in another size. */
interface Size {
  name: string;
  width: number;
  mime: string;
}

const SIZE = /^(.+)-(\d+)(\.(?:avif|webp|jpg))$/s;

/** By the name of the picture. */
function sizesIn(folder: string): Map<string, Size[]> {
  const sizes = new Map<string, Size[]>();
  for (const name of readdirSync(folder)) {
    const [, picture, width, ending] = SIZE.exec(name) ?? [];
    const mime = ending && lookup(ending);
    if (picture === undefined || !mime) continue;
    const known = sizes.get(picture) ?? [];
    known.push({ name, width: Number(width), mime });
    sizes.set(picture, known);
  }
  return sizes;
}

function dimensions(path: string): { width?: number; height?: number } {
  try {
    const { width, height } = imageSize(readFileSync(path));
    return { width, height };
  } catch {
    return {};
  }
}
