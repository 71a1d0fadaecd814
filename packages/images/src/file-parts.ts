import type { FileHandle } from 'node:fs/promises';

/* A file of which some bytes are left out, or others stand in their place. It is read in windows, however large it is. */

/** Bytes of the file, others in the place of some, or as many zeros. */
export type Part = Range | Buffer | { zeros: number };

/** Bytes of a file from a place up to another one, which is not among them. */
export interface Range {
  from: number;
  to: number;
}

const WINDOW_BYTES = 65_536;
const ZEROS = Buffer.alloc(WINDOW_BYTES);

/** A file in which some bytes are looked at. */
export class FileBytes {
  readonly #file: FileHandle;
  readonly size: number;
  #window = Buffer.alloc(0);
  #start = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** As many as there are. */
  async read(at: number, length: number): Promise<Buffer> {
    const start = at - this.#start;
    if (start < 0 || start + length > this.#window.length) {
      const wanted = Math.max(0, Math.min(Math.max(length, WINDOW_BYTES), this.size - at));
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(wanted), 0, wanted, at);
      this.#window = buffer.subarray(0, bytesRead);
      this.#start = at;
    }
    return this.#window.subarray(at - this.#start, at - this.#start + length);
  }
}

/** The parts in their order, those that follow each other as one. */
export class Parts {
  readonly list: Part[] = [];

  keep(from: number, to: number): void {
    const last = this.list.at(-1);
    if (last && 'to' in last && last.to === from) last.to = to;
    else if (to > from) this.list.push({ from, to });
  }

  add(bytes: Buffer): void {
    this.list.push(bytes);
  }

  blank(zeros: number): void {
    this.list.push({ zeros });
  }
}

const lengthOf = (part: Part): number =>
  Buffer.isBuffer(part) ? part.length : 'zeros' in part ? part.zeros : part.to - part.from;
export const lengthOfParts = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + lengthOf(part), 0);

/** Bytes that others replace, or else zeros. */
export type Replacement = Range & { by?: Buffer };

/** A file of that size with replacements, which may be in any order and leave its size as it is. */
export function replaced(size: number, replacements: readonly Replacement[]): Parts {
  const parts = new Parts();
  let end = 0;
  for (const { from, to, by } of [...replacements].sort((a, b) => a.from - b.from)) {
    const [first, last] = [Math.max(from, end), Math.min(to, size)];
    if (first >= last) continue;
    parts.keep(end, first);
    if (by) parts.add(by.subarray(first - from, last - from));
    else parts.blank(last - first);
    end = last;
  }
  parts.keep(end, size);
  return parts;
}

/** The bytes of parts from one place up to another, which is not among them. */
export async function* readParts(
  file: FileHandle,
  parts: readonly Part[],
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let before = 0;
  for (const part of parts) {
    const [from, to] = [Math.max(start - before, 0), Math.min(end - before, lengthOf(part))];
    before += lengthOf(part);
    if (from >= to) continue;
    if (Buffer.isBuffer(part)) yield part.subarray(from, to);
    else if ('zeros' in part)
      for (let left = to - from; left > 0; left -= WINDOW_BYTES) yield ZEROS.subarray(0, Math.min(left, WINDOW_BYTES));
    else
      for (let at = part.from + from; at < part.from + to; ) {
        const wanted = Math.min(WINDOW_BYTES, part.from + to - at);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
        if (bytesRead === 0) throw new Error('the file has become shorter');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
  }
}
