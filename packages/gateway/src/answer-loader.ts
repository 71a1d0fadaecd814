import { createHash } from 'node:crypto';
import { type CallPath, ContentError, calls, type Dataset, type Pagination } from '@foyer/model';
import type { FaultKind } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CachedAnswer } from './answer-cache.ts';
import type { AnswerFault } from './answer-fault.ts';
import { type Call, isOfList } from './call.ts';
import { isNotFound } from './call-result.ts';
import type { ContentSource, SourceRequest } from './content-source.ts';
import { FaultRegistry } from './fault-registry.ts';
import { GatheredLists } from './gathered-lists.ts';
import type { KnownSite } from './known-site.ts';
import { isFields } from './list-forms.ts';
import type { ListedCalls } from './listed-calls.ts';
import { addressWithPart } from './mapping.ts';
import { fillDatasets } from './named-datasets.ts';
import { type NormalisedAnswer, normalisedAnswer } from './normalise-result.ts';
import type { Normaliser } from './normaliser.ts';
import { type CacheTimes, type Lifetime, lifetimeOf, MAX_WHOLE_LIST_PAGES, TRANSIENT_TTL_MS } from './policy.ts';
import type { StoredAnswer } from './stored-answer.ts';
import { NotSentError } from './upstream-error.ts';

type UndescribedImages = Omit<AnswerFault, 'kind'>[];

export interface AnswerLoaderOptions {
  source: ContentSource;
  normaliser: Normaliser;
  /** Adds the known facts about images to an answer, in place. @returns texts with more images than are described */
  describeImages?: (data: object) => UndescribedImages | Promise<UndescribedImages>;
  /** Reads a table that an answer names. */
  datasetOf?: (slug: string, call: Call, request: SourceRequest) => Promise<Dataset>;
  site: KnownSite;
  /** How many paths of the API a call has; undefined: each has one. */
  partsOf?: (path: CallPath) => number;
  /** Of an answer that arrives now. */
  times: () => CacheTimes;
  log: Logger;
}

/** What the loader reports: faults of an answer, or the failure of a call. */
export interface CallFault {
  /** The call's pattern. */
  path: CallPath;
  kind: FaultKind;
  count: number;
}

const LOG_MESSAGES = { dropped: 'content does not fit', guessed: 'content was guessed' } as const;
/** Faults in one log line. */
const MAX_LOGGED_FAULTS = 20;
/** Log lines about the faults of a call that are remembered. */
const MAX_REMEMBERED_LINES = 2_000;
const TRANSIENT_TIMES: CacheTimes = { ttlMs: TRANSIENT_TTL_MS, staleMs: 0 };
const ETAG_CHARACTERS = 22;

type NotedCall = Pick<Call, 'path' | 'address' | 'logAddress'>;

/** Loads answers from their source, and restores stored ones: normalised, and serialised as our own API sends them. */
export class AnswerLoader {
  readonly #options: AnswerLoaderOptions;
  readonly #listedCalls: ListedCalls;
  readonly faults = new FaultRegistry();
  readonly #gathered = new GatheredLists();
  readonly #onFault: (fault: CallFault) => void;
  /** The faults that were logged last, as JSON, by kind and address. */
  readonly #logged = new LRUCache<string, string>({ max: MAX_REMEMBERED_LINES });

  /**
   * @param listedCalls notes the items of all pages of a list that the upstream has not paged
   * @param onFault called for each kind of fault of an answer that the upstream has sent, and for each failure
   */
  constructor(options: AnswerLoaderOptions, listedCalls: ListedCalls, onFault: (fault: CallFault) => void) {
    this.#options = options;
    this.#listedCalls = listedCalls;
    this.#onFault = onFault;
  }

