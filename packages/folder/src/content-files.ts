import { basename } from 'node:path';
import type { Locale } from '@foyer/messages';
import type { Fault } from './faults.ts';
import { readTextFile, UnreadableFileError } from './file-system.ts';
import type { KnownFiles } from './known-files.ts';
import { readYaml as readYamlText, YamlError } from './parse-yaml.ts';
import { createPositionFinder, FILE_START, type Position, positionAt } from './text-position.ts';
import { originalOf, translationOf, unknownLanguage } from './translation-files.ts';
import { createYamlLocator, type Misread, misreadIn } from './yaml-positions.ts';

/** Without it nothing is served. */
export const SITE_FILE = 'site.yaml';

/** A YAML file, or the front matter of a Markdown file, parsed but not validated. */
export interface ContentFile {
  /** Relative to the content folder. */
  file: string;
  /** What the YAML says; undefined if it is empty or cannot be parsed. */
  value: unknown;
  /** The file as it was read; empty if it cannot be read. */
  text: string;
  /** Why the file cannot be parsed, and what is wrong with its encoding. */
  faults: Fault[];
  /** Whether the file could be parsed. */
  isParsed: boolean;
  /** The texts that YAML takes for other numbers. */
  misread: readonly Misread[];
  /** The position of the value at a path, or of the nearest value around it. */
  positionOf(path: readonly PropertyKey[]): Position;
  /** The position of a character of the text at a path, as near as its notation allows: the text may be quoted or folded. */
  positionIn(path: readonly PropertyKey[], text: string, index: number): Position;
}

export interface MarkdownFile extends ContentFile {
  /** The file's name without its ending. */
  slug: string;
  /** The Markdown behind the front matter. */
  body: string;
  /** The line of the file on which the body begins. */
  bodyLine: number;
}

/** Reads a YAML file. It does not throw: what is wrong with the file is among its faults. */
export function readYaml(dir: string, file: string): ContentFile {
  const { text, faults } = readText(dir, file);
  if (text === undefined) return unparsed(file, faults);
  return withFaults(parse(file, text, 0), faults);
}

/** The Markdown files of a folder, sorted, without README.md and its translations. */
interface MarkdownFiles {
  originals: readonly string[];
  /** By language. */
  translations: ReadonlyMap<Locale, readonly string[]>;
}

/** By the names in the folder, which are the same array until they change. */
const markdownFiles = new WeakMap<readonly string[], MarkdownFiles>();
const NO_NAMES: readonly string[] = [];

