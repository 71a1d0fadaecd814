import { statSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { lookup } from 'mrmime';
import { readBeginning, stampOf } from './file-system.ts';

const PREFIX = '/media/';
/** Bytes of a picture that are searched for its dimensions: they stand before the picture, behind what the camera says of it. */
const DIMENSIONS_BYTES = 1_000_000;

interface Known {
  mime?: string;
  size: number;
  /** Of a picture. */
  width?: number;
  height?: number;
}

/** What has been asked for, and what the answer was. */
export type Asked = ReadonlyMap<string, Known | undefined>;

/** Knows the files below `media/`: their type, their size in bytes and pixels. */
export class Media {
  readonly #dir: string;
  readonly #files = new Map<string, { stamp: string; known?: Known }>();
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
    for (const [location, { stamp }] of this.#files) {
      if (this.#stamp(location) !== stamp) this.#files.delete(location);
    }
  }

  /** What `read` resolves with, and what it has asked for: at least, for visitors may ask in between. One at a time. */
  async whileAsking<T>(read: () => T | Promise<T>): Promise<{ result: T; asked: Asked }> {
    const asked = new Map<string, Known | undefined>();
    this.#asked = asked;
    try {
      return { result: await read(), asked };
    } finally {
      this.#asked = undefined;
    }
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
      return stampOf(this.#path(location)) ?? '';
    } catch {
      // An address that is not well encoded names no file.
      return '';
    }
  }

  #look(location: string): Known | undefined {
    try {
      const path = this.#path(location);
      const { size } = statSync(path);
      const mime = lookup(path);
      return { mime, size, ...(mime?.startsWith('image/') && dimensions(path)) };
    } catch {
      return undefined;
    }
  }

  #path(location: string): string {
    return join(this.#dir, decodeURIComponent(location.slice(PREFIX.length)));
  }
}

/** As it is shown: a camera that was held sideways says so in the file. */
function dimensions(path: string): { width?: number; height?: number } {
  try {
    const { width, height, orientation = 1 } = imageSize(readBeginning(path, DIMENSIONS_BYTES));
    return orientation < 5 ? { width, height } : { width: height, height: width };
  } catch {
    return {};
  }
}
