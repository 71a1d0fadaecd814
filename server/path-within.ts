import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The real path of a file below a folder, with symlinks resolved. Rejects if it does not exist or is outside: such a link would expose any file that this process can read. */
export async function pathWithin(dir: string, name: string): Promise<string> {
  const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, name))]);
  if (!file.startsWith(folder + sep)) throw new Error('leads out of the folder');
  return file;
}
