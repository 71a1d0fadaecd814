import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The path of a file below a folder, links followed. Rejects where it is not there, and where it leads out: such a link would show whatever this process may read. */
export async function pathWithin(dir: string, name: string): Promise<string> {
  const [folder, file] = await Promise.all([realpath(dir), realpath(join(dir, name))]);
  if (!file.startsWith(folder + sep)) throw new Error('leads out of the folder');
  return file;
}
