import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, posix, sep, win32 } from 'node:path';

/** A path leads out of its folder, by a link or by `..`. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** The real path of a file below a folder, with symlinks resolved. Rejects if it does not exist or is outside: such a link would expose any file that this process can read. */
export async function pathWithin(dir: string, name: string): Promise<string> {
  const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, name))]);
  return inside(folder, file);
}

/** As `pathWithin`. Throws. */
export const pathWithinSync = (dir: string, name: string): string =>
  inside(realpathSync.native(dir), realpathSync.native(join(dir, name)));

function inside(folder: string, file: string): string {
  if (!file.startsWith(folder + sep)) throw new OutsideError('leads out of the folder');
  return file;
}

/** Whether a relative name of a file, from a list that others may have changed, stays in its folder on every system. */
export const isWithin = (name: string): boolean =>
  name !== '' &&
  !name.includes('\0') &&
  [posix, win32].every(
    ({ isAbsolute, normalize }) => !isAbsolute(name) && !/^(?:[a-z]:|\.\.?[/\\]?$|\.\.[/\\])/i.test(normalize(name)),
  );
