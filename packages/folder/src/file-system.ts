import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError, pathWithinSync } from '@foyer/runtime';

/* Reads files and folders that editors write. Nothing here waits for a device or a pipe, and no file is read without a bound. */

/** The largest YAML or Markdown file that is read. To parse that much YAML blocks the event loop for 0.1 to 0.3 s. */
export const MAX_FILE_BYTES = 500_000;

/** A file or folder cannot be read. The message says why, in words for the editor. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

const REASONS: Record<string, string> = {
  ELOOP: 'a link that leads to itself',
  ENOENT: 'there is no such file, or it is a link that leads nowhere',
  ENOTDIR: 'expected a folder, this is a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
};

/** Of an error of the file system. */
export const toUnreadable = (error: unknown): UnreadableFileError => {
  if (error instanceof UnreadableFileError) return error;
  if (error instanceof OutsideError)
    return new UnreadableFileError('a link that leads out of the content folder: put what it leads to there', {
      cause: error,
    });
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new UnreadableFileError(REASONS[code] ?? `cannot be read: ${code}`, { cause: error });
};

/**
 * Reads a regular file of at most `maxBytes`, below a folder, as UTF-8. `isUtf8` is false if invalid bytes were replaced by
 * U+FFFD. Throws an UnreadableFileError.
 */
export function readTextFile(dir: string, name: string, maxBytes = MAX_FILE_BYTES): { text: string; isUtf8: boolean } {
  let file: number | undefined;
  try {
    file = openWithoutBlocking(pathWithinSync(dir, name));
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new UnreadableFileError('expected a file, this is a folder');
    if (!stats.isFile()) throw new UnreadableFileError('expected a file, this is a device or a pipe');
    if (stats.size > maxBytes)
      throw new UnreadableFileError(`larger than ${maxBytes.toLocaleString('en')} bytes: divide it`);
    const bytes = readUpTo(file, stats.size);
    return { text: bytes.toString('utf8'), isUtf8: isUtf8(bytes) };
  } catch (error) {
    throw toUnreadable(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The first `maxBytes` bytes of a file, or the complete file if it is shorter. Throws the file system's error. */
export function readFileHead(path: string, maxBytes: number): Buffer {
  const file = openWithoutBlocking(path);
  try {
    return readUpTo(file, Math.min(fstatSync(file).size, maxBytes));
  } finally {
    closeSync(file);
  }
}

/** Without O_NONBLOCK, opening a named pipe blocks the process until another process writes to the pipe. */
const openWithoutBlocking = (path: string): number => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));

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

/** The sorted names in a folder, or in one below it; undefined if it does not exist. Throws an UnreadableFileError. */
export function listFolder(dir: string, name = ''): string[] | undefined {
  try {
    if (!lstatSync(join(dir, name), { throwIfNoEntry: false })) return undefined;
    return readdirSync(name === '' ? dir : pathWithinSync(dir, name)).sort();
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Whether a path exists. True also for a broken link, and where permissions hide the answer: reading the path then says why. */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** A text that differs when the file was changed or replaced; undefined if the file is missing or cannot be examined. */
export function fileStamp(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
  } catch {
    return undefined;
  }
}
