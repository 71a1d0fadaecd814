import { codesOf } from '../content-api/error-codes.ts';

/** Why an import cannot go on, as a sentence for the operator that says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** @param exitCode 1: something is to be corrected or repeated; 2: wrong usage or configuration */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The operator has interrupted the import. */
export const interrupted = () =>
  new ImportError('Stopped. Run the same command again: it goes on where it has stopped.');

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

/** The sentence for an error of the file system; the error itself for any other. */
export function folderFailure(error: unknown, dir: string): unknown {
  const [sentence] = codesOf(error).flatMap((code) => FOLDER_FAILURES[code] ?? []);
  if (sentence === undefined) return error;
  return new ImportError(`${dir}: ${sentence}, and run the same command again.`, 1, { cause: error });
}
