import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';

/** Bytes of a YAML or Markdown file: to parse so much YAML takes 0.1 to 0.3 s, in which visitors wait. */
export const FILE_BYTES = 500_000;

/** Why a file or folder cannot be read, in words for an editor. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const REASONS: Record<string, string> = {
  ELOOP: 'a link that leads to itself',
  ENOENT: 'there is no such file, or it is a link that leads nowhere',
  ENOTDIR: 'expected a folder, this is a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
};

const unreadable = (error: unknown): Unreadable => {
  if (error instanceof Unreadable) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new Unreadable(REASONS[code] ?? `cannot be read: ${code}`, { cause: error });
};

/** The text of a regular file of at most FILE_BYTES; `isUtf8` is false where bytes were replaced. Throws Unreadable. */
export function readText(path: string): { text: string; isUtf8: boolean } {
  let file: number | undefined;
  try {
    // Without O_NONBLOCK a named pipe would block the process until another one writes into it.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new Unreadable('expected a file, this is a folder');
    if (!stats.isFile()) throw new Unreadable('expected a file, this is a device or a pipe');
    if (stats.size > FILE_BYTES)
      throw new Unreadable(`larger than ${FILE_BYTES.toLocaleString('en')} bytes: divide it`);
    const bytes = readUpTo(file, stats.size);
    return { text: bytes.toString('utf8'), isUtf8: isUtf8(bytes) };
  } catch (error) {
    throw unreadable(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The beginning of a file, or all of it. Throws what the file system throws. */
export function readBeginning(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readUpTo(file, Math.min(fstatSync(file).size, maxBytes));
  } finally {
    closeSync(file);
  }
}

function readUpTo(file: number, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const read = readSync(file, bytes, length, maxBytes - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** The names in a folder, sorted; undefined where there is no such folder. Throws Unreadable. */
export function listFolder(path: string): string[] | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) && readdirSync(path).sort();
  } catch (error) {
    throw unreadable(error);
  }
}

/** Whether there is anything at a path, be it a link that leads nowhere. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // It cannot be looked at: reading it says why.
    return true;
  }
}

/** Tells one state of a file from another; undefined where it has none that can be looked at. */
export function stampOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
  } catch {
    return undefined;
  }
}
