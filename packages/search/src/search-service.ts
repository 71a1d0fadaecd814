import { setMaxListeners } from 'node:events';
import { isPurged, type Purge } from '@foyer/gateway';
import { calls, loadMessages, splitPath } from '@foyer/model';
import { withTimeout } from '@foyer/runtime';
import type { Logger } from 'pino';
import { Collector } from './collector.ts';
import type { ContentReader } from './content-reader.ts';
import { callOf, type DocumentSource, type DocumentSources } from './document-sources.ts';
import { FolderChanges } from './folder-changes.ts';
import { IndexStoring } from './index-storing.ts';
import { IndexedTexts } from './indexed-texts.ts';
import { searchAnswer } from './search-answer.ts';
import type { IndexPart } from './search-index.ts';
import { SearchServer } from './search-server.ts';
import type { StoredIndex } from './stored-index.ts';
import { UnreadFiles } from './unread-files.ts';

export interface SearchServiceOptions {
  sources: DocumentSources;
  /** With revisions it knows what has changed. The lists of a CMS are read again from time to time. */
  reader: ContentReader;
  log: Logger;
  /** Undefined: a restart builds the index again. */
  storedIndex?: Pick<StoredIndex, 'read' | 'write'>;
  /** Of an earlier thread, so that its address stays. */
  port?: number;
  onStatus?: (status: SearchStatus) => void;
  /** How often the lists of an upstream are read again: it may change without a purge. */
  refreshMs?: number;
  /** After a failure. */
  retryMs?: number;
  /** Characters of all texts together. Undefined: the bound of bounded-index.ts. */
  maxCharacters?: number;
}

/** What was read of all content. */
interface Collected {
  /** False: a failure has left content out. */
  isComplete: boolean;
  /** Of the content folder, if all of it was read. */
  revisions?: ReadonlyMap<string, string>;
}

export interface SearchStatus {
  documents: number;
  /** Documents without all of their text, for lack of memory. */
  shortened: number;
  isComplete: boolean;
}

const REFRESH_MS = 300_000;
const RETRY_MS = 30_000;
/** How long a purge waits for the index, so that removed content is not found any more. */
const PURGE_TIMEOUT_MS = 2_000;

/** The search over everything: it reads all content, follows its changes, and answers the call `search` on a loopback port. */
export class SearchService {
  readonly #options: SearchServiceOptions;
  readonly #reader: ContentReader;
  readonly #texts: IndexedTexts;
  readonly #collector: Collector;
  readonly #server: SearchServer;
  readonly #storing: IndexStoring;
  readonly #folder: FolderChanges;
  /** Undefined: files are not read. */
  readonly #unreadFiles?: UnreadFiles;
  readonly #closing = new AbortController();
  /** Whether all lists have been read once, by this process or an earlier one. */
  #isComplete = false;
  #purges = 0;
  /** The loading of the stored index. */
  #restored: Promise<void> = Promise.resolve();
  /** Readings of all content that have failed in a row. */
  #failures = 0;
  /** Whether this process has read all content once, as far as the upstream has it. */
  #hasBeenRead = false;
  /** The last reading of all content. */
  #collecting: Promise<void> = Promise.resolve();
  /** The last purge. */
  #updating: Promise<void> = Promise.resolve();
  #refreshTimer?: NodeJS.Timeout;

