import { realpath } from 'node:fs/promises';
import { join, posix, sep, win32 } from 'node:path';

/** The real path of a file below a folder, with symlinks resolved. Rejects if it does not exist or is outside: such a link would expose any file that this process can read. */
export async function pathWithin(dir: string, name: string): Promise<string> {
  const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, name))]);
  if (!file.startsWith(folder + sep)) throw new Error('leads out of the folder');
  return file;
}

/** Whether a relative name of a file, from a list that others may have changed, stays in its folder on every system. */
export const isWithin = (name: string): boolean =>
  name !== '' &&
  !name.includes('\0') &&
  [posix, win32].every(
    ({ isAbsolute, normalize }) => !isAbsolute(name) && !/^(?:[a-z]:|\.\.?[/\\]?$|\.\.[/\\])/i.test(normalize(name)),
  );
