import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loopbackUrl } from '@foyer/config';
import { isPurged, matchCall, type Purge, readCall, readQuery } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, calls, isLocale, type KindName, loadMessages, splitPath } from '@foyer/model';
import { monotonicNow, withTimeout } from '@foyer/runtime';
import type { Logger } from 'pino';
import { BoundedIndex } from './bounded-index.ts';
import { Collector, type FoundText } from './collector.ts';
import type { ContentReader } from './content-reader.ts';
import { callOf, type DocumentSource, type DocumentSources, kindOf } from './document-sources.ts';
import { searchAnswer } from './search-answer.ts';
import { mapTexts, type SearchDocument, type SearchFile, sitePageKey } from './search-document.ts';
import type { IndexPart } from './search-index.ts';
import type { StoredIndex } from './stored-index.ts';

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
const REVISIONS_TIMEOUT_MS = 10_000;
/** How long a purge waits for the index, so that removed content is not found any more. */
const PURGE_TIMEOUT_MS = 2_000;
/** The index is written this long after its first unsaved change. */
const STORE_DELAY_MS = 10_000;
/** For the first one, once all content is read: that may have taken minutes, which an early end must not waste. */
const FIRST_STORE_DELAY_MS = 1_000;
/** The pause before a write is at least this many times as long as the last write took: that of a very large index takes the processor for seconds. */
const STORE_PAUSE_FACTOR = 100;
/** An index that takes longer is not stored at the end of the process, which waits for nothing. */
const MAX_FINAL_STORE_MS = 500;
const BASE = /^\/frontapi\/([a-z]+)(\/[^?]*)(?:\?(.*))?$/;

/** The search over everything: it keeps an index of the content, and answers the call `search` on a loopback port. */
export class SearchService {
  readonly #options: SearchServiceOptions;
  readonly #reader: ContentReader;
  readonly #sources: DocumentSources;
  /** The kind of each page that is found by its name, by its key; undefined if it has no content in a folder. */
  readonly #sitePages: ReadonlyMap<string, KindName | undefined>;
  /** Of pages whose content is an item. */
  readonly #ownPaths: ReadonlySet<string>;
  readonly #index: BoundedIndex;
  readonly #collector: Collector;
  readonly #server: Server;
  readonly #closing = new AbortController();
  /** The version of each text in the index, by locale and key. A text without one is read again. */
  readonly #versions = new Map<string, string>();
  /** Versions of texts whose files have not been read yet. */
  readonly #unreadVersions = new Map<string, string>();
  /** The revisions of the content folder that were read last. */
  #revisions?: ReadonlyMap<string, string>;
  /** The revisions of which the index has everything. */
  #indexedRevisions?: ReadonlyMap<string, string>;
  /** Whether all lists have been read once, by this process or an earlier one. */
  #isComplete = false;
  #purges = 0;
  /** The loading of the stored index. */
  #restored: Promise<void> = Promise.resolve();
  /** Readings of all content that have failed in a row. */
  #failures = 0;
  /** Whether this process has read all content once, as far as the upstream has it. */
  #hasBeenRead = false;
  /** Counts the changes of the index, and of what is stored with it. */
  #changes = 0;
  /** Of the stored index. */
  #storedChanges?: number;
  #hasTriedToStore = false;
  /** Names of revisions whose texts are replaced in any case: they were read again, whatever version they seem to have. */
  #forced: ReadonlySet<string> = new Set();
  /** The last request for the revisions. */
  #askingRevisions: Promise<unknown> = Promise.resolve();
  /** The last reading of all content. */
  #collecting: Promise<void> = Promise.resolve();
  /** The last items of the content folder that have changed. */
  #rereading: Promise<void> = Promise.resolve();
  /** The last purge. */
  #updating: Promise<void> = Promise.resolve();
  #refreshTimer?: NodeJS.Timeout;
  #storeTimer?: NodeJS.Timeout;
  /** The last writing of the index. */
  #storing: Promise<void> = Promise.resolve();
  /** How long it took to store the index last. */
  #storeMs = 0;
  /** Documents whose files wait to be read. */
  readonly #unreadFiles = new Set<string>();
  #readingFiles: Promise<void> = Promise.resolve();
  #isReadingFiles = false;

