import type { Locale } from '@foyer/messages';
import { isLocale } from '@foyer/model';
import { withTimeout } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { Collector } from './collector.ts';
import type { ContentReader } from './content-reader.ts';
import type { DocumentSource, DocumentSources } from './document-sources.ts';
import type { IndexedTexts } from './indexed-texts.ts';

/** The hash of each thing that the folder shows, by locale, kind and id. */
type Revisions = ReadonlyMap<string, string>;

interface FolderChangesOptions {
  /** Undefined: the content is that of a CMS, which has none, and there is nothing to follow. */
  revisions: ContentReader['revisions'];
  sources: DocumentSources;
  texts: IndexedTexts;
  collector: Pick<Collector, 'collect' | 'collectItem'>;
  log: Logger;
  signal: AbortSignal;
  /** Has all content read, now or after a pause. */
  readAll(when: 'now' | 'later'): void;
  /** The index may have changed. */
  onChange(): void;
}

const REVISIONS_TIMEOUT_MS = 10_000;

/** Follows the changes of a content folder by its revisions: what has changed is read again, and nothing else. */
export class FolderChanges {
  readonly #options: FolderChangesOptions;
  /** Revisions as they were read last. */
  #revisions?: Revisions;
  /** Revisions of which the index has everything. */
  #indexed?: Revisions;
  /** Names of revisions whose texts are replaced in any case: they were read again, whatever version they seem to have. */
  #forced: ReadonlySet<string> = new Set();
  /** The last request for the revisions. */
  #asking: Promise<unknown> = Promise.resolve();
  /** The last items that have changed. */
  #rereading: Promise<void> = Promise.resolve();

  constructor(options: FolderChangesOptions) {
    this.#options = options;
  }

  /** Whether the index has everything of the folder as it was when it was read last. */
  get isIndexed(): boolean {
    return this.#revisions !== undefined && this.#revisions === this.#indexed;
  }

  /** The revision of a text that was found, and whether it replaces what the index has in any case. @param name of its revision */
  revisionOf(name: string): { revision?: string; isForced: boolean } {
    return { revision: this.#revisions?.get(name), isForced: this.#forced.has(name) };
  }

  /** Takes over the revisions that an earlier process has indexed. */
  restore(revisions: Iterable<[name: string, revision: string]>): void {
    if (!this.#options.revisions) return;
    this.#revisions = new Map(revisions);
    this.#indexed = this.#revisions;
  }

  /** Revisions of what the next process need not read; undefined: it reads everything. */
  storable(): [name: string, revision: string][] | undefined {
    if (!this.#revisions || !this.isIndexed) return undefined;
    const revisions = new Map(this.#revisions);
    for (const name of this.#options.texts.unread()) revisions.delete(name);
    return [...revisions];
  }

  /** Notes that the index has everything of these revisions. */
  markIndexed(revisions: Revisions): void {
    this.#indexed = revisions;
  }

  /** The revisions as they were read before, and now; none for a CMS. One request at a time: of two at once the older answer may come last. */
  readRevisions(): Promise<{ before?: Revisions; after?: Revisions }> {
    const { revisions, signal } = this.#options;
    if (!revisions) return Promise.resolve({});
    const answered = this.#asking.then(async () => {
      const after = await withTimeout(revisions(), REVISIONS_TIMEOUT_MS, () => new Error('no revisions in time'));
      signal.throwIfAborted();
      // Of two changes at once, each follows the one before: nothing between them is missed.
      const before = this.#revisions;
      this.#revisions = after;
      return { before, after };
    });
    this.#asking = answered.catch(() => {});
    return answered;
  }

  /** Drops what the folder does not show any more, or not yet. */
  dropUnrevised(): void {
    if (this.#revisions) this.#options.texts.dropUnrevised(this.#revisions);
  }

  /** Reads again what has changed. Resolves when what was removed is dropped, before anything is read. */
  async follow(): Promise<void> {
    const { texts, sources, readAll } = this.#options;
    const { before, after } = await this.readRevisions();
    if (!before || !after) return readAll('now');
    const changed = [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
    for (const name of before.keys()) {
      if (after.has(name)) continue;
      const { locale, kind, id } = revisionName(name);
      if (id !== undefined) texts.drop(`${kind}/${id}`, locale);
      // What is behind it in a list may be on another page now.
      if (id === undefined || sources.ofKind(kind, id).some(({ type }) => type === 'entries')) changed.push(name);
    }
    this.#rereading = this.#rereading.then(() => this.#reread(changed, before, after));
  }

  /** Follows, and reads all of it. @returns whether the index has everything then */
  async catchUp(): Promise<boolean> {
    await this.follow();
    return this.settled();
  }

  /** Resolves when all changes have been read, and those of the meantime. @returns whether the index has everything then */
  async settled(): Promise<boolean> {
    for (let last: unknown; last !== this.#rereading; ) {
      last = this.#rereading;
      await last;
    }
    // In the same turn: another reading of the revisions may come after it.
    return this.isIndexed;
  }

  /** Reads items again, by the names of their revisions, so that the index has what came after instead of what was before. Never rejects. */
  async #reread(names: readonly string[], before: Revisions, after: Revisions): Promise<void> {
    const { sources, texts, collector, signal, log, readAll, onChange } = this.#options;
    try {
      this.#forced = new Set(names);
      // What a screen is called, and whether there is one, concerns everything on it.
      const hasOtherScreens = names.some((name) => revisionName(name).kind === 'screens');
      const concerned = new Set<DocumentSource>(hasOtherScreens ? sources.all : []);
      for (const { locale, kind, id } of names.map(revisionName)) {
        for (const source of sources.ofKind(kind, id)) {
          if (source.type !== 'items' || id === undefined) concerned.add(source);
          else if (!(await collector.collectItem(source, locale, id))) texts.drop(`${kind}/${id}`, locale);
        }
      }
      const isComplete = concerned.size === 0 || (await collector.collect([...concerned]));
      // An answer may have been on its way while its item was removed.
      this.dropUnrevised();
      if (!isComplete) readAll('later');
      else if (this.#indexed === before) this.#indexed = after;
      onChange();
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, 'content that has changed could not be read for the search: all is read again');
      readAll('now');
    } finally {
      this.#forced = new Set();
    }
  }
}

/** The parts of a revision's name (packages/folder/src/revisions.ts). */
function revisionName(name: string): { locale: Locale; kind: string; id?: string } {
  const [locale = '', kind = '', id] = name.split('/');
  if (!isLocale(locale)) throw new Error(`no revision of an edition: ${name}`);
  return { locale, kind, id };
}
