import { basename, join } from 'node:path';
import type { issuesOf } from '../../shared/contract/fields.ts';
import type { Fault } from './faults.ts';
import { listFolder, readText, Unreadable } from './file-system.ts';
import { parseYaml, placesIn, YamlError } from './parse-yaml.ts';

/** A content file's value, with the place of each part of it. */
export interface Source {
  file: string;
  value: unknown;
  /** Why the file has no value, or what is wrong with its text. */
  faults: Fault[];
  /** Whether there is a value, be it an empty one. */
  isRead: boolean;
  /** Where the value at a path stands, or else the nearest part around it. */
  place(path: readonly PropertyKey[]): { line: number; column: number };
}

export interface MarkdownSource extends Source {
  /** The file's name without its ending. */
  slug: string;
  body: string;
  /** The line on which the body begins. */
  bodyLine: number;
}

const START = { line: 1, column: 1 };

/** A YAML file. It never throws: what is wrong with the file is a fault. */
export function readYaml(dir: string, file: string): Source {
  const { text, faults } = textOf(dir, file);
  if (text === undefined) return withoutValue(file, faults);
  return withFaults(parse(file, text, 0), faults);
}

/** The Markdown files of a folder, by name; none when there is no such folder. Throws Unreadable. */
export function markdownFiles(dir: string, folder: string): string[] {
  const names = listFolder(join(dir, folder)) ?? [];
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md').map((name) => `${folder}/${name}`);
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** A Markdown file. It never throws: what is wrong with the file is a fault. */
export function readMarkdown(dir: string, file: string): MarkdownSource {
  const slug = basename(file, '.md');
  const { text, faults } = textOf(dir, file);
  const noBody = { slug, body: '', bodyLine: 1 };
  if (text === undefined) return { ...withoutValue(file, faults), ...noBody };
  const match = FRONT_MATTER.exec(text);
  if (!match) {
    const message = 'no front matter: expected a line ---, YAML, a line ---';
    return { ...withoutValue(file, [...faults, { file, ...START, message }]), ...noBody, body: text };
  }
  const bodyLine = match[0].split('\n').length;
  // A copy: what is cut out of a text, as each of its values is, keeps the whole text in memory.
  const frontMatter = Buffer.from(match[1] ?? '').toString();
  const source = withFaults(parse(file, frontMatter, 1), faults);
  return { ...source, slug, body: text.slice(match[0].length), bodyLine };
}

/** Where a character of a body stands in its file. */
export function placeInBody({ body, bodyLine }: MarkdownSource, index: number): { line: number; column: number } {
  const { line, column } = placeInText(body, index);
  return { line: bodyLine + line - 1, column };
}

/** Where a character stands in a text. */
export const placeInText = (text: string, index: number) => lineFinder(text)(index);

/** Finds line and column of a character; the lines are looked for once, however many characters are asked for. */
function lineFinder(text: string): (index: number) => { line: number; column: number } {
  let starts: number[] | undefined;
  return (index) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [line, beyond] = [0, starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if ((starts[middle] ?? 0) <= index) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: Math.max(index - (starts[line] ?? 0), 0) + 1 };
  };
}

function textOf(dir: string, file: string): { text?: string; faults: Fault[] } {
  try {
    const { text, isUtf8 } = readText(join(dir, file));
    if (isUtf8) return { text, faults: [] };
    const place = placeInText(text, text.indexOf('\uFFFD'));
    return { text, faults: [{ file, ...place, message: 'not UTF-8: save the file as UTF-8' }] };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { faults: [{ file, ...START, message: error.message }] };
  }
}

const withoutValue = (file: string, faults: Fault[]): Source => ({
  file,
  value: undefined,
  faults,
  isRead: false,
  place: () => START,
});

const withFaults = (source: Source, faults: Fault[]): Source => ({ ...source, faults: [...faults, ...source.faults] });

function parse(file: string, text: string, linesBefore: number): Source {
  // Places are needed only where something is wrong: until then the text alone is held for them.
  let offsetOf: ReturnType<typeof placesIn> | undefined;
  const find = lineFinder(text);
  const at = (offset: number) => {
    const { line, column } = find(offset);
    return { line: line + linesBefore, column };
  };
  const place = (path: readonly PropertyKey[]) => {
    offsetOf ??= placesIn(text);
    return at(offsetOf(path));
  };
  try {
    return { file, value: parseYaml(text), faults: [], isRead: true, place };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { ...withoutValue(file, [{ file, ...at(error.offset), message: error.message }]), place };
  }
}

/** Where and what a schema found wrong in a file. */
export function faultsOf(
  source: Pick<Source, 'file' | 'place'>,
  issues: ReturnType<typeof issuesOf>,
  base: readonly PropertyKey[] = [],
): Fault[] {
  return issues.map((issue) => faultAt(source, [...base, ...issue.path], issue.message));
}

export function faultAt(source: Pick<Source, 'file' | 'place'>, path: readonly PropertyKey[], message: string): Fault {
  const name = path.length > 0 ? `${path.join('.')}: ` : '';
  return { file: source.file, ...source.place(path), message: name + message };
}
