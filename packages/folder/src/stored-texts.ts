import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

const DIGEST_CHARACTERS = 22;

/** A digest of a text, by which a damaged copy of it is known. */
export const digestOf = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS);

/** Closes a file when no text is in it any more: texts of items that have been replaced stay in an earlier file. */
const openFiles = new FinalizationRegistry<FileHandle>((handle) => {
  // It was only read since it was complete: an error of the disk loses nothing.
  handle.close().catch(() => {});
});

/**
 * Texts in a file, which are read when they are needed: they take no memory. The file may be renamed or deleted meanwhile, and must
 * not be written any more.
 */
export class StoredTexts {
  readonly #handle: FileHandle;

  /** @param handle is closed when nothing refers to the texts */
  constructor(handle: FileHandle) {
    this.#handle = handle;
    openFiles.register(this, handle);
  }

  /** The bytes at a place. Throws if they cannot be read, or are not those of the digest. */
  read({ offset, bytes, digest }: { offset: number; bytes: number; digest: string }): Buffer {
    const text = Buffer.alloc(bytes);
    for (let read = 0; read < bytes; ) {
      const more = readSync(this.#handle.fd, text, read, bytes - read, offset + read);
      if (more === 0) throw new Error('a stored text is incomplete');
      read += more;
    }
    if (digestOf(text) !== digest) throw new Error('the digest of a stored text does not fit');
    return text;
  }
}
