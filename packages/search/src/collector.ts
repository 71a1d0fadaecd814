import { setTimeout as wait } from 'node:timers/promises';
import { isNotFound, listPages, MAX_PER_PAGE, pagePauseMs } from '@foyer/gateway';
import type { Locale, Messages } from '@foyer/messages';
import {
  type CallPath,
  ContentError,
  calls,
  isScreenOff,
  listParameters,
  type Parameters,
  type Site,
  siteMessages,
} from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import type { Logger } from 'pino';
import { type ContentReader, StaleAnswerError } from './content-reader.ts';
import type { DocumentSource } from './document-sources.ts';
import { type FoundText, foundText, hasOwnText, hrefOf, type ItemSource, pathNameOf, versionOf } from './found-text.ts';
import { type ContentItem, textOfItem } from './item-text.ts';
import { sitePageKey } from './search-document.ts';

interface CollectorOptions {
  reader: ContentReader;
  log: Logger;
  signal: AbortSignal;
  /** Called for each text that is found. @returns whether the item must be read, because the index does not have this version of it */
  onText(text: FoundText): boolean;
  /** Called after a source was read completely, with the keys of everything in it. */
  onSourceRead(source: DocumentSource, locale: Locale, keys: ReadonlySet<string>): void;
}

const MAX_PAUSE_MS = 1_000;
const MAX_FAILURES_IN_A_ROW = 3;
/** The upstream, or the gateway itself, asks for no more calls. */
const PAUSED: ReadonlySet<number> = new Set([429, 503]);

interface Failure {
  /** The page whose content was read. */
  page: string;
  reason: string;
  /** Any other call would fail in the same way. */
  isOfAllCalls: boolean;
  /** The call had an answer before. */
  isStale: boolean;
}

/** An item whose text has to be read by its own call. */
interface Detail {
  source: DocumentSource & { type: 'items' };
  locale: Locale;
  name: string;
  listed: FoundText;
}

