import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { locationKey, MEDIA_PREFIX } from '@foyer/images';
import { ContentError } from '@foyer/model';
import { pathWithinSync } from '@foyer/runtime';

/**
 * Which files of `media/` may be served. The content folder knows; its answer counts until the content changes. While it is not
 * known, no file is served.
 */
export class MediaAccess {
  readonly #hiddenFiles: () => Promise<ReadonlySet<string>>;
  readonly #mediaDir: string;
  #hidden?: ReadonlySet<string>;
  #reading?: Promise<ReadonlySet<string>>;

  /** @param hiddenFiles the keys of the files that are not public now @param contentDir the content folder */
  constructor(hiddenFiles: () => Promise<ReadonlySet<string>>, contentDir: string) {
    this.#hiddenFiles = hiddenFiles;
    this.#mediaDir = join(contentDir, MEDIA_PREFIX);
  }

  /** The content has changed, or the time of an item has come. */
  renew(): void {
    this.#hidden = undefined;
    this.#reading = undefined;
  }

  /** Whether the file at a location is known to be public. */
  isKnownPublic(location: string): boolean {
    return this.#hidden !== undefined && !this.#isAmong(this.#hidden, location);
  }

  /** Whether the file at a location is public. Rejects with a ContentError, 503, if the content folder cannot say. */
  async isPublic(location: string): Promise<boolean> {
    return !this.#isAmong(this.#hidden ?? (await this.#read()), location);
  }

  /** By its own name, or by that of the file to which a link leads. */
  #isAmong(hidden: ReadonlySet<string>, location: string): boolean {
    if (hidden.size === 0) return false;
    return hidden.has(locationKey(location)) || hidden.has(locationKey(this.#targetOf(location)));
  }

  #targetOf(location: string): string {
    try {
      const name = decodeURIComponent(location.slice(MEDIA_PREFIX.length));
      return MEDIA_PREFIX + relative(realpathSync.native(this.#mediaDir), pathWithinSync(this.#mediaDir, name));
    } catch {
      // There is no such file, or it is outside of the folder: it is not served.
      return location;
    }
  }

  async #read(): Promise<ReadonlySet<string>> {
    const reading = this.#reading ?? this.#hiddenFiles();
    this.#reading = reading;
    // An answer from before a change counts for the requests that have waited for it alone.
    const isCurrent = () => this.#reading === reading;
    try {
      const hidden = await reading;
      if (isCurrent()) this.#hidden = hidden;
      return hidden;
    } catch (cause) {
      if (isCurrent()) this.#reading = undefined;
      throw new ContentError(503, 'it is not known which files are public', { cause });
    }
  }
}
