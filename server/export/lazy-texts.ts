import type { SearchDocument, SearchText } from '@foyer/search';
import { type IndexHead, type LongTexts, textPartOf } from './exported-files.ts';

/** The documents of an exported search index, whose long texts are loaded once something has asked for them. */
export class LazyTexts {
  readonly documents: SearchDocument[];
  readonly #load: (part: number) => Promise<Record<string, LongTexts>>;
  readonly #parts: number;
  readonly #texts = new Map<string, LongTexts>();
  /** Parts that were asked for, and are not loaded. */
  readonly #missing = new Set<number>();

  constructor({ documents, parts }: IndexHead, load: (part: number) => Promise<Record<string, LongTexts>>) {
    this.#load = load;
    this.#parts = parts;
    this.documents = documents.map((document) => this.#withTexts(document));
  }

  /** Loads what was asked for in the meantime. @returns whether there was something */
  async loadMissing(): Promise<boolean> {
    const parts = [...this.#missing];
    this.#missing.clear();
    for (const texts of await Promise.all(parts.map((part) => this.#load(part))))
      for (const [key, long] of Object.entries(texts)) this.#texts.set(key, long);
    return parts.length > 0;
  }

  #withTexts(document: SearchDocument): SearchDocument {
    const texts = Object.entries(document.texts).map(([locale, text]): [string, SearchText] => {
      const { files } = text;
      const long = () => this.#longTexts(document.key)?.[locale];
      const lazy = {
        ...text,
        get text() {
          return long()?.text ?? '';
        },
        get files() {
          return files.map((file, index) => ({ ...file, text: long()?.files[index] ?? undefined }));
        },
      };
      return [locale, lazy];
    });
    return { ...document, texts: Object.fromEntries(texts) };
  }

  #longTexts(key: string): LongTexts | undefined {
    const known = this.#texts.get(key);
    if (!known) this.#missing.add(textPartOf(key, this.#parts));
    return known;
  }
}