/** Lists the Markdown files of a folder: the same arrays until its names change. Throws an UnreadableFileError. */
export function listMarkdownFiles(files: KnownFiles, folder: string): MarkdownFiles {
  const names = files.list(folder) ?? NO_NAMES;
  const known = markdownFiles.get(names);
  if (known) return known;
  const originals: string[] = [];
  const translations = new Map<Locale, string[]>();
  for (const name of names) {
    // Editors and systems keep files of their own beside: `.#agm.md`, `._agm.md`.
    if (!name.endsWith('.md') || name.startsWith('.') || originalOf(name) === 'README.md') continue;
    // It is reported as no translation: as an item of its own it would stand beside its original.
    if (unknownLanguage(name) !== undefined) continue;
    const file = `${folder}/${name}`;
    const { locale } = translationOf(name) ?? {};
    if (locale === undefined) originals.push(file);
    else {
      const others = translations.get(locale) ?? [];
      others.push(file);
      translations.set(locale, others);
    }
  }
  const listed = { originals, translations };
  markdownFiles.set(names, listed);
  return listed;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Reads a Markdown file. It does not throw: what is wrong with the file is among its faults. */
export function readMarkdown(dir: string, file: string): MarkdownFile {
  const slug = basename(file, '.md');
  const { text, faults } = readText(dir, file);
  const noBody = { slug, body: '', bodyLine: 1 };
  if (text === undefined) return { ...unparsed(file, faults), ...noBody };
  const match = FRONT_MATTER.exec(text);
  if (!match) {
    const message = 'no front matter: expected a line ---, YAML, a line ---';
    return { ...unparsed(file, [...faults, { file, ...FILE_START, message }], text), ...noBody, body: text };
  }
  const bodyLine = match[0].split('\n').length;
  // A copy: a substring, as each value of the front matter is one, would hold the complete text in memory.
  const frontMatter = Buffer.from(match[1] ?? '').toString();
  const source = withFaults(parse(file, frontMatter, 1), faults);
  return { ...source, text, slug, body: text.slice(match[0].length), bodyLine };
}

/** The position in the file of the character at an index of its body. */
export function positionInBody({ body, bodyLine }: MarkdownFile, index: number): Position {
  const { line, column } = positionAt(body, index);
  return { line: bodyLine + line - 1, column };
}

/** The lines of a body before its text. @param text the body without spaces and empty lines around it */
export const linesBefore = (text: string, body: string): number =>
  text === '' ? 0 : body.slice(0, body.length - body.trimStart().length).split('\n').length - 1;

/** A site that replaces another may have 20,000 redirects, in one file. They take a second to read. */
const MAX_REDIRECTS_BYTES = 3_000_000;

/** The text; undefined, with a fault, if the file cannot be read. */
function readText(dir: string, file: string): { text?: string; faults: Fault[] } {
  try {
    const { text, isUtf8 } = readTextFile(dir, file, file === 'redirects.yaml' ? MAX_REDIRECTS_BYTES : undefined);
    if (isUtf8) return { text, faults: [] };
    const position = positionAt(text, text.indexOf('\uFFFD'));
    return { text, faults: [{ file, ...position, message: 'not UTF-8: save the file as UTF-8' }] };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { faults: [{ file, ...FILE_START, message: error.message }] };
  }
}

const unparsed = (file: string, faults: Fault[], text = ''): ContentFile => ({
  file,
  value: undefined,
  text,
  faults,
  isParsed: false,
  misread: [],
  positionOf: () => FILE_START,
  positionIn: () => FILE_START,
});

const withFaults = (source: ContentFile, faults: Fault[]): ContentFile => ({
  ...source,
  faults: [...faults, ...source.faults],
});

/** @param linesBefore the lines of the file before the text */
function parse(file: string, text: string, linesBefore: number): ContentFile {
  // Positions are needed for faults only, so the text is parsed for them when the first one is.
  let offsetOf: ReturnType<typeof createYamlLocator> | undefined;
  const findPosition = createPositionFinder(text);
  const positionAtOffset = (offset: number) => {
    const { line, column } = findPosition(offset);
    return { line: line + linesBefore, column };
  };
  const positionOf = (path: readonly PropertyKey[]) => {
    offsetOf ??= createYamlLocator(text);
    return positionAtOffset(offsetOf(path));
  };
  const positionIn = (path: readonly PropertyKey[], value: string, index: number) => {
    offsetOf ??= createYamlLocator(text);
    return positionAtOffset(offsetOfPart(text, offsetOf(path), value, index));
  };
  try {
    const { value, mayBeMisread } = readYamlText(text);
    const misread = mayBeMisread ? misreadIn(text) : [];
    return { file, value, text, faults: [], isParsed: true, misread, positionOf, positionIn };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const fault = { file, ...positionAtOffset(error.offset), message: error.message };
    return { ...unparsed(file, [fault], text), positionOf, positionIn };
  }
}

/** A longer part of a value may be on two lines of the file. */
const PART_CHARS = 12;

/** The offset of what is at an index of a value that begins at `start`; `start` if it is not found. */
function offsetOfPart(text: string, start: number, value: string, index: number): number {
  const part = value.slice(index, index + PART_CHARS).split('\n', 1)[0] ?? '';
  if (part === '') return start;
  // As often as it occurs in the value before, it does in the file.
  let offset = text.indexOf(part, start);
  for (let at = value.indexOf(part); at >= 0 && at < index && offset >= 0; at = value.indexOf(part, at + 1))
    offset = text.indexOf(part, offset + 1);
  return offset < 0 ? start : offset;
}
