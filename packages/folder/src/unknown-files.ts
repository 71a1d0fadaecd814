import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, kinds, type Locales } from '@foyer/model';
import leven from 'leven';
import type { Fault } from './faults.ts';
import { KnownFiles } from './known-files.ts';
import { translationOf, unknownLanguage } from './translation-files.ts';

const MEDIA = 'media';
const README = 'README.md';
/** Hidden files, and those that desktops and editors leave behind. */
const IGNORED = /^\.|~$|^(Thumbs\.db|desktop\.ini)$/;
/** Typing errors up to which a known name is suggested. */
const MAX_TYPING_ERRORS = 3;

const folders = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder?.layout === 'markdown' ? [name] : [],
);
const hasTable = (folder: string): boolean =>
  Object.entries(kinds).some(([name, { folder: source }]: [string, Kind]) => name === folder && source?.hasTable);
const singleFiles = Object.entries(kinds).flatMap(([name, { folder }]: [string, Kind]) =>
  folder && folder.layout !== 'markdown' ? [`${name}.yaml`] : [],
);
/** Every edition has the same redirects, because an old address is the same in all of them, the same looks and the same screens. */
export const UNTRANSLATED: ReadonlySet<string> = new Set(['redirects.yaml', 'screens.yaml', 'theme.yaml']);
const knownNames = [...folders, ...singleFiles, MEDIA, README];

/**
 * A fault for each file and folder that no kind of content reads: it would be ignored silently. A translation into a
 * language that is not configured waits for its edition, so it is none.
 */
export function unknownFiles(dir: string, locales: Locales = ['en'], files = new KnownFiles(dir)): Fault[] {
  const unknown = namesIn(dir, '', files).filter((name) => !isKnown(name, locales));
  const strays = folders.flatMap((folder) =>
    namesIn(dir, folder, files)
      .filter((name) => !name.endsWith('.md') && !(name.endsWith('.csv') && hasTable(folder)))
      .map((name) => fault(`${folder}/${name}`, 'expected a file whose name ends in .md')),
  );
  const withoutHead = folders.filter(hasTable).flatMap((folder) => {
    const names = namesIn(dir, folder, files);
    return names.flatMap((name) => {
      const message = name.endsWith('.csv') ? tableFault(name, names) : undefined;
      return message === undefined ? [] : [fault(`${folder}/${name}`, message)];
    });
  });
  const inNoLanguage = folders.flatMap((folder) =>
    namesIn(dir, folder, files).flatMap((name) => {
      const message = unknownLanguage(name);
      return message === undefined ? [] : [fault(`${folder}/${name}`, message)];
    }),
  );
  const notKnown = (name: string) => unknownLanguage(name) ?? `not a known content file${suggestion(name)}`;
  return [...unknown.map((name) => fault(name, notKnown(name))), ...inNoLanguage, ...strays, ...withoutHead];
}

/** Why the file of a table is not read. @param names those in its folder */
function tableFault(name: string, names: readonly string[]): string | undefined {
  const head = name.replace(/csv$/, 'md');
  const translation = translationOf(head);
  if (translation) {
    const { locale, original } = translation;
    const rows = original.replace(/md$/, 'csv');
    return `a table has one file for all languages: put these words into ${rows} as columns of their own, like name_${locale}, and name those in ${head}`;
  }
  return names.includes(head) ? undefined : `no ${head} says what this table is`;
}

function isKnown(name: string, locales: Locales): boolean {
  const translation = translationOf(name);
  if (!translation) return knownNames.includes(name);
  const { locale, original } = translation;
  return !locales.includes(locale) || (knownNames.includes(original) && !UNTRANSLATED.has(original));
}

/** A folder that cannot be listed has a fault already. */
function namesIn(dir: string, folder: string, files: KnownFiles): string[] {
  try {
    if (!statSync(join(dir, folder), { throwIfNoEntry: false })?.isDirectory()) return [];
    return (files.list(folder) ?? []).filter((name) => !IGNORED.test(name));
  } catch {
    return [];
  }
}

function suggestion(name: string): string {
  const original = translationOf(name)?.original ?? '';
  if (UNTRANSLATED.has(original)) return `: ${original} is for every language`;
  const [nearest] = knownNames
    .map((candidate) => ({ candidate, errors: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.errors - b.errors);
  return nearest && nearest.errors <= Math.min(MAX_TYPING_ERRORS, name.length / 2)
    ? `: did you mean ${nearest.candidate}?`
    : '';
}

const fault = (file: string, message: string): Fault => ({ file, line: 1, column: 1, message });
