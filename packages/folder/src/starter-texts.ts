import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@foyer/runtime';
import * as z from 'zod';

/* The texts of a new folder that tell an editor what to write: `npm run new` notes them, and the check looks for those that are still there. */

/** In the content folder. The site ignores it: its name begins with a dot. */
export const STARTER_FILE = '.starter.json';

/** A shorter text may well be what an organisation wants to say: a label, a heading. */
const MIN_CHARACTERS = 40;
const KEY_CHARACTERS = 12;

/** What a file says: its fields, and for Markdown the text below them. */
export interface FileContent {
  value: unknown;
  body?: string;
}

/** A text that says enough to be recognised. */
export interface StarterText {
  text: string;
  /** Of a field. */
  path?: PropertyKey[];
  /** Of a paragraph: the line in the body, from 0. */
  line?: number;
}

/** The longer texts of fields, and the paragraphs of the body. */
export function longTexts({ value, body = '' }: FileContent): StarterText[] {
  const texts: StarterText[] = [];
  const add = (found: StarterText) => {
    if ([...found.text].length >= MIN_CHARACTERS) texts.push({ ...found, text: found.text.trim() });
  };
  walkStrings(value, [], (text, path) => add({ text: text.trim(), path }));
  let paragraph: string[] = [];
  for (const [number, line] of [...body.split('\n'), ''].entries()) {
    if (line.trim() !== '') paragraph.push(line);
    else {
      add({ text: paragraph.join('\n'), line: number - paragraph.length });
      paragraph = [];
    }
  }
  return texts;
}

/** By which a text is found again, however its lines are broken. */
export const starterKey = (text: string): string =>
  createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('base64url').slice(0, KEY_CHARACTERS);

const starter = z.object({ texts: z.array(z.string()) });

/** The note for the texts of new files. */
export const starterNote = (texts: readonly string[]): string =>
  `${JSON.stringify({ texts: texts.map(starterKey) } satisfies z.input<typeof starter>, null, 1)}\n`;

/** The keys of the texts with which a folder has begun; none of a folder that was made otherwise. Rejects if the note cannot be read. */
export async function starterKeys(dir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(starter.parse(JSON.parse(await readFile(join(dir, STARTER_FILE), 'utf8'))).texts);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Set();
    throw error;
  }
}

/** Visits the strings of an unvalidated value. */
export function walkStrings(
  value: unknown,
  path: PropertyKey[],
  visit: (text: string, path: PropertyKey[]) => void,
): void {
  if (typeof value === 'string') visit(value, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value))
    walkStrings(field, [...path, Array.isArray(value) ? Number(name) : name], visit);
}
