import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { issuesOf } from '../../shared/contract/fields.ts';
import type { Fault } from './faults.ts';

/** A content file's value, with the place of each part of it. */
export interface Source {
  file: string;
  value: unknown;
  /** Faults of its syntax; `value` is then undefined. */
  faults: Fault[];
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

/** A YAML file. */
export const readYaml = (dir: string, file: string): Source =>
  parseYaml(file, readFileSync(join(dir, file), 'utf8'), 0);

/** The Markdown files of a folder, by name; none when there is no such folder. */
export function markdownFiles(dir: string, folder: string): string[] {
  const path = join(dir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => `${folder}/${name}`);
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function readMarkdown(dir: string, file: string): MarkdownSource {
  const text = readFileSync(join(dir, file), 'utf8');
  const slug = basename(file, '.md');
  const match = FRONT_MATTER.exec(text);
  if (!match) {
    const fault = { file, line: 1, column: 1, message: 'no front matter: expected a line ---, YAML, a line ---' };
    return {
      file,
      slug,
      value: undefined,
      faults: [fault],
      place: () => ({ line: 1, column: 1 }),
      body: text,
      bodyLine: 1,
    };
  }
  const bodyLine = match[0].split('\n').length;
  // A copy: what is cut out of a text, as each of its values is, keeps the whole text in memory.
  const frontMatter = Buffer.from(match[1] ?? '').toString();
  return { ...parseYaml(file, frontMatter, 1), slug, body: text.slice(match[0].length), bodyLine };
}

/** Where a character of a body stands in its file. */
export function placeInBody({ body, bodyLine }: MarkdownSource, index: number): { line: number; column: number } {
  const before = body.slice(0, index).split('\n');
  return { line: bodyLine + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Tells one state of a file from another; undefined when there is none. */
export function stampOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ');
}

function parseYaml(file: string, text: string, linesBefore: number): Source {
  const { at, place } = placesIn(text, linesBefore);
  const quick = quickly(text);
  if (quick) return { file, ...quick, faults: [], place };
  const document = parseDocument(text, { prettyErrors: false });
  const faults = document.errors.map((error) => ({ file, ...at(error.pos[0]), message: `not YAML: ${error.message}` }));
  return {
    file,
    value: faults.length > 0 ? undefined : toValue(document, (message) => faults.push({ file, ...at(0), message })),
    faults,
    place,
  };
}

/** By a parser that is faster and knows no places; undefined for what is faulty, or out of the ordinary. */
function quickly(text: string): { value: unknown } | undefined {
  try {
    return { value: load(text, { maxAliases: 0 }) };
  } catch {
    return undefined;
  }
}

/** Places are wanted only where something is wrong: nothing is kept for them but the text. */
function placesIn(text: string, linesBefore: number) {
  let found: { lines: LineCounter; document: Document.Parsed } | undefined;
  const parsed = () => {
    const lines = new LineCounter();
    found ??= { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines };
    return found;
  };
  const at = (offset: number) => {
    const { line, col } = parsed().lines.linePos(offset);
    return { line: line + linesBefore, column: col };
  };
  return { at, place: (path: readonly PropertyKey[]) => at(offsetOf(parsed().document, path)) };
}

/** YAML can be well formed and still mean nothing: an alias without its anchor. */
function toValue(document: Document.Parsed, fault: (message: string) => void): unknown {
  try {
    return document.toJS();
  } catch (error) {
    fault(`not YAML: ${error instanceof Error ? error.message : error}; a value that begins with * or & needs quotes`);
    return undefined;
  }
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Where and what a schema found wrong in a file. */
export function faultsOf(source: Source, error: z.ZodError, base: readonly PropertyKey[] = []): Fault[] {
  return issuesOf(error).map((issue) => {
    const path = [...base, ...issue.path];
    const name = path.length > 0 ? `${path.join('.')}: ` : '';
    return { file: source.file, ...source.place(path), message: `${name}${issue.message}` };
  });
}
