import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalLocation, isTurned, locationKey, MEDIA_PREFIX } from '@foyer/images';
import { OutsideError, pathWithinSync } from '@foyer/runtime';
import { imageSize } from 'image-size';
import { lookup } from 'mrmime';
import { readFileHead, readTextFile, toUnreadable, UnreadableFileError } from './file-system.ts';
import { KnownFiles } from './known-files.ts';
import { mediaLinks } from './media-links.ts';

/** How much of an image is searched for its dimensions. They come before the pixels, but behind the camera's metadata. */
const DIMENSIONS_BYTES = 1_000_000;

/** Of a larger one the orientation is not looked for: nothing scales it. */
const MAX_WEBP_BYTES = 40_000_000;

/** The stamp of no file. */
const CHANGED = 'changed';

export interface MediaFacts {
  mime?: string;
  /** In bytes. */
  size: number;
  /** Of an image, in pixels. */
  width?: number;
  height?: number;
}

/** A file of `media/` at the time at which it was looked up. */
export interface MediaVersion {
  location: string;
  /** Another one means another version; empty if there was no such file. */
  stamp: string;
  facts?: MediaFacts;
}

/** The locations that were looked up while a file was parsed, each with the facts at that time. */
export type MediaDependencies = ReadonlyMap<string, MediaFacts | undefined>;

/** Facts about the files in `media/`. The facts of a file stay the same object until the file changes. */
export class MediaFiles {
  readonly #mediaDir: string;
  readonly #known: KnownFiles;
  readonly #files = new Map<string, { stamp: string; facts?: MediaFacts }>();
  #dependencies?: Map<string, MediaFacts | undefined>;
  #haveChanged = false;

  constructor(contentDir: string, known = new KnownFiles(contentDir)) {
    this.#mediaDir = join(contentDir, MEDIA_PREFIX);
    this.#known = known;
  }

  /** The facts about the file at a location; undefined if the location is not below `/media/` or there is no such file. */
  factsOf(location: string): MediaFacts | undefined {
    if (!location.startsWith(MEDIA_PREFIX)) return undefined;
    const facts = this.#cachedFacts(location);
    this.#dependencies?.set(location, facts);
    return facts;
  }

  /** Why there are no facts about a location. */
  absenceOf(location: string): string {
    try {
      const file = fileOf(location);
      if (file !== '') pathWithinSync(this.#mediaDir, file);
    } catch (error) {
      if (error instanceof OutsideError) return toUnreadable(error).message;
    }
    const other = this.#inOtherCase(location);
    return other === undefined ? 'there is no such file' : `there is no such file: did you mean ${other}?`;
  }

  /** The name of a file beside, which differs in its case alone: on Windows and macOS both are one. */
  #inOtherCase(location: string): string | undefined {
    try {
      const name = fileOf(location);
      const names = readdirSync(join(this.#mediaDir, dirname(name)));
      const [own, key] = [basename(name), locationKey(basename(name))];
      return names.find((other) => other !== own && locationKey(other) === key);
    } catch {
      return undefined;
    }
  }

  /** Returns a function that finds the key of the file to which a key leads. */
  links(): Promise<(key: string) => string> {
    return mediaLinks(this.#mediaDir);
  }

  /** The text of a small file at a location. Throws an UnreadableFileError. */
  readText(location: string): { text: string; isUtf8: boolean } {
    return readTextFile(this.#mediaDir, fileOf(location));
  }

  /** Forgets the facts about files that have changed, appeared or disappeared. */
  refresh(): void {
    const before = this.#files.size;
    for (const [location, { stamp }] of this.#files) {
      if (this.#stamp(location) !== stamp) this.#files.delete(location);
    }
    this.#haveChanged = this.#files.size < before;
  }

  /** Whether the last `refresh` has forgotten facts. */
  get haveChanged(): boolean {
    return this.#haveChanged;
  }

  /**
   * Runs `parse` and resolves with its result and the facts that it looked up. Facts that a request looks up at the same
   * time are among them. One call at a time.
   */
  async trackDependencies<T>(parse: () => T | Promise<T>): Promise<{ result: T; dependencies: MediaDependencies }> {
    const dependencies = new Map<string, MediaFacts | undefined>();
    this.#dependencies = dependencies;
    try {
      return { result: await parse(), dependencies };
    } finally {
      this.#dependencies = undefined;
    }
  }

  /** Whether the facts that were looked up have not changed since. */
  areUnchanged(dependencies: MediaDependencies): boolean {
    for (const [location, facts] of dependencies) if (this.#cachedFacts(location) !== facts) return false;
    return true;
  }

  /** The versions of the files whose facts were looked up. */
  versionsOf(dependencies: MediaDependencies): MediaVersion[] {
    return [...dependencies].map(([location, facts]) => {
      const file = this.#files.get(location);
      // Facts of an earlier version must not get the stamp of this one.
      return { location, stamp: file && file.facts === facts ? file.stamp : CHANGED, facts };
    });
  }

  /** Takes over the facts that an earlier process has looked up; undefined if one of the files is no longer the same. */
  restoreDependencies(versions: readonly MediaVersion[]): MediaDependencies | undefined {
    const dependencies = new Map<string, MediaFacts | undefined>();
    for (const { location, stamp, facts } of versions) {
      const file = this.#files.get(location) ?? { stamp: this.#stamp(location), facts };
      if (file.stamp !== stamp) return undefined;
      this.#files.set(location, file);
      dependencies.set(location, file.facts);
    }
    return dependencies;
  }

  #cachedFacts(location: string): MediaFacts | undefined {
    const file = this.#files.get(location) ?? { stamp: this.#stamp(location), facts: this.#readFacts(location) };
    this.#files.set(location, file);
    return file.facts;
  }

  #stamp(location: string): string {
    try {
      return this.#known.stamp(`media/${fileOf(location)}`) ?? '';
    } catch {
      return '';
    }
  }

  #readFacts(location: string): MediaFacts | undefined {
    try {
      const path = pathWithinSync(this.#mediaDir, fileOf(location));
      const stats = statSync(path);
      if (!stats.isFile()) return undefined;
      const { size } = stats;
      const mime = lookup(path);
      return { mime, size, ...(mime?.startsWith('image/') && dimensionsOf(path)) };
    } catch {
      return undefined;
    }
  }
}

/** The file of a location, relative to the folder `media`. Throws an UnreadableFileError for a location that can name none. */
function fileOf(location: string): string {
  const path = canonicalLocation(location);
  if (path === undefined) throw new UnreadableFileError('expected a file of the folder media');
  return decodeURIComponent(path.slice(MEDIA_PREFIX.length));
}

/** The dimensions as displayed, with the orientation applied; empty if they cannot be read. */
function dimensionsOf(path: string): { width?: number; height?: number } {
  try {
    const bytes = readFileHead(path, DIMENSIONS_BYTES);
    const { width, height, orientation = 1, type } = imageSize(bytes);
    // A WebP has its orientation at its end.
    const isLying =
      type === 'jpg' ? orientation > 4 : isTurned(type === 'webp' ? readFileHead(path, MAX_WEBP_BYTES) : bytes);
    return isLying ? { width: height, height: width } : { width, height };
  } catch {
    return {};
  }
}
