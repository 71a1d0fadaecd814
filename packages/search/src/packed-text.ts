import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { HeldText } from './search-document.ts';

/** A shorter text takes less memory as it is. */
const MIN_CHARACTERS = 300;
/** Higher levels take more time, and save a twentieth at most. */
const LEVEL = 1;

/**
 * A text that is held compressed: of the texts in an index few are read, and one letter in Devanagari makes each character of a
 * string take two bytes.
 */
export class PackedText implements HeldText {
  readonly length: number;
  /** The compressed bytes, one in each character: a Buffer for each text would take 200 bytes more. */
  readonly #packed: string;

  constructor(text: string) {
    this.length = text.length;
    this.#packed = deflateRawSync(text, { level: LEVEL }).toString('latin1');
  }

  toString(): string {
    return inflateRawSync(Buffer.from(this.#packed, 'latin1')).toString();
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The text in the form that takes less memory. */
export const pack = (text: HeldText): HeldText =>
  typeof text === 'string' && text.length >= MIN_CHARACTERS ? new PackedText(text) : text;
