import { statSync } from 'node:fs';
import { join } from 'node:path';
import leven from 'leven';
import { kinds } from '../../shared/kinds/index.ts';
import type { Kind } from '../../shared/schema/kind.ts';
import type { Fault } from './faults.ts';
import { listFolder } from './file-system.ts';

const MEDIA = 'media';
const README = 'README.md';
/** Hidden files, and those that desktops and editors leave behind. */
const IGNORED = /^\.|~$|^(Thumbs\.db|desktop\.ini)$/;
/** Typing errors up to which a known name is suggested. */
const MAX_TYPING_ERRORS = 3;

const folders = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder?.layout === 'markdown' ? [name] : [],
);
const files = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder && folder.layout !== 'markdown' ? [`${name}.yaml`] : [],
);
const known = [...folders, ...files, MEDIA, README];

/** A fault for each file and folder that no kind of content reads: it would be ignored silently. */
export function unknownFiles(dir: string): Fault[] {
  const unknown = namesIn(dir).filter((name) => !known.includes(name));
  const strays = folders.flatMap((folder) =>
    namesIn(join(dir, folder))
      .filter((name) => !name.endsWith('.md'))
      .map((name) => fault(`${folder}/${name}`, 'expected a file whose name ends in .md')),
  );
  return [...unknown.map((name) => fault(name, `not a known content file${suggestion(name)}`)), ...strays];
}

/** A folder that cannot be listed has a fault already. */
function namesIn(dir: string): string[] {
  try {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
    return (listFolder(dir) ?? []).filter((name) => !IGNORED.test(name));
  } catch {
    return [];
  }
}

function suggestion(name: string): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, errors: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.errors - b.errors);
  return nearest && nearest.errors <= MAX_TYPING_ERRORS ? `: did you mean ${nearest.candidate}?` : '';
}

const fault = (file: string, message: string): Fault => ({ file, line: 1, column: 1, message });