  constructor(options: SearchServiceOptions) {
    this.#options = options;
    this.#reader = options.reader;
    this.#sources = options.sources;
    this.#sitePages = new Map(
      options.sources.all.flatMap((source) =>
        source.type === 'page' ? [[sitePageKey(source.id), source.content && calls[source.content].kind] as const] : [],
      ),
    );
    this.#ownPaths = new Set(
      options.sources.all.flatMap((source) => (source.type === 'item' ? [source.page.path] : [])),
    );
    // Each purge of an upstream reads for itself, and listens while it waits: a slow upstream may be purged many times meanwhile.
    setMaxListeners(0, this.#closing.signal);
    this.#index = new BoundedIndex(options.log, options.maxCharacters);
    this.#collector = new Collector({
      reader: options.reader,
      log: options.log,
      signal: this.#closing.signal,
      onText: (text) => this.#onText(text),
      onSourceRead: (source, locale, keys) => this.#onSourceRead(source, locale, keys),
    });
    this.#server = createServer((request, response) => {
      const { status, body } = this.#answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  /** Listens, loads the stored index and begins to read the content. @returns the base of its API */
  async start(): Promise<string> {
    const { locales } = this.#reader;
    await Promise.all(locales.map(loadMessages));
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(this.#options.port ?? 0, '127.0.0.1', resolve);
    });
    this.#restored = this.#restore();
    this.#collecting = this.#restored;
    this.#refresh();
    const { port } = this.#server.address() as AddressInfo;
    return loopbackUrl(port, locales);
  }

  /** Follows a purge that the reader has seen. Resolves when what it has removed is not found any more. */
  async purge(what: Purge): Promise<void> {
    this.#purges += 1;
    // Before the start nothing has been read.
    if (!this.#server.listening) return;
    this.#updating = this.#update(what);
    await this.#updating;
  }

  /** Resolves when everything has been read. For tests and measurements. */
  async settled(): Promise<void> {
    await this.#updating;
    await this.#rereading;
    await this.#collecting;
    await this.#readingFiles;
  }

  get status(): SearchStatus {
    return { documents: this.#index.size, shortened: this.#index.shortened, isComplete: this.#isComplete };
  }

  /** Everything in the index, for a file. */
  parts(): Iterable<IndexPart> {
    return this.#index.parts();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the search is closed'));
    clearTimeout(this.#refreshTimer);
    clearTimeout(this.#storeTimer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await Promise.all([this.#collecting, this.#updating, this.#rereading, this.#readingFiles]);
    // A large index takes longer than the end of the process may take.
    await (this.#storeMs < MAX_FINAL_STORE_MS ? this.#store() : this.#storing);
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
        this.#indexedRevisions = revisions;
        this.#changes += 1;
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
      const collected = await (this.#hasAllRevisions ? this.#collectChanges() : this.#collectSources());
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
    const { after } = await this.#readRevisions();
    this.#dropUnrevised();
    const isComplete = await this.#collector.collect(this.#sources.all);
    this.#dropUnrevised();
    return { isComplete, revisions: after };
  }

  /** Whether the index has everything of the content folder as it was when it was read last. */
  get #hasAllRevisions(): boolean {
    return this.#revisions !== undefined && this.#revisions === this.#indexedRevisions;
  }

  /** Reads what has changed in the content folder. */
  async #collectChanges(): Promise<Collected> {
    await this.#updateFromFolder();
    // A change in the meantime is read after it.
    for (let last: unknown; last !== this.#rereading; ) {
      last = this.#rereading;
      await last;
    }
    return { isComplete: this.#hasAllRevisions };
  }

  /** Never rejects. Resolves when what the purge has removed is not found any more, or after PURGE_TIMEOUT_MS. */
  async #update(what: Purge): Promise<void> {
    const update = this.#restored.then(() =>
      !this.#reader.revisions ? this.#updateFromUpstream(what) : this.#updateFromFolder(),
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
    const sources = this.#sources.all.filter((source) => isPurged(what, callOf(source) ?? source.page.path.slice(1)));
    const path = 'path' in what ? splitPath(what.path, this.#reader.locales).path : undefined;
    const names = new Set(sources.map(callOf).map((call) => call && calls[call].kind));
    for (const { key, kind, texts } of this.#index.all()) {
      const isConcerned =
        names.has(kind) && (path === undefined || Object.values(texts).some(({ href }) => href === path));
      if (isConcerned) for (const locale of this.#reader.locales) this.#versions.delete(`${locale} ${key}`);
    }
    const isComplete = await this.#collector.collect(sources);
    if (!isComplete) this.#refreshIn(this.#retryMs);
    this.#changed();
  }

  /** Reads again what has changed in the content folder. What was removed is dropped before anything is read. */
  async #updateFromFolder(): Promise<void> {
    const { before, after } = await this.#readRevisions();
    if (!before || !after) return this.#refresh();
    const changed = [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
    for (const name of before.keys()) {
      if (after.has(name)) continue;
      const { locale, kind, id } = revisionName(name);
      if (id !== undefined) this.#drop(`${kind}/${id}`, locale);
      // What is behind it in a list may be on another page now.
      if (id === undefined || this.#sources.ofKind(kind, id).some(({ type }) => type === 'entries')) changed.push(name);
    }
    this.#rereading = this.#rereading.then(() => this.#reread(changed, before, after));
  }

  /** Reads items again, by the names of their revisions, so that the index has what came after instead of what was before. Never rejects. */
  async #reread(
    names: readonly string[],
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
  ): Promise<void> {
    try {
      this.#forced = new Set(names);
      // What a screen is called, and whether there is one, concerns everything on it.
      const hasOtherScreens = names.some((name) => revisionName(name).kind === 'screens');
      const sources = new Set<DocumentSource>(hasOtherScreens ? this.#sources.all : []);
      for (const { locale, kind, id } of names.map(revisionName)) {
        for (const source of this.#sources.ofKind(kind, id)) {
          if (source.type !== 'items' || id === undefined) sources.add(source);
          else if (!(await this.#collector.collectItem(source, locale, id))) this.#drop(`${kind}/${id}`, locale);
        }
      }
      const isComplete = sources.size === 0 || (await this.#collector.collect([...sources]));
      // An answer may have been on its way while its item was removed.
      this.#dropUnrevised();
      if (!isComplete) this.#refreshIn(this.#retryMs);
      else if (this.#indexedRevisions === before) this.#indexedRevisions = after;
      this.#changed();
    } catch (err) {
      if (this.#closing.signal.aborted) return;
      this.#options.log.warn({ err }, 'content that has changed could not be read for the search: all is read again');
      this.#refresh();
    } finally {
      this.#forced = new Set();
    }
  }

  /** The revisions of the content folder as they were read before, and now; none for an upstream. One request at a time: of two at once the older answer may come last. */
  #readRevisions(): Promise<{ before?: ReadonlyMap<string, string>; after?: ReadonlyMap<string, string> }> {
    const { revisions } = this.#reader;
    if (!revisions) return Promise.resolve({});
    const answered = this.#askingRevisions.then(async () => {
      const after = await withTimeout(revisions(), REVISIONS_TIMEOUT_MS, () => new Error('no revisions in time'));
      this.#closing.signal.throwIfAborted();
      // Of two changes at once, each follows the one before: nothing between them is missed.
      const before = this.#revisions;
      this.#revisions = after;
      return { before, after };
    });
    this.#askingRevisions = answered.catch(() => {});
    return answered;
  }

  /** Adds a text to its document. @returns whether the item's own call must be read */
  #onText({ key, kind, locale, text, facts, version: listed, isSummary }: FoundText): boolean {
    const name = `${locale} ${key}`;
    const version = this.#revisions?.get(`${locale}/${key}`) ?? listed;
    const document = this.#index.get(key);
    const known = document?.texts[locale];
    const isKnown = known?.href === text.href && this.#versions.get(name) === version;
    if (isKnown && !this.#forced.has(`${locale}/${key}`)) return false;
    const hasFiles = this.#reader.readDocument !== undefined && text.files.some(mayHaveText);
    this.#versions.delete(name);
    if (!isSummary && hasFiles) this.#unreadVersions.set(name, version);
    else if (!isSummary) this.#versions.set(name, version);
    const filesWithTexts = text.files.map((file) => ({
      ...file,
      text: known?.files.find(({ href }) => href === file.href)?.text,
    }));
    // A summary does not replace the text that is known.
    const complete = { ...text, files: filesWithTexts, text: isSummary && known ? known.text : text.text };
    this.#set({ key, kind, texts: { ...document?.texts, [locale]: complete }, ...facts });
    if (!isSummary && hasFiles) this.#readFiles(key);
    return isSummary === true;
  }

  #set(document: SearchDocument): void {
    this.#index.set(document);
    this.#changes += 1;
  }

  /** Removes a text, and its document if it was the only one. */
  #drop(key: string, locale: Locale): void {
    const document = this.#index.get(key);
    if (!document?.texts[locale]) return;
    this.#versions.delete(`${locale} ${key}`);
    const { [locale]: _, ...texts } = document.texts;
    if (Object.keys(texts).length > 0) this.#index.set({ ...document, texts });
    else this.#index.delete(key);
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

  /** Drops what the source had before and does not have any more: the stored index may have it, too. */
  #onSourceRead(source: DocumentSource, locale: Locale, keys: ReadonlySet<string>): void {
    for (const document of [...this.#index.all()])
      if (this.#isOfSource(source, document, locale) && !keys.has(document.key)) this.#drop(document.key, locale);
  }

  /** Drops what the content folder does not show any more, or not yet. */
  #dropUnrevised(): void {
    const revisions = this.#revisions;
    if (!revisions) return;
    for (const { key, texts } of [...this.#index.all()]) {
      if (this.#sitePages.has(key)) continue;
      for (const locale of this.#reader.locales)
        if (texts[locale] && !revisions.has(`${locale}/${key}`)) this.#drop(key, locale);
    }
  }

  /** Reads the documents of an item in the background, one at a time. */
  #readFiles(key: string): void {
    const { readDocument } = this.#reader;
    if (!readDocument) return;
    this.#unreadFiles.add(key);
    if (this.#isReadingFiles) return;
    this.#isReadingFiles = true;
    // After everything else: reading them takes the most memory, and who searches finds pages first.
    this.#readingFiles = this.#collecting.then(() => this.#readUnreadFiles(readDocument));
  }

  async #readUnreadFiles(read: NonNullable<ContentReader['readDocument']>): Promise<void> {
    for (const key of this.#unreadFiles) {
      this.#unreadFiles.delete(key);
      const locations = Object.values(this.#index.get(key)?.texts ?? {}).flatMap(({ files }) =>
        files.filter(mayHaveText).map(({ href }) => href),
      );
      const texts = new Map<string, string | undefined>();
      let areAllRead = true;
      for (const location of new Set(locations)) {
        const { text, isUnavailable } = await read(location, this.#closing.signal);
        // It was interrupted, and is no text that is known to be missing.
        if (this.#closing.signal.aborted) return;
        // The text that is known stays, and the item counts as not read.
        if (text === undefined && isUnavailable) areAllRead = false;
        else texts.set(location, text);
      }
      // A change would end the writing of the index: with many documents none would be stored until all are read.
      await this.#storing;
      this.#addFileTexts(key, texts, areAllRead);
    }
    this.#isReadingFiles = false;
    this.#changed();
  }

  /** Adds what was read in the meantime to a document, if that changes it. */
  #addFileTexts(key: string, read: ReadonlyMap<string, string | undefined>, areAllRead: boolean): void {
    for (const locale of this.#reader.locales) {
      const name = `${locale} ${key}`;
      const version = this.#unreadVersions.get(name);
      this.#unreadVersions.delete(name);
      if (version !== undefined && areAllRead) this.#versions.set(name, version);
    }
    const document = this.#index.get(key);
    if (!document) return;
    const texts = mapTexts(document.texts, (text) => ({
      ...text,
      files: text.files.map((file) => (read.has(file.href) ? { ...file, text: read.get(file.href) } : file)),
    }));
    if (JSON.stringify(texts) !== JSON.stringify(document.texts)) this.#set({ ...document, texts });
  }

  /** Reports the index, and stores it soon if it is not what is stored. */
  #changed(): void {
    this.#options.onStatus?.(this.status);
    if (this.#storedChanges === this.#changes) return;
    const delayMs =
      this.#hasBeenRead && !this.#hasTriedToStore
        ? FIRST_STORE_DELAY_MS
        : Math.max(STORE_DELAY_MS, this.#storeMs * STORE_PAUSE_FACTOR);
    this.#storeTimer ??= setTimeout(() => {
      this.#storeTimer = undefined;
      void this.#store();
    }, delayMs).unref();
  }

  /** Writes the index after what is being written, if it has changed since. Never rejects. */
  #store(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeNow());
    return this.#storing;
  }

  async #storeNow(): Promise<void> {
    const { storedIndex } = this.#options;
    const changes = this.#changes;
    // A part of the content must not replace what an earlier process has read.
    if (this.#storedChanges === changes || !this.#hasBeenRead || !storedIndex) return;
    this.#hasTriedToStore = true;
    const startedAt = monotonicNow();
    const state = {
      isComplete: this.#isComplete,
      versions: [...this.#versions],
      revisions: this.#storableRevisions(),
    };
    const isWritten = await storedIndex.write(state, this.#index.parts(), () => this.#changes === changes);
    if (isWritten) {
      this.#storedChanges = changes;
      this.#storeMs = monotonicNow() - startedAt;
    } else if (!this.#closing.signal.aborted) this.#changed();
  }

  /** The revisions that the next process need not read; undefined: it reads everything. */
  #storableRevisions(): [name: string, revision: string][] | undefined {
    if (!this.#revisions || !this.#hasAllRevisions) return undefined;
    const revisions = new Map(this.#revisions);
    // An item of which only the list was read, or whose files were not, is read again.
    for (const { key, texts } of this.#index.all())
      for (const locale of this.#reader.locales)
        if (texts[locale] && !this.#versions.has(`${locale} ${key}`))
          revisions.delete(`${locale}/${this.#sitePages.has(key) ? this.#sitePages.get(key) : key}`);
    return [...revisions];
  }

  async #restore(): Promise<void> {
    try {
      const stored = await this.#options.storedIndex?.read();
      if (!stored) return;
      const { isComplete, versions, revisions } = stored.state;
      await this.#index.restore(stored.parts);
      for (const [name, version] of versions) this.#versions.set(name, version);
      if (revisions && this.#reader.revisions) {
        this.#revisions = new Map(revisions);
        this.#indexedRevisions = this.#revisions;
      }
      this.#isComplete = isComplete;
      this.#storedChanges = this.#changes;
      this.#hasTriedToStore = true;
    } catch (err) {
      this.#options.log.warn({ err }, 'the stored search index cannot be used: it is built again');
    }
  }

  /** The response to a request below the API's base. */
  #answer(address: string): { status: number; body: object } {
    try {
      const [, segment, path = '', query] = BASE.exec(address) ?? [];
      const { locales } = this.#reader;
      const locale = locales.find((edition) => edition === segment);
      if (!locale || matchCall(path).path !== 'search') throw new ContentError(404, 'no such call');
      const { list } = readCall('search', readQuery(new URLSearchParams(query)), { locale, locales });
      if (!list) throw new ContentError(404, 'no such call');
      return {
        status: 200,
        body: {
          error: false,
          data: searchAnswer(
            this.#index,
            list.query,
            { locale, locales, sources: this.#sources, messages: this.#collector.messagesOf(locale) },
            !this.#isComplete,
          ),
        },
      };
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      // Without the query: what visitors search for is personal.
      if (status === 500) this.#options.log.error({ err: error }, 'a search failed');
      return { status, body: { error: true, message: error instanceof Error ? error.message : 'failed' } };
    }
  }
}

/** A picture has no text to be read: it is not opened. */
const mayHaveText = ({ mime }: SearchFile): boolean => !mime?.startsWith('image/');

/** The parts of a revision's name (packages/folder/src/revisions.ts). */
function revisionName(name: string): { locale: Locale; kind: string; id?: string } {
  const [locale = '', kind = '', id] = name.split('/');
  if (!isLocale(locale)) throw new Error(`no revision of an edition: ${name}`);
  return { locale, kind, id };
}
