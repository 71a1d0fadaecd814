import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderWriter } from '@foyer/api-reader';
import { CommandError } from '@foyer/command-line';
import { codesOf, isWithin } from '@foyer/runtime';
import * as z from 'zod';

/* What an import has written, for the next one: a file that has changed since then, an editor has changed. */

const MANIFEST = '.import/manifest.json';

/** Relative to the content folder. Editors share the manifest by git: another one could name any file of this machine. */
const file = z.string().refine(isWithin);

const mediaEntry = z.object({
  file,
  size: z.number(),
  /** As it was fetched. */
  hash: z.string().optional(),
  etag: z.string().optional(),
  modified: z.string().optional(),
});
export type MediaEntry = z.output<typeof mediaEntry>;

const manifest = z.object({
  version: z.literal(1),
  /** The editions that the folder has, that of the originals first. */
  locales: z.array(z.string()),
  /** The hash of each file as it was written. */
  files: z.record(file, z.string()),
  /** The names of the files of each kind by the ids of their items. */
  names: z.record(file, z.record(z.string(), file)),
  /** By the address from which it was fetched. */
  media: z.record(z.string(), mediaEntry),
});
export type Manifest = z.output<typeof manifest>;

/**
 * The manifest of a folder for an import of some editions; an empty one if there is none. Rejects with a CommandError for one
 * that cannot be read, and for one of a folder with other editions: its translations would seem to be gone.
 */
export async function readManifest(dir: string, locales: readonly string[]): Promise<Manifest> {
  const path = join(dir, MANIFEST);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const [code = ''] = codesOf(error);
    if (code === 'ENOENT') return undefined;
    throw new CommandError(
      `${path} cannot be read (${code}): correct its permissions, and run the same command again.`,
    );
  });
  if (text === undefined) return { version: 1, locales: [...locales], files: {}, names: {}, media: {} };
  const read = parse(text);
  if (!read) {
    throw new CommandError(
      `${path} cannot be read: restore it, or delete it. Without it every file counts as changed by an editor.`,
    );
  }
  if (read.locales[0] !== locales[0] || read.locales.some((locale) => !locales.includes(locale))) {
    const known = read.locales.join();
    throw new CommandError(
      `${dir} has been imported with --locales ${known}: name the same languages, or another folder.`,
      2,
    );
  }
  return { ...read, locales: [...locales] };
}

/** Undefined for a text that is no manifest. */
function parse(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const writeManifest = (writer: FolderWriter, value: Manifest): Promise<void> =>
  writer.write(MANIFEST, `${JSON.stringify(value, undefined, 1)}\n`);

export const hashOf = (content: string | Uint8Array): string => new FileHash().update(content).digest();

/** The hash of a file of which the parts arrive one after another. */
export class FileHash {
  readonly #hash = createHash('sha256');

  update(content: string | Uint8Array): this {
    this.#hash.update(content);
    return this;
  }

  digest(): string {
    return this.#hash.digest('base64url').slice(0, 22);
  }
}
