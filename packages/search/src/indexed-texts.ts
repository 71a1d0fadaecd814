import type { Locale } from '@foyer/messages';
import { calls, type KindName, type Locales } from '@foyer/model';
import type { Logger } from 'pino';
import { BoundedIndex } from './bounded-index.ts';
import { type DocumentSource, type DocumentSources, kindOf } from './document-sources.ts';
import type { FoundText } from './found-text.ts';
import { mapTexts, type SearchDocument, type SearchFile, sitePageKey } from './search-document.ts';
import type { IndexPart } from './search-index.ts';

export interface IndexedTextsOptions {
  sources: DocumentSources;
  locales: Locales;
  log: Logger;
  /** Of all texts together. Undefined: the bound of bounded-index.ts. */
  maxCharacters?: number;
  /** Called for a document with files that have not been read. Undefined: files are not read. */
  onUnreadFiles?(key: string): void;
}

/** The texts in the index, each with the version that was read. */
export class IndexedTexts {
  readonly index: BoundedIndex;
  readonly #options: IndexedTextsOptions;
  /** The kind of each page that is found by its name, by its key; undefined if it has no content in a folder. */
  readonly #sitePages: ReadonlyMap<string, KindName | undefined>;
  /** Of pages whose content is an item. */
  readonly #ownPaths: ReadonlySet<string>;
  /** By locale and key. A text without one is read again. */
  readonly #versions = new Map<string, string>();
  /** Versions of texts whose files have not been read yet. */
  readonly #unreadVersions = new Map<string, string>();
  #changes = 0;

  constructor(options: IndexedTextsOptions) {
    this.#options = options;
    this.index = new BoundedIndex(options.log, options.maxCharacters);
    const sources = options.sources.all;
    this.#sitePages = new Map(
      sources.flatMap((source) =>
        source.type === 'page' ? [[sitePageKey(source.id), source.content && calls[source.content].kind] as const] : [],
      ),
    );
    this.#ownPaths = new Set(sources.flatMap((source) => (source.type === 'item' ? [source.page.path] : [])));
  }

  /** Counts the changes of the index, and of what is stored with it. */
  get changes(): number {
    return this.#changes;
  }

  get versions(): [name: string, version: string][] {
    return [...this.#versions];
  }

  /**
   * Adds a text to its document.
   * @param revision of the content folder, which replaces the version that was found
   * @param isForced whether it replaces a text of the same version
   * @returns whether the item's own call must be read
   */
  add({ key, kind, locale, text, facts, version: found, isSummary }: FoundText, revision?: string, isForced = false) {
    const { onUnreadFiles } = this.#options;
    const name = `${locale} ${key}`;
    const version = revision ?? found;
    const document = this.index.get(key);
    const known = document?.texts[locale];
    const isKnown = known?.href === text.href && this.#versions.get(name) === version;
    if (isKnown && !isForced) return false;
    const hasFiles = onUnreadFiles !== undefined && text.files.some(mayHaveText);
    this.#versions.delete(name);
    if (!isSummary) (hasFiles ? this.#unreadVersions : this.#versions).set(name, version);
    const filesWithTexts = text.files.map((file) => ({
      ...file,
      text: known?.files.find(({ href }) => href === file.href)?.text,
    }));
    // A summary does not replace the text that is known.
    const complete = { ...text, files: filesWithTexts, text: isSummary && known ? known.text : text.text };
    this.#set({ key, kind, texts: { ...document?.texts, [locale]: complete }, ...facts });
    if (!isSummary && hasFiles) onUnreadFiles?.(key);
    return isSummary === true;
  }

  /** Removes a text, and its document if it was the only one. */
  drop(key: string, locale: Locale): void {
    const document = this.index.get(key);
    if (!document?.texts[locale]) return;
    this.#versions.delete(`${locale} ${key}`);
    const { [locale]: _, ...texts } = document.texts;
    if (Object.keys(texts).length > 0) this.index.set({ ...document, texts });
    else this.index.delete(key);
    this.#changes += 1;
  }

  /** Drops what the source had before and does not have any more: the stored index may have it, too. */
  dropOthers(source: DocumentSource, locale: Locale, keys: ReadonlySet<string>): void {
    for (const document of [...this.index.all()])
      if (this.#isOfSource(source, document, locale) && !keys.has(document.key)) this.drop(document.key, locale);
  }

  /** Drops what the content folder does not show any more, or not yet. */
  dropUnrevised(revisions: ReadonlyMap<string, string>): void {
    for (const { key, texts } of [...this.index.all()]) {
      if (this.#sitePages.has(key)) continue;
      for (const locale of this.#options.locales)
        if (texts[locale] && !revisions.has(`${locale}/${key}`)) this.drop(key, locale);
    }
  }

  /** Has the texts of a document read again. */
  forget(key: string): void {
    for (const locale of this.#options.locales) this.#versions.delete(`${locale} ${key}`);
  }

  /** The names of the content folder's revisions whose texts must be read again: only the list was read, or files were not. */
  *unread(): Generator<string> {
    for (const { key, texts } of this.index.all())
      for (const locale of this.#options.locales)
        if (texts[locale] && !this.#versions.has(`${locale} ${key}`))
          yield `${locale}/${this.#sitePages.has(key) ? this.#sitePages.get(key) : key}`;
  }

  /** The addresses of a document's files that may have a text. */
  filesOf(key: string): ReadonlySet<string> {
    const texts = Object.values(this.index.get(key)?.texts ?? {});
    return new Set(texts.flatMap(({ files }) => files.filter(mayHaveText).map(({ href }) => href)));
  }

  /** Adds what was read of a document's files in the meantime, if that changes it. @param read by address */
  addFileTexts(key: string, read: ReadonlyMap<string, string | undefined>, areAllRead: boolean): void {
    for (const locale of this.#options.locales) {
      const name = `${locale} ${key}`;
      const version = this.#unreadVersions.get(name);
      // The others are read again.
      if (version === undefined || !areAllRead) continue;
      this.#unreadVersions.delete(name);
      this.#versions.set(name, version);
    }
    const document = this.index.get(key);
    if (!document) return;
    const texts = mapTexts(document.texts, (text) => ({
      ...text,
      files: text.files.map((file) => (read.has(file.href) ? { ...file, text: read.get(file.href) } : file)),
    }));
    if (JSON.stringify(texts) !== JSON.stringify(document.texts)) this.#set({ ...document, texts });
  }

  /** Replaces everything by what was stored. Rejects, and leaves it as it is, if the parts do not belong together. */
  async restore(parts: AsyncIterable<IndexPart>, versions: Iterable<[name: string, version: string]>): Promise<void> {
    await this.index.restore(parts);
    for (const [name, version] of versions) this.#versions.set(name, version);
  }

  /** Counts a change of what is stored with the index. */
  changed(): void {
    this.#changes += 1;
  }

  #set(document: SearchDocument): void {
    this.index.set(document);
    this.#changes += 1;
  }

  /** Whether a source is where the text of a document in an edition is from. */
  #isOfSource(source: DocumentSource, { key, kind, texts }: SearchDocument, locale: Locale): boolean {
    const text = texts[locale];
    if (!text || kind !== kindOf(source)) return false;
    if (source.type === 'page') return key === sitePageKey(source.id);
    if (source.type === 'item') return text.href === source.page.path;
    return !this.#sitePages.has(key) && !this.#ownPaths.has(text.href);
  }
}

/** A picture has no text to be read: it is not opened. */
const mayHaveText = ({ mime }: SearchFile): boolean => !mime?.startsWith('image/');
