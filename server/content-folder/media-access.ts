import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ContentError } from '../../shared/content-error.ts';
import { locationKey, MEDIA_PREFIX } from '../images/image-location.ts';
import { pathWithinSync } from '../path-within.ts';
import { readHiddenFiles } from './hidden-files.ts';

/** The wait of a request for the content server. */
const HIDDEN_FILES_TIMEOUT_MS = 2_000;

/**
 * Which files of `media/` this process may serve. The content server knows; its answer counts until the content changes. While it
 * is not known, no file is served.
 */
export class MediaAccess {
  readonly #url: string;
  readonly #mediaDir: string;
  #hidden?: ReadonlySet<string>;
  #reading?: Promise<ReadonlySet<string>>;

  /** @param url the base of the content API @param contentDir the content folder */
  constructor(url: string, contentDir: string) {
    this.#url = url;
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

  /** Whether the file at a location is public. Rejects with a ContentError, 503, if the content server does not answer in time. */
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
    const reading = this.#reading ?? readHiddenFiles(this.#url, AbortSignal.timeout(HIDDEN_FILES_TIMEOUT_MS));
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
