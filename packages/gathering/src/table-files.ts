import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/* What was gathered, on disk: a file for each entry of `datasets` in mapping.yaml. The next process goes on where this one ends. */

const gatheredPart = z.object({
  /** By the wall clock. */
  at: z.number(),
  rows: z.array(z.array(z.string())),
});
const gatheredTable = z.object({
  fields: z.record(z.string(), z.string()),
  parts: z.record(z.string(), gatheredPart),
});
const gatheredFile = z.object({ version: z.string(), tables: z.array(gatheredTable) });

export type GatheredTable = z.output<typeof gatheredTable>;
export type GatheredFile = z.output<typeof gatheredFile>;

export class TableFiles {
  readonly #dir: string;
  readonly #read = new Map<string, { stamp: string; file: GatheredFile | undefined }>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Undefined: nothing was gathered yet, or by another mapping. Each table is the same object until it changes. */
  get(name: string, version: string): GatheredFile | undefined {
    const path = this.#pathOf(name);
    const stamp = stampOf(path);
    const known = this.#read.get(name);
    const file = known?.stamp === stamp ? known.file : readFile(path, known?.file);
    this.#read.set(name, { stamp, file });
    return file?.version === version ? file : undefined;
  }

  /** Throws the error of the file system. */
  set(name: string, file: GatheredFile): void {
    mkdirSync(this.#dir, { recursive: true });
    const path = this.#pathOf(name);
    writeFileSync(`${path}.new`, JSON.stringify(file));
    renameSync(`${path}.new`, path);
    this.#read.set(name, { stamp: stampOf(path), file });
  }

  #pathOf(name: string): string {
    return join(this.#dir, `${encodeURIComponent(name)}.json`);
  }
}

/** Empty: there is no file. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : '';
}

/** Undefined for a file that is none: its rows are gathered again. @param before as it was read last */
function readFile(path: string, before: GatheredFile | undefined): GatheredFile | undefined {
  try {
    const file = gatheredFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (file.version !== before?.version) return file;
    // Callers cache what they derive from a table by its object: an equal one must be the same.
    const known = new Map(before.tables.map((table) => [stateOf(table), table]));
    return { ...file, tables: file.tables.map((table) => known.get(stateOf(table)) ?? table) };
  } catch {
    return undefined;
  }
}

/** The same for what was gathered by the same calls. */
const stateOf = ({ fields, parts }: GatheredTable): string =>
  JSON.stringify([fields, Object.entries(parts).map(([key, { at }]) => [key, at])]);
