/*
 * The usual front matter is a line for each field: `name: A text`, `tags: [one, two]`, `category: { slug: a, name: A }`. It is read here
 * in a tenth of the time that the YAML parser takes for it. Whatever is not exactly of this shape is left to the parser.
 */

/** Inside one another. */
const LEVELS = 4;

/** A name of a field, which is no other value in YAML. */
const FIELD = /(?!(?:null|true|false|constructor|__proto__)\b)[a-z_]+(?=: )/y;
/**
 * A text without quotes in a line of its own: it ends before the end of the line, nothing in it ends it sooner, and it is no
 * other value. A number has no spaces.
 */
const LINE_TEXT =
  /(?!(?:null|true|false)$)(?:\p{L}|\p{N}+\.? \p{L})(?:(?:(?![:#])[ \p{Join_Control}\p{L}\p{M}\p{N}\p{P}\p{S}])*(?![:#])[\p{L}\p{M}\p{N}\p{P}\p{S}])?$/imuy;
/** The same in brackets or braces. */
const INNER_TEXT =
  /(?!(?:null|true|false)(?: *[,\]}]))[\p{L}/](?:[ \p{L}\p{M}\p{N}/._()-]*[\p{L}\p{M}\p{N}/._()-])?(?= ?[,\]}])/iuy;
const QUOTED_TEXT = /"(?:(?!["\\])[ \p{Join_Control}\p{L}\p{M}\p{N}\p{P}\p{S}])*"/uy;
const WHOLE_NUMBER = /(?:0|[1-9]\d{0,14})(?= ?[,\]}]|$)/my;
/** It contains colons. */
const DATE = /\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?(?= ?[,\]}]|$)/my;

/** The fields of a text of the usual shape; undefined for any other text. */
export function readPlainYaml(text: string): object | undefined {
  const reader = new PlainYamlReader(text);
  return reader.readLines();
}

class PlainYamlReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readLines(): object | undefined {
    const fields: Record<string, unknown> = {};
    while (this.#at < this.#text.length) {
      if (!this.#readField(fields, 0)) return undefined;
      if (this.#at < this.#text.length && !this.#skip('\n')) return undefined;
    }
    // A text that ends with an empty line is left to the parser, as one without a field.
    return this.#text.endsWith('\n') || this.#text === '' ? undefined : fields;
  }

  /** Reads `name: value`. @param level 0: in a line of its own */
  #readField(fields: Record<string, unknown>, level: number): boolean {
    const name = this.#match(FIELD);
    // A field that is there twice is a fault.
    if (name === undefined || Object.hasOwn(fields, name)) return false;
    this.#at += ': '.length;
    const value = this.#readValue(level);
    if (value === undefined) return false;
    fields[name] = value;
    return level > 0 || this.#at === this.#text.length || this.#text[this.#at] === '\n';
  }

  #readValue(level: number): unknown {
    const first = this.#text[this.#at];
    if (first === '[') return this.#readList(level + 1);
    if (first === '{') return this.#readFields(level + 1);
    if (first === '"') return this.#match(QUOTED_TEXT)?.slice(1, -1);
    const number = this.#match(WHOLE_NUMBER);
    if (number !== undefined) return Number(number);
    return this.#match(DATE) ?? this.#match(level === 0 ? LINE_TEXT : INNER_TEXT);
  }

  #readList(level: number): unknown[] | undefined {
    const elements: unknown[] = [];
    const isRead = this.#readElements(level, ']', () => {
      const element = this.#readValue(level);
      elements.push(element);
      return element !== undefined;
    });
    return isRead ? elements : undefined;
  }

  #readFields(level: number): object | undefined {
    const fields: Record<string, unknown> = {};
    return this.#readElements(level, '}', () => this.#readField(fields, level)) ? fields : undefined;
  }

  /** Reads `[a, b]` or `{ a: b, c: d }` with at least one element. */
  #readElements(level: number, end: string, readOne: () => boolean): boolean {
    if (level > LEVELS) return false;
    this.#at += 1;
    this.#skip(' ');
    do if (!readOne()) return false;
    while (this.#skip(', '));
    this.#skip(' ');
    return this.#skip(end);
  }

  #skip(characters: string): boolean {
    if (!this.#text.startsWith(characters, this.#at)) return false;
    this.#at += characters.length;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [match] = pattern.exec(this.#text) ?? [];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}
