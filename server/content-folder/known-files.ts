import { basename, dirname, join } from 'node:path';
import { fileStamp, listFolder, UnreadableFileError } from './file-system.ts';
import { createYielder } from './yield-to-event-loop.ts';

/** The files that may have changed, appeared or disappeared, relative to the content folder; `any`: it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'any';

export const bothChanged = (one: ChangedFiles, other: ChangedFiles): ChangedFiles =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other]);

/**
 * The names in the folders of a content folder, and the stamps of its files. Each is read once, until it may have changed: a
 * folder may have very many. All paths are relative to the content folder.
 */
export class KnownFiles {
  readonly #dir: string;
  readonly #names = new Map<string, readonly string[] | undefined>();
  readonly #stamps = new Map<string, string | undefined>();
  #changed: ChangedFiles = 'any';

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** As `listFolder`: the same array as long as the names are the same. */
  list(folder: string): readonly string[] | undefined {
    if (!this.#names.has(folder)) this.#names.set(folder, listFolder(join(this.#dir, folder)));
    return this.#names.get(folder);
  }

  /** As `fileStamp`. */
  stamp(file: string): string | undefined {
    const known = this.#stamps.get(file);
    if (known !== undefined || this.#stamps.has(file)) return known;
    const stamp = fileStamp(join(this.#dir, file));
    this.#stamps.set(file, stamp);
    return stamp;
  }

  /** Whether a file may have changed between the last two calls of `forget`. */
  mayHaveChanged(file: string): boolean {
    return this.#changed === 'any' || this.#changed.has(file);
  }

  /** Forgets what may have changed. */
  forget(changed: ChangedFiles): void {
    this.#changed = changed;
    if (changed === 'any') {
      this.#names.clear();
      this.#stamps.clear();
      return;
    }
    for (const file of changed) {
      this.#stamps.delete(file);
      // The names stay the same where a file was only written.
      const folder = folderOf(file);
      const names = this.#names.get(folder);
      const isListed = names?.includes(basename(file));
      if (!isListed || fileStamp(join(this.#dir, file)) === undefined) this.#names.delete(folder);
    }
  }

  /** Whether all that is known is still true. It yields to the event loop. */
  async isCurrent(): Promise<boolean> {
    const yieldTurn = createYielder();
    for (const [folder, names] of [...this.#names]) {
      if (!areSame(names, namesIn(join(this.#dir, folder)))) return false;
      await yieldTurn();
    }
    for (const [file, stamp] of [...this.#stamps]) {
      if (fileStamp(join(this.#dir, file)) !== stamp) return false;
      await yieldTurn();
    }
    return true;
  }
}

/** Empty for the content folder itself. */
function folderOf(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? '' : folder;
}

/** Undefined also for a folder that can no longer be listed: one that could not be is not known. */
function namesIn(folder: string): string[] | undefined {
  try {
    return listFolder(folder);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return undefined;
  }
}

const areSame = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one?.length === other?.length && (one ?? []).every((name, index) => name === other?.[index]);
