import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { imageSize } from 'image-size';
import { lookup } from 'mrmime';

const PREFIX = '/media/';

interface Known {
  mime?: string;
  size: number;
  /** Of a picture. */
  width?: number;
  height?: number;
  sources: { location: string; width: number; mime: string }[];
}

/** Knows the files below `media/`: their type, their size in bytes and pixels, and the same picture in other sizes beside it (`name-480.avif`). */
export class Media {
  readonly #dir: string;
  readonly #files = new Map<string, Known | undefined>();

  constructor(contentDir: string) {
    this.#dir = join(contentDir, 'media');
  }

  /** What is known of a location; undefined when it is not below `/media/` or not there. */
  file(location: string): Known | undefined {
    if (!location.startsWith(PREFIX)) return undefined;
    if (!this.#files.has(location)) this.#files.set(location, this.#look(location));
    return this.#files.get(location);
  }

  #look(location: string): Known | undefined {
    try {
      const path = join(this.#dir, decodeURIComponent(location.slice(PREFIX.length)));
      const { size } = statSync(path);
      const mime = lookup(path);
      if (!mime?.startsWith('image/')) return { mime, size, sources: [] };
      return { mime, size, ...dimensions(path), sources: this.#siblings(path, location) };
    } catch {
      return undefined;
    }
  }

  #siblings(path: string, location: string): Known['sources'] {
    const stem = basename(path, extname(path));
    const sibling = new RegExp(`^${stem.replace(/[^\w-]/g, '\\$&')}-(\\d+)(\\.(?:avif|webp|jpg))$`);
    return readdirSync(dirname(path)).flatMap((name) => {
      const [, width, ending] = sibling.exec(name) ?? [];
      const mime = ending && lookup(ending);
      return mime ? [{ location: `${dirname(location)}/${name}`, width: Number(width), mime }] : [];
    });
  }
}

function dimensions(path: string): { width?: number; height?: number } {
  try {
    const { width, height } = imageSize(readFileSync(path));
    return { width, height };
  } catch {
    return {};
  }
}
