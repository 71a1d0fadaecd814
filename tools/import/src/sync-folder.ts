import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderWriter } from '@foyer/api-reader';
import { folderFailure } from '@foyer/command-line';
import { codesOf } from '@foyer/runtime';
import { CONFLICTS, type Conflicts } from './conflicts.ts';
import { hashOf, type Manifest } from './manifest.ts';

/*
 * Brings the files of an import into a folder in which editors work. A file that has changed since the last import is an
 * editor's: it stays.
 */

/** What becomes of a file. */
type Action =
  /** It is new, or has changed on the CMS only. */
  | 'write'
  /** It is as it should be. */
  | 'same'
  /** An editor has changed or deleted it, and the CMS has not changed it. */
  | 'edited'
  /** Both have changed it: the editor's stays, and the CMS's is put beside it. */
  | 'conflict'
  /** The CMS does not have it any more. */
  | 'gone'
  /** As before, but an editor has changed it. */
  | 'gone-edited';

export interface FileChange {
  file: string;
  action: Action;
  /** Whether there was no such file before. */
  isNew: boolean;
}

/** What is to be done, a row for each file. @param incomplete the kinds of which the CMS may have more than was read */
export async function compareFolder(
  dir: string,
  files: ReadonlyMap<string, string>,
  { manifest, conflicts, incomplete }: { manifest: Manifest; conflicts: Conflicts; incomplete: ReadonlySet<string> },
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const [file, text] of files) {
    const onDisk = await hashOnDisk(join(dir, file));
    const wanted = hashOf(text);
    const known = { written: manifest.files[file], resolved: await conflicts.deletedCopyOf(file) };
    changes.push({ file, action: actionFor(wanted, onDisk, known), isNew: onDisk === undefined });
  }
  for (const [file, written] of Object.entries(manifest.files)) {
    if (files.has(file) || incomplete.has(kindOf(file))) continue;
    const onDisk = await hashOnDisk(join(dir, file));
    if (onDisk !== undefined) changes.push({ file, action: onDisk === written ? 'gone' : 'gone-edited', isNew: false });
  }
  return changes;
}

/**
 * @param wanted the hash of the file as the CMS has it @param onDisk as it is @param written as the last import has written it
 * @param resolved as it was in a copy that the editor has deleted
 */
function actionFor(
  wanted: string,
  onDisk: string | undefined,
  { written, resolved }: { written: string | undefined; resolved: string | undefined },
): Action {
  if (onDisk === wanted) return 'same';
  if (onDisk === written) return 'write';
  return wanted === written || wanted === resolved ? 'edited' : 'conflict';
}

/** Carries the changes out, and notes each in the manifest. @param prune also deletes what the CMS does not have any more */
export async function applyChanges(
  writer: FolderWriter,
  changes: readonly FileChange[],
  files: ReadonlyMap<string, string>,
  { manifest, conflicts }: { manifest: Manifest; conflicts: Conflicts },
  { prune, signal }: { prune: boolean; signal: AbortSignal },
): Promise<void> {
  for (const { file, action } of changes) {
    signal.throwIfAborted();
    const text = files.get(file) ?? '';
    if (action === 'write') await writer.write(file, text);
    if (action === 'conflict') {
      await writer.write(`${CONFLICTS}/${file}`, text);
      conflicts.add(file, hashOf(text));
    } else {
      await conflicts.end(file);
    }
    if (action === 'write' || action === 'same' || action === 'edited') manifest.files[file] = hashOf(text);
    if (action !== 'gone' || !prune) continue;
    await writer.remove(file);
    delete manifest.files[file];
  }
}

/** `news/a.ne.md` belongs to `news`, `faq.ne.yaml` to `faq`. */
const kindOf = (file: string): string => file.split(/[/.]/, 1)[0] ?? '';

async function hashOnDisk(path: string): Promise<string | undefined> {
  return readFile(path).then(hashOf, (error: unknown) => {
    if (codesOf(error).some((code) => NO_FILE.has(code))) return undefined;
    throw folderFailure(error, path);
  });
}

const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
