import { codesOf } from '@foyer/runtime';
import { CommandError } from './command-error.ts';

const FOLDER_FAILURES: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'Your quota of the disk is used up: free some space',
  EFBIG: 'A file is larger than this disk or this account allows: choose another folder',
  EROFS: 'The folder is on a read-only disk: choose another one',
  EACCES: 'The folder may not be read and written: correct its permissions, or choose another one',
  EPERM: 'The folder may not be read and written: correct its permissions, or choose another one',
  ENOTDIR: 'A part of the path of the folder is a file: choose another one',
  EEXIST: 'A part of the path of the folder is a file: choose another one',
  EISDIR: 'A folder is in the place of a file: move it away',
  ENAMETOOLONG: 'The path of the folder is too long: choose another one',
};

/** Failures of the file system that a file of another name does not have. */
export const OF_ITS_NAME: ReadonlySet<string> = new Set(['ENAMETOOLONG', 'EEXIST', 'EISDIR', 'ENOTDIR']);

/** The sentence for an error of the file system; the error itself for any other. */
export function folderFailure(error: unknown, dir: string): unknown {
  const [sentence] = codesOf(error).flatMap((code) => FOLDER_FAILURES[code] ?? []);
  if (sentence === undefined) return error;
  return new CommandError(`${dir}: ${sentence}, and run the same command again.`, 1, { cause: error });
}