/**
 * Reads all content for the search: first the lists, so that everything can be found by its name, then each
 * item that is new or has changed.
 */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #reader: ContentReader;
  /** A content folder serves nobody else. */
  readonly #isPolite: boolean;
  /** By edition, as they were read last. */
  readonly #sites = new Map<Locale, Site>();
  /** The sources that could not be read last. */
  readonly #failed = new Set<string>();

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#reader = options.reader;
    this.#isPolite = options.reader.revisions === undefined;
  }

  /** Resolves with false if lists, or the upstream as a whole, have failed. Rejects only if the signal aborts it. */
  async collect(sources: readonly DocumentSource[]): Promise<boolean> {
    const failures: Failure[] = [];
    try {
      return await this.#collectAll(sources, failures);
    } finally {
      const pages = [...new Set(failures.map(({ page }) => page))];
      const [first] = failures;
      if (first)
        this.#options.log.warn(
          { pages, failures: failures.length, reason: first.reason },
          'content is missing in the search',
        );
    }
  }

  async #collectAll(sources: readonly DocumentSource[], failures: Failure[]): Promise<boolean> {
    const details: Detail[] = [];
    let staleInARow = 0;
    // A source that fails each time must not keep the others from being read.
    const isLast = (source: DocumentSource) => Number(this.#failed.has(sourceName(source)));
    const inOrder = [...sources].sort((a, b) => isLast(a) - isLast(b));
    for (const locale of this.#reader.locales) {
      await this.#readSite(locale);
      for (const source of inOrder) {
        const read = await this.#attempt(source, failures, () => this.#collectSource(source, locale));
        if (read) this.#failed.delete(sourceName(source));
        else this.#failed.add(sourceName(source));
        const failure = read ? undefined : failures.at(-1);
        staleInARow = failure?.isStale ? staleInARow + 1 : 0;
        // A call that has never had an answer may be one that the upstream does not know: it says nothing about the others.
        if (failure?.isOfAllCalls || staleInARow === MAX_FAILURES_IN_A_ROW) return false;
        details.push(...(read ?? []));
      }
    }
    const isComplete = failures.length === 0;
    let failuresInARow = 0;
    for (const [index, detail] of details.entries()) {
      // A list of any number of pages has any number of items.
      const number = Math.floor(index / MAX_PER_PAGE);
      const hasRead = await this.#attempt(detail.source, failures, () => this.#collectDetail(detail), number);
      failuresInARow = hasRead ? 0 : failuresInARow + 1;
      // One faulty item is found by what its list says. An upstream that is down is left alone.
      if (failuresInARow === MAX_FAILURES_IN_A_ROW) return false;
    }
    return isComplete;
  }

  /** Reads one item again. @returns whether the edition has it */
  async collectItem(source: DocumentSource & { type: 'items' }, locale: Locale, name: string): Promise<boolean> {
    const item = await this.#readItem(source, locale, name);
    if (!item || !hasOwnText(locale, item)) return false;
    this.#options.onText(this.#found(item, source, locale, hrefOf(source, item)));
    return true;
  }

  /** The result; undefined after a failure, which is added to the others. @param number of the page of its list */
  async #attempt<T>(
    { page }: DocumentSource,
    failures: Failure[],
    read: () => Promise<T>,
    number = 1,
  ): Promise<T | undefined> {
    const startedAt = monotonicNow();
    try {
      return await read();
    } catch (error) {
      this.#options.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const isOfAllCalls = error instanceof ContentError && PAUSED.has(error.status);
      failures.push({ page: page.id, reason, isOfAllCalls, isStale: error instanceof StaleAnswerError });
      return undefined;
    } finally {
      await this.#pause(startedAt, number);
    }
  }

  async #pause(startedAt: number, page = 1): Promise<void> {
    const { signal } = this.#options;
    const pauseMs = Math.min(pagePauseMs(page, monotonicNow() - startedAt), MAX_PAUSE_MS);
    if (this.#isPolite) await wait(pauseMs, undefined, { signal });
    else signal.throwIfAborted();
  }

  /** What the site says of its screens. Without an answer they are as they were. */
  async #readSite(locale: Locale): Promise<void> {
    const { signal } = this.#options;
    const answer = await this.#reader.read('site', {}, locale, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!answer || !('site' in answer)) return;
    // As the gateway has read it.
    this.#sites.set(locale, answer.site as Site);
  }

  /** The texts of the interface, with the site's names of its screens as they were read last. */
  messagesOf(locale: Locale): Messages {
    return siteMessages(locale, this.#sites.get(locale));
  }

  /** @returns the items whose own calls have more text */
  async #collectSource(source: DocumentSource, locale: Locale): Promise<Detail[]> {
    const { onText, onSourceRead } = this.#options;
    const keys = new Set<string>();
    const site = this.#sites.get(locale);
    if (site && isScreenOff(source.page.path, site)) {
      onSourceRead(source, locale, keys);
      return [];
    }
    const details: Detail[] = [];
    const add = (found: FoundText) => {
      keys.add(found.key);
      return onText(found);
    };
    if (source.type === 'page') add(await this.#pageText(source, locale));
    else if (source.type === 'item') {
      const item = await this.#readSingle(source, locale);
      if (item && hasOwnText(locale, item)) add(this.#found(item, source, locale, source.page.path));
    } else {
      const { sort, per_page } = site ? listParameters(source.page.path, site) : {};
      const pageSize = Number(per_page) || undefined;
      for await (const { item, position } of this.#itemsOf(source, locale, sort)) {
        if (!hasOwnText(locale, item)) continue;
        const found = this.#found(item, source, locale, hrefOf(source, item, { position, pageSize }));
        if (source.type === 'entries') add(found);
        else if (add({ ...found, isSummary: true }))
          details.push({ source, locale, name: pathNameOf(source.page.path, item), listed: found });
      }
    }
    onSourceRead(source, locale, keys);
    return details;
  }

  async #collectDetail({ source, locale, name, listed }: Detail): Promise<true> {
    const item = await this.#readItem(source, locale, name);
    if (item && hasOwnText(locale, item)) {
      const found = this.#found(item, source, locale, listed.text.href);
      this.#options.onText({ ...found, key: listed.key, version: listed.version });
    }
    return true;
  }

  async #readItem({ detail }: DocumentSource & { type: 'items' }, locale: Locale, name: string) {
    return this.#read(detail, { id: name, slug: name }, locale);
  }

  async #readSingle({ call }: DocumentSource & { type: 'item' }, locale: Locale): Promise<ContentItem | undefined> {
    return this.#read(call, {}, locale);
  }

  /** The content of a call; undefined if there is none. Rejects with a ContentError for a failure. */
  async #read(call: CallPath, parameters: Parameters, locale: Locale): Promise<ContentItem | undefined> {
    try {
      const answer: object = await this.#reader.read(call, parameters, locale, this.#options.signal);
      return Reflect.get(answer, calls[call].name);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async #pageText({ page, id, label, content }: DocumentSource & { type: 'page' }, locale: Locale): Promise<FoundText> {
    const item = content ? await this.#read(content, {}, locale) : {};
    const text = {
      ...textOfItem({ ...item, id, name: this.messagesOf(locale)[label] }, { locale, href: page.path }),
    };
    return { key: sitePageKey(id), kind: 'page', locale, text, facts: {}, version: versionOf(text) };
  }

  async *#itemsOf(
    { list }: { list: CallPath },
    locale: Locale,
    sort?: string,
  ): AsyncIterable<{ item: ContentItem; position: number }> {
    const { log, signal } = this.#options;
    const get = (parameters: Parameters) =>
      this.#reader.read(list, { ...parameters, sort }, locale, signal).catch((error: unknown) => {
        if (isNotFound(error)) return {};
        throw error;
      });
    let position = 0;
    for await (const { items } of listPages(list, { get, signal, isPolite: this.#isPolite, log })) {
      for (const item of items) {
        yield { item, position };
        position += 1;
      }
    }
  }

  #found(item: ContentItem, source: ItemSource, locale: Locale, href: string): FoundText {
    const label = 'place' in source && source.place;
    const place = label ? this.messagesOf(locale)[label] : undefined;
    const [defaultLocale] = this.#reader.locales;
    return foundText(item, source, { locale, defaultLocale, href, place });
  }
}

/** Names a source for the items that it has. */
const sourceName = (source: DocumentSource): string =>
  source.type === 'page' ? `page ${source.id}` : source.type === 'item' ? source.call : source.list;
