import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { CommandError, folderFailure } from '@foyer/command-line';
import { isUnchanged, mappingFile } from './mapping-yaml.ts';
import type { Proposal } from './proposal.ts';

/** Writes a proposed mapping, unless that would replace what a person has written. Rejects with a CommandError. */
export async function writeMapping(file: string, url: string, proposals: readonly Proposal[]): Promise<void> {
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined && !isUnchanged(known))
    throw new CommandError(
      `${file} is there, and not as connect has written it: it stays. --file NAME writes another file; --mapping ${file} applies this one.`,
    );
  const partial = `${file}.${randomUUID()}`;
  try {
    await writeFile(partial, mappingFile(url, proposals));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw folderFailure(error, file);
  }
}
