import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { imageSize } from 'image-size';

const MIME: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.jpg': 'image/jpeg' };
const PREFIX = '/media/';

interface Picture {
  width?: number;
  height?: number;
  size?: number;
  sources: { location: string; width: number; mime: string }[];
}

/** Knows the files below `media/`: their size in bytes and pixels, and the same picture in other sizes beside it (`name-480.avif`). */
export class Media {
  readonly #dir: string;
  readonly #pictures = new Map<string, Picture | undefined>();

  constructor(contentDir: string) {
    this.#dir = join(contentDir, 'media');
  }

  /** What is known of a location; undefined when it is not below `/media/` or not there. */
  picture(location: string): Picture | undefined {
    if (!location.startsWith(PREFIX)) return undefined;
    if (!this.#pictures.has(location)) this.#pictures.set(location, this.#look(location));
    return this.#pictures.get(location);
  }

  #look(location: string): Picture | undefined {
    try {
      const path = join(this.#dir, decodeURIComponent(location.slice(PREFIX.length)));
      const { size } = statSync(path);
      return { size, ...dimensions(path), sources: this.#siblings(path, location) };
    } catch {
      return undefined;
    }
  }

  #siblings(path: string, location: string): Picture['sources'] {
    const stem = basename(path, extname(path));
    const sibling = new RegExp(`^${stem.replace(/[^\w-]/g, '\\$&')}-(\\d+)(\\.(?:avif|webp|jpg))$`);
    return readdirSync(dirname(path)).flatMap((name) => {
      const [, width, ending] = sibling.exec(name) ?? [];
      const mime = ending && MIME[ending];
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
