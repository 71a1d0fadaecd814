import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { FolderWriter } from './folder-writer.ts';

/* The answers of an import that has stopped: the next import makes no call twice. */

/** Answers of a longer time ago are read again. */
const MAX_AGE_MS = 86_400_000;
const ANSWERS = '.import/answers';
const ABOUT = `${ANSWERS}/about.json`;

const about = z.object({ source: z.string(), startedAt: z.number() });

export class AnswerStore {
  readonly #writer: FolderWriter;
  readonly #dir: string;

  readonly #source: string;
  #startedAt?: number;

  private constructor(writer: FolderWriter, dir: string, source: string) {
    this.#writer = writer;
    this.#dir = dir;
    this.#source = source;
  }

  /** Whether an earlier import has left answers. */
  get hasAnswers(): boolean {
    return this.#startedAt !== undefined;
  }

  /** When the first of the answers was received, by the wall clock. */
  get startedAt(): number | undefined {
    return this.#startedAt;
  }

  /** Opens the answers of an earlier import of the same source, or begins new ones. */
  static async open(writer: FolderWriter, dir: string, source: string): Promise<AnswerStore> {
    const store = new AnswerStore(writer, dir, source);
    const text = await readFile(join(dir, ABOUT), 'utf8').catch(() => '{}');
    const { data } = about.safeParse(parseJson(text));
    if (data?.source === source && Date.now() - data.startedAt <= MAX_AGE_MS) store.#startedAt = data.startedAt;
    else await store.clear();
    return store;
  }

  /** The body of an answer; undefined if there is none. */
  async read(address: string): Promise<Buffer | undefined> {
    return readFile(join(this.#dir, fileOf(address))).catch(() => undefined);
  }

  async write(address: string, bytes: Uint8Array): Promise<void> {
    if (this.#startedAt === undefined) {
      this.#startedAt = Date.now();
      const began: z.output<typeof about> = { source: this.#source, startedAt: this.#startedAt };
      await this.#writer.write(ABOUT, JSON.stringify(began));
    }
    await this.#writer.write(fileOf(address), bytes);
  }

  async clear(): Promise<void> {
    this.#startedAt = undefined;
    await this.#writer.remove(ANSWERS);
  }
}

const fileOf = (address: string) => `${ANSWERS}/${createHash('sha256').update(address).digest('hex')}.json`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
