import { dirname, resolve } from 'node:path';
import { fileStamp, listFolder, UnreadableFileError } from './file-system.ts';
import { createYielder } from './yield-to-event-loop.ts';

/** Paths of files that may have changed, appeared or disappeared since they were read; `any`: it is not known which. */
export type ChangedPaths = ReadonlySet<string> | 'any';

export const bothChanged = (one: ChangedPaths, other: ChangedPaths): ChangedPaths =>
  one === 'any' || other === 'any' ? 'any' : new Set([...one, ...other]);

/** The names in folders and the stamps of files, each read once until it may have changed: a folder may have very many. */
export class KnownFiles {
  readonly #names = new Map<string, readonly string[] | undefined>();
  readonly #stamps = new Map<string, string | undefined>();

  /** As `listFolder`. */
  list(folder: string): readonly string[] | undefined {
    const path = resolve(folder);
    if (!this.#names.has(path)) this.#names.set(path, listFolder(path));
    return this.#names.get(path);
  }

  /** As `fileStamp`. */
  stamp(path: string): string | undefined {
    const known = this.#stamps.get(path);
    if (known !== undefined || this.#stamps.has(path)) return known;
    const stamp = fileStamp(path);
    this.#stamps.set(path, stamp);
    return stamp;
  }

  /** Forgets what may have changed. */
  forget(changed: ChangedPaths): void {
    if (changed === 'any') {
      this.#names.clear();
      this.#stamps.clear();
      return;
    }
    for (const path of changed) {
      this.#stamps.delete(path);
      this.#names.delete(resolve(dirname(path)));
    }
  }

  /** Whether all that is known is still true. It yields to the event loop. */
  async isCurrent(): Promise<boolean> {
    const yieldTurn = createYielder();
    for (const [folder, names] of [...this.#names]) {
      if (!areSame(names, namesIn(folder))) return false;
      await yieldTurn();
    }
    for (const [path, stamp] of [...this.#stamps]) {
      if (fileStamp(path) !== stamp) return false;
      await yieldTurn();
    }
    return true;
  }
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
