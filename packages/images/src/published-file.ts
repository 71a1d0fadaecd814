import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { lengthOfParts, type Part, readParts } from './file-parts.ts';
import { publishedParts } from './published-parts.ts';

/** Bytes at each end of a file by which it is known. */
const ENDS_BYTES = 65_536;
const MAX_KNOWN = 20_000;
/** Otherwise a named pipe blocks until another process writes to it. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file of `media/` as it is published. */
export interface PublishedFile {
  /** In bytes. */
  size: number;
  /** Changes with the file, and with what is published of it. */
  revision: string;
  /** Undefined: the file as it is. */
  parts?: readonly Part[];
  /** Of the file on this machine. */
  stamp: string;
}

const known = new LRUCache<string, PublishedFile>({ max: MAX_KNOWN });

/** Rejects with the error of a file that cannot be read. */
export async function publishedFile(path: string): Promise<PublishedFile> {
  const file = await open(path, READ);
  try {
    const stats = await file.stat();
    const stamp = stampOf(stats);
    const last = known.get(path);
    if (last?.stamp === stamp) return last;
    const parts = stats.isFile() ? await publishedParts(file, stats.size) : undefined;
    const size = parts ? lengthOfParts(parts) : stats.size;
    const isWhole = parts?.length === 1 && size === stats.size;
    const revision = `${await fileRevision(file, stats)}-${size.toString(36)}`;
    const published = { size, revision, stamp, ...(!isWhole && parts && { parts }) };
    known.set(path, published);
    return published;
  } finally {
    await file.close();
  }
}

/** The bytes from `start` up to `end`, which is among them. Rejects if the file has changed. */
export async function* readPublished(
  path: string,
  { parts = [], stamp }: PublishedFile,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const file = await open(path, READ);
  try {
    if (stampOf(await file.stat()) !== stamp) throw new Error('the file has changed');
    yield* readParts(file, parts, { start, end: end + 1 });
  } finally {
    await file.close();
  }
}

/**
 * The same on every machine that has the same file. Its size and time are not enough: a program that keeps the time of a copy
 * may have written as many other bytes.
 */
export async function fileRevision(
  file: FileHandle,
  { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>,
): Promise<string> {
  const hash = createHash('sha256').update(`${size} ${Math.round(mtimeMs)} `);
  const length = Math.min(size, ENDS_BYTES);
  for (const at of new Set([0, size - length]))
    hash.update((await file.read(Buffer.alloc(length), 0, length, at)).buffer);
  return hash.digest('base64url').slice(0, 16);
}

const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => [ino, size, mtimeMs, ctimeMs].join(' ');
