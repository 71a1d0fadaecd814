import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderWriter } from '@foyer/api-reader';
import * as z from 'zod';

/*
 * Files that an editor has changed and the CMS, too: the CMS's version lies beside the folder as a copy. Deleting the
 * copy resolves the conflict.
 */

/** Where the CMS's versions are. */
export const CONFLICTS = '.import/conflicts';
/** Not in the manifest, which editors share by git: the copies are on one machine, and elsewhere none has been deleted. */
const COPIED = '.import/conflicts.json';

const copied = z.record(z.string(), z.string());

export class Conflicts {
  readonly #dir: string;
  readonly #writer: FolderWriter;
  /** The hash of the copy of each file. */
  readonly #copied: Map<string, string>;

  private constructor(dir: string, writer: FolderWriter, known: z.output<typeof copied>) {
    this.#dir = dir;
    this.#writer = writer;
    this.#copied = new Map(Object.entries(known));
  }

  /** If the list of copies cannot be read, all conflicts are reported again. */
  static async open(dir: string, writer: FolderWriter): Promise<Conflicts> {
    const text = await readFile(join(dir, COPIED), 'utf8').catch(() => '{}');
    return new Conflicts(dir, writer, parse(text));
  }

  /** Of a file, the hash of a copy that an editor has deleted. */
  async deletedCopyOf(file: string): Promise<string | undefined> {
    const hash = this.#copied.get(file);
    if (hash === undefined) return undefined;
    const isThere = await access(join(this.#dir, CONFLICTS, file)).then(
      () => true,
      () => false,
    );
    return isThere ? undefined : hash;
  }

  /** @param hash of the CMS's version, of which there is a copy now */
  add(file: string, hash: string): void {
    this.#copied.set(file, hash);
  }

  /** The conflict is resolved, or there was none. */
  async end(file: string): Promise<void> {
    this.#copied.delete(file);
    await this.#writer.remove(`${CONFLICTS}/${file}`);
  }

  async save(): Promise<void> {
    if (this.#copied.size === 0) return this.#writer.remove(COPIED);
    await this.#writer.write(COPIED, `${JSON.stringify(Object.fromEntries(this.#copied), undefined, 1)}\n`);
  }
}

function parse(text: string): z.output<typeof copied> {
  try {
    return copied.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
