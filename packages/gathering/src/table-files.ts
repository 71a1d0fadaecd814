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

  /** Undefined: nothing was gathered yet, or by another mapping. The same object until the file changes. */
  get(name: string, version: string): GatheredFile | undefined {
    const path = this.#pathOf(name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const stamp = stats ? `${stats.mtimeMs} ${stats.size}` : '';
    const known = this.#read.get(name);
    const file = known?.stamp === stamp ? known.file : stats && readFile(path);
    this.#read.set(name, { stamp, file });
    return file?.version === version ? file : undefined;
  }

  /** Throws the error of the file system. */
  set(name: string, file: GatheredFile): void {
    mkdirSync(this.#dir, { recursive: true });
    const path = this.#pathOf(name);
    writeFileSync(`${path}.new`, JSON.stringify(file));
    renameSync(`${path}.new`, path);
  }

  #pathOf(name: string): string {
    return join(this.#dir, `${encodeURIComponent(name)}.json`);
  }
}

/** Undefined for a file that is none: its rows are gathered again. */
function readFile(path: string): GatheredFile | undefined {
  try {
    return gatheredFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