  constructor(options: SearchServiceOptions) {
    this.#options = options;
    this.#reader = options.reader;
    // Each purge of an upstream reads for itself, and listens while it waits: a slow upstream may be purged many times meanwhile.
    setMaxListeners(0, this.#closing.signal);
    const { sources, reader, log, maxCharacters, storedIndex } = options;
    const { locales, readDocument } = reader;
    this.#texts = new IndexedTexts({
      sources,
      locales,
      log,
      maxCharacters,
      ...(readDocument && { onUnreadFiles: (key: string) => this.#unreadFiles?.add(key) }),
    });
    const { signal } = this.#closing;
    this.#storing = new IndexStoring({
      texts: this.#texts,
      storedIndex,
      signal,
      hasBeenRead: () => this.#hasBeenRead,
      state: () => ({ isComplete: this.#isComplete, revisions: this.#folder.storable() }),
    });
    if (readDocument)
      this.#unreadFiles = new UnreadFiles({
        read: readDocument,
        texts: this.#texts,
        signal,
        whenRead: () => this.#collecting,
        mayChange: () => this.#storing.written(),
        onRead: () => this.#changed(),
        retryMs: options.retryMs,
      });
    this.#collector = new Collector({
      reader,
      log,
      signal,
      onText: (text) => {
        const { revision, isForced } = this.#folder.revisionOf(`${text.locale}/${text.key}`);
        return this.#texts.add(text, revision, isForced);
      },
      onSourceRead: (source, locale, keys) => this.#texts.dropOthers(source, locale, keys),
    });
    this.#folder = new FolderChanges({
      revisions: reader.revisions,
      sources,
      texts: this.#texts,
      collector: this.#collector,
      log,
      signal,
      readAll: (when) => (when === 'now' ? this.#refresh() : this.#refreshIn(this.#retryMs)),
      onChange: () => this.#changed(),
    });
    this.#server = new SearchServer({
      locales,
      log,
      search: (query, locale) => {
        const site = { locale, locales, sources, messages: this.#collector.messagesOf(locale) };
        return searchAnswer(this.#texts.index, query, site, !this.#isComplete);
      },
    });
  }

  /** Listens, loads the stored index and begins to read the content. @returns the base of its API */
  async start(): Promise<string> {
    await Promise.all(this.#reader.locales.map(loadMessages));
    const url = await this.#server.listen(this.#options.port ?? 0);
    this.#restored = this.#restore();
    this.#collecting = this.#restored;
    this.#refresh();
    return url;
  }

  /** Follows a purge that the reader has seen. Resolves when what it has removed is not found any more. */
  async purge(what: Purge): Promise<void> {
    this.#purges += 1;
    // Before the start nothing has been read.
    if (!this.#server.isListening) return;
    this.#updating = this.#update(what);
    await this.#updating;
  }

  /** Resolves when everything has been read. For tests and measurements. */
  async settled(): Promise<void> {
    await this.#updating;
    await this.#folder.settled();
    await this.#collecting;
    await this.#unreadFiles?.settled();
  }

  get status(): SearchStatus {
    return { documents: this.#texts.index.size, shortened: this.#texts.index.shortened, isComplete: this.#isComplete };
  }

  /** Everything in the index, for a file. */
  parts(): Iterable<IndexPart> {
    return this.#texts.index.parts();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the search is closed'));
    clearTimeout(this.#refreshTimer);
    await this.#server.close();
    await Promise.all([this.#collecting, this.#updating, this.#folder.settled(), this.#unreadFiles?.settled()]);
    await this.#storing.close();
  }

  /** Reads all content: what is new, and what has changed. */
  #refresh(): void {
    clearTimeout(this.#refreshTimer);
    this.#collecting = this.#collecting.then(async () => {
      const purges = this.#purges;
      const { isComplete, revisions } = await this.#collectAll();
      if (this.#closing.signal.aborted) return;
      // A list that was read during a change may have arrived after the change was followed.
      const isCurrent = purges === this.#purges;
      if (isComplete && isCurrent && revisions) {
        this.#folder.markIndexed(revisions);
        this.#texts.changed();
        this.#changed();
      }
      const { refreshMs = REFRESH_MS } = this.#options;
      if (!this.#reader.revisions || !isComplete) this.#refreshIn(isComplete && isCurrent ? refreshMs : this.#retryMs);
      // The content folder announces its changes, and costs nothing to read.
      else if (!isCurrent) this.#refresh();
    });
  }

  /** Doubled after each failure: one list may fail for ever. */
  get #retryMs(): number {
    const { refreshMs = REFRESH_MS, retryMs = RETRY_MS } = this.#options;
    return Math.min(retryMs * 2 ** Math.max(0, this.#failures - 1), Math.max(refreshMs, retryMs));
  }

  #refreshIn(milliseconds: number): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => this.#refresh(), milliseconds).unref();
  }

  /** Reads everything, or what has changed. Never rejects. */
  async #collectAll(): Promise<Collected> {
    try {
      const collected = this.#folder.isIndexed
        ? { isComplete: await this.#folder.catchUp() }
        : await this.#collectSources();
      const { isComplete } = collected;
      this.#failures = isComplete ? 0 : this.#failures + 1;
      this.#hasBeenRead = true;
      const wasComplete = this.#isComplete;
      this.#isComplete ||= isComplete;
      if (this.#isComplete && !wasComplete) this.#options.log.info(this.status, 'the search is complete');
      this.#changed();
      return collected;
    } catch (err) {
      if (!this.#closing.signal.aborted) this.#options.log.error({ err }, 'the search could not read the content');
      return { isComplete: false };
    }
  }

  /** Reads all lists, and the items that the index does not have in their version. */
  async #collectSources(): Promise<Collected> {
    const { after } = await this.#folder.readRevisions();
    this.#folder.dropUnrevised();
    const isComplete = await this.#collector.collect(this.#options.sources.all);
    this.#folder.dropUnrevised();
    return { isComplete, revisions: after };
  }

  /** Never rejects. Resolves when what the purge has removed is not found any more, or after PURGE_TIMEOUT_MS. */
  async #update(what: Purge): Promise<void> {
    const update = this.#restored.then(() =>
      this.#reader.revisions ? this.#folder.follow() : this.#updateFromUpstream(what),
    );
    await withTimeout(
      update.catch((err: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.log.error({ err }, 'the search could not follow a change');
        this.#refreshIn(this.#retryMs);
      }),
      PURGE_TIMEOUT_MS,
      () => new Error('it goes on'),
    ).catch(() => {});
  }

  /** Reads again what a purge concerns. */
  async #updateFromUpstream(what: Purge): Promise<void> {
    const isConcerned = (source: DocumentSource) => isPurged(what, callOf(source) ?? source.page.path.slice(1));
    const sources = this.#options.sources.all.filter(isConcerned);
    const path = 'path' in what ? splitPath(what.path, this.#reader.locales).path : undefined;
    const names = new Set(sources.map(callOf).map((call) => call && calls[call].kind));
    for (const { key, kind, texts } of this.#texts.index.all()) {
      if (!names.has(kind)) continue;
      if (path === undefined || Object.values(texts).some(({ href }) => href === path)) this.#texts.forget(key);
    }
    const isComplete = await this.#collector.collect(sources);
    if (!isComplete) this.#refreshIn(this.#retryMs);
    this.#changed();
  }

  /** Reports the index, and stores it soon if it is not what is stored. */
  #changed(): void {
    this.#options.onStatus?.(this.status);
    this.#storing.changed();
  }

  async #restore(): Promise<void> {
    try {
      const stored = await this.#options.storedIndex?.read();
      if (!stored) return;
      const { isComplete, versions, revisions } = stored.state;
      await this.#texts.restore(stored.parts, versions);
      if (revisions) this.#folder.restore(revisions);
      this.#isComplete = isComplete;
      this.#storing.restored();
    } catch (err) {
      this.#options.log.warn({ err }, 'the stored search index cannot be used: it is built again');
    }
  }
}
