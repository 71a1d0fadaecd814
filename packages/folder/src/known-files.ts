import { basename, dirname, join } from 'node:path';
import { TimeSlice } from '@foyer/runtime';
import { fileStamp, listFolder, pathExists, UnreadableFileError } from './file-system.ts';

/** The files that may have changed, appeared or disappeared, relative to the content folder; `any`: it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'any';

export const bothChanged = (one: ChangedFiles, other: ChangedFiles): ChangedFiles =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other]);

/** The names in a folder, or why it cannot be listed; none of them if it does not exist. */
interface Listing {
  names?: readonly string[];
  failure?: UnreadableFileError;
}

/**
 * The names in the folders of a content folder, and the stamps of its files. Each is read once, until it may have changed: a
 * folder may have very many. All paths are relative to the content folder, with `/`.
 */
export class KnownFiles {
  readonly #dir: string;
  readonly #listings = new Map<string, Listing>();
  readonly #stamps = new Map<string, string | undefined>();
  #changed: ChangedFiles = 'any';

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** As `listFolder`: the same array until a file in the folder may have appeared or disappeared. */
  list(folder: string): readonly string[] | undefined {
    const listing = this.#listings.get(folder) ?? listingOf(this.#dir, folder);
    this.#listings.set(folder, listing);
    if (listing.failure) throw listing.failure;
    return listing.names;
  }

  /** As `fileStamp`. */
  stamp(file: string): string | undefined {
    const known = this.#stamps.get(file);
    if (known !== undefined || this.#stamps.has(file)) return known;
    const stamp = fileStamp(join(this.#dir, file));
    this.#stamps.set(file, stamp);
    return stamp;
  }

  /** Whether a file was among those of the last `forget`. Callers that keep what they have read must ask after each `forget`. */
  mayHaveChanged(file: string): boolean {
    return this.#changed === 'any' || this.#changed.has(file);
  }

  /** Forgets what may have changed. */
  forget(changed: ChangedFiles): void {
    this.#changed = changed;
    if (changed === 'any') {
      this.#listings.clear();
      this.#stamps.clear();
      return;
    }
    for (const file of changed) {
      this.#stamps.delete(file);
      // It may be a folder now.
      this.#listings.delete(file);
      // The names stay where a file was only written, or written aside and renamed.
      const folder = folderOf(file);
      const isListed = this.#listings.get(folder)?.names?.includes(basename(file));
      if (isListed !== pathExists(join(this.#dir, file))) this.#listings.delete(folder);
    }
  }

  /** Whether all that is known is still true. It yields to the event loop between folders and files. */
  async isCurrent(): Promise<boolean> {
    const slice = new TimeSlice();
    for (const [folder, listing] of [...this.#listings]) {
      if (!areSame(listing, listingOf(this.#dir, folder))) return false;
      if (slice.isUsedUp) await slice.end();
    }
    for (const [file, stamp] of [...this.#stamps]) {
      if (fileStamp(join(this.#dir, file)) !== stamp) return false;
      if (slice.isUsedUp) await slice.end();
    }
    return true;
  }
}

/** Empty for the content folder itself. */
function folderOf(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? '' : folder;
}

function listingOf(dir: string, folder: string): Listing {
  try {
    return { names: listFolder(dir, folder) };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { failure: error };
    throw error;
  }
}

const areSame = (one: Listing, other: Listing): boolean =>
  one.failure?.message === other.failure?.message &&
  one.names?.length === other.names?.length &&
  (one.names ?? []).every((name, index) => name === other.names?.[index]);