  /** Asks the source. Rejects with a ContentError. */
  async load(call: Call, request: SourceRequest): Promise<CachedAnswer> {
    const { times } = this.#options;
    const { whenMissing } = calls[call.path];
    const answer = await this.#received(call, request).catch((error: unknown): NormalisedAnswer => {
      if (whenMissing === undefined || !isNotFound(error)) throw error;
      return { data: structuredClone(whenMissing), faults: [] };
    });
    this.#completeSite(call, answer);
    this.#withoutHidden(call, answer);
    const unfilled = await this.#fill(call, answer, request);
    this.note(call, [...answer.faults, ...unfilled, ...(await this.#describe(answer))]);
    if (answer.listedItems) this.#listedCalls.noteItems(call, answer.listedItems);
    const { isTransient } = calls[call.path];
    return serialise(answer, lifetimeOf(isTransient ? TRANSIENT_TIMES : times(), answer.changesAt));
  }

  async #received(call: Call, request: SourceRequest): Promise<NormalisedAnswer> {
    const { times, partsOf = () => 1 } = this.#options;
    const parts = partsOf(call.path);
    if (parts === 1) return this.#readWhole(call, request);
    if (!isOfList(call)) return this.#readFirst(call, request, parts);
    return this.#gathered.answer(call, {
      parts,
      ttlMs: times().ttlMs,
      signal: request.signal,
      read: (whole, part) => this.#readWhole(whole, request, part),
    });
  }

  /** Of an item, which is under one of the paths: the first that has it. */
  async #readFirst(call: Call, request: SourceRequest, parts: number): Promise<NormalisedAnswer> {
    for (let part = 1; part < parts; part += 1) {
      const answer = await this.#readWhole(call, request, part).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      if (answer) return answer;
    }
    return this.#readWhole(call, request, parts);
  }

  /** An answer, of a list that is shown as a whole with all of its pages. @param part the number of its path */
  async #readWhole(call: Call, request: SourceRequest, part = 1): Promise<NormalisedAnswer> {
    const { source, normaliser, site } = this.#options;
    const read = (address: string) =>
      source
        .get(addressWithPart(address, part), request, (response) => normaliser.normalise(call, response, site.calendar))
        .catch((error: unknown) => {
          this.#noteFailure(call, request, error);
          throw error;
        });
    const first = await read(call.address);
    return first.lastPage === undefined ? first : withOtherPages(call, first, first.lastPage, read);
  }

  /** After a purge. */
  forget(): void {
    this.#gathered.forget();
  }

  /** Normalises a stored answer, which is as untrusted as an upstream's. It lives no longer than one that arrives now. Rejects with a ContentError. */
  async restore(call: Call, { body, freshUntil, staleUntil, changesAt }: StoredAnswer): Promise<CachedAnswer> {
    const { normaliser, site } = this.#options;
    const result = await normaliser.normalise(call, { bytes: body, status: 200, isOurs: true }, site.calendar);
    const answer = normalisedAnswer(result);
    // An item that is not published yet is not in the answer.
    const changes = [changesAt, answer.changesAt].filter((time) => time !== undefined);
    const nextChange = changes.length > 0 ? Math.min(...changes) : undefined;
    const max = lifetimeOf(this.#options.times(), nextChange);
    this.#completeSite(call, answer);
    this.#withoutHidden(call, answer);
    // Logged when it was loaded.
    await this.#describe(answer);
    return serialise(answer, {
      freshUntil: Math.min(freshUntil, max.freshUntil),
      staleUntil: Math.min(staleUntil, max.staleUntil),
      changesAt: nextChange,
    });
  }

  async #fill(call: Call, { data }: NormalisedAnswer, request: SourceRequest): Promise<AnswerFault[]> {
    const { datasetOf } = this.#options;
    return datasetOf ? fillDatasets(data, call, (slug) => datasetOf(slug, call, request)) : [];
  }

  #completeSite({ path, locale }: Call, { data }: NormalisedAnswer): void {
    const site: unknown = path === 'site' ? Reflect.get(data, 'site') : undefined;
    if (!isFields(site)) return;
    const screens: unknown[] = Array.isArray(site.screens) ? site.screens : [];
    Object.assign(site, this.#options.site.additions(screens, locale));
  }

  /** Empties the lists of screens that the site does without. */
  #withoutHidden({ path, locale }: Call, { data }: NormalisedAnswer): void {
    for (const [name, of] of Object.entries(calls[path].alsoLists ?? {})) {
      if (!this.#options.site.isHidden(of, locale) || !(name in data)) continue;
      Reflect.set(data, name, []);
      if ('totals' in data && isFields(data.totals)) delete data.totals[name];
    }
  }

  async #describe({ data }: NormalisedAnswer): Promise<AnswerFault[]> {
    const undescribed = (await this.#options.describeImages?.(data)) ?? [];
    return undescribed.map((fault) => ({ kind: 'dropped', ...fault }));
  }

  /** Logs the faults of an answer, and lists them. */
  note(call: NotedCall, faults: readonly AnswerFault[]): void {
    const { isTransient } = calls[call.path];
    for (const kind of ['dropped', 'guessed'] as const) {
      const ofKind = faults.filter((fault) => fault.kind === kind);
      this.#logOnce(call, kind, ofKind);
      if (ofKind.length > 0 && !isTransient) this.#onFault({ path: call.path, kind, count: ofKind.length });
    }
    if (!isTransient) this.faults.answered(call, faults);
  }

  /** Logs the faults of one kind once, until they change. */
  #logOnce({ address, logAddress }: NotedCall, kind: AnswerFault['kind'], faults: readonly AnswerFault[]): void {
    const key = `${kind} ${address}`;
    if (faults.length === 0) {
      this.#logged.delete(key);
      return;
    }
    const logged = faults.map(({ kind: _, ...fault }) => fault);
    const text = JSON.stringify(logged);
    if (this.#logged.get(key) !== text) {
      this.#options.log.warn(
        { call: logAddress, [kind]: logged.slice(0, MAX_LOGGED_FAULTS), count: logged.length },
        LOG_MESSAGES[kind],
      );
    }
    this.#logged.set(key, text);
  }

  /** The gateway logs failures. A call that was not sent, was aborted, or on which nothing depends says nothing about the upstream. */
  #noteFailure(call: Call, { signal, isOptional }: SourceRequest, error: unknown): void {
    if (calls[call.path].isTransient || isOptional || signal.aborted) return;
    const status = error instanceof ContentError ? error.status : 500;
    // What does not exist has no faults.
    if (isNotFound(error)) this.faults.answered(call, []);
    else if (!(error instanceof NotSentError)) {
      this.faults.failed(call, status, error instanceof Error ? error.message : String(error));
      this.#onFault({ path: call.path, kind: 'failed', count: 1 });
    }
  }
}

