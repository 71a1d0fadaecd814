import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The index of the search begins with a digest. */
const DIGEST_BYTES = 32;

/** The names and contents of all files in a DATA_DIR as one text, without the build's own; of .br files decompressed. */
export async function storedTexts(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const ofContent = files.filter((file) => !file.startsWith(join(dir, 'assets')));
  return (await Promise.all(ofContent.map(textOf))).join('\n');
}

async function textOf(file: string): Promise<string> {
  // A temporary file may have been renamed.
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return file;
  return `${file}\n${file.endsWith('.br') ? brotliDecompressSync(bytes.subarray(DIGEST_BYTES)) : bytes}`;
}