/** A list that is shown as a whole, with those of its items that are on further pages. */
async function withOtherPages(
  { path, address }: Call,
  first: NormalisedAnswer,
  lastPage: number,
  read: (address: string) => Promise<NormalisedAnswer>,
): Promise<NormalisedAnswer> {
  const { name } = calls[path];
  const itemsOf = ({ data }: NormalisedAnswer): unknown[] => Reflect.get(data, name) ?? [];
  const faults = [...first.faults];
  const items = new Map(itemsOf(first).map((item) => [JSON.stringify(item), item]));
  const changes = [first.changesAt];
  let page = 1;
  while (page < Math.min(lastPage, MAX_WHOLE_LIST_PAGES)) {
    const next = await read(`${address}${address.includes('?') ? '&' : '?'}page=${page + 1}`);
    const before = items.size;
    for (const item of itemsOf(next)) items.set(JSON.stringify(item), item);
    // The same page again: the API has another name of the parameter.
    if (items.size === before) break;
    faults.push(...next.faults);
    changes.push(next.changesAt);
    page += 1;
  }
  if (page < lastPage)
    faults.push({ kind: 'dropped', path: name, reason: `further pages, ${lastPage} in all: only ${page} are shown` });
  const times = changes.filter((time) => time !== undefined);
  const all = [...items.values()];
  return {
    ...first,
    data: { ...first.data, [name]: all, ...('pagination' in first.data && { pagination: onePage(all.length) }) },
    changesAt: times.length > 0 ? Math.min(...times) : undefined,
    faults,
  };
}

const onePage = (total: number): Pagination => ({ current_page: 1, last_page: 1, per_page: total, total });

/** An answer as our own API sends it. */
export function serialise(
  { data }: Pick<NormalisedAnswer, 'data'>,
  { freshUntil, staleUntil, changesAt }: Lifetime,
): CachedAnswer {
  const body = Buffer.from(JSON.stringify({ error: false, data }));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_CHARACTERS)}"`;
  return { data, body, etag, freshUntil, staleUntil, changesAt };
}
