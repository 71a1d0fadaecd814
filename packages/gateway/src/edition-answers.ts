import type { Locale } from '@foyer/messages';
import {
  type CallPath,
  ContentError,
  calls,
  type Locales,
  type Pagination,
  type Parameters,
  type TranslatedItem,
} from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import type { CachedAnswer } from './answer-cache.ts';
import { type AnswerLoader, serialise } from './answer-loader.ts';
import { type Call, readCall } from './call.ts';
import { type CallOptions, isNotFound } from './call-result.ts';
import type { SourceRequest } from './content-source.ts';
import { REVALIDATE_RETRY_MS, TRANSLATION_TIMEOUT_MS } from './policy.ts';

interface Options {
  locales: Locales;
  loader: AnswerLoader;
  answer(path: CallPath, parameters: Parameters, options: CallOptions): Promise<CachedAnswer>;
}

/**
 * The answers of several editions. What an edition does not have is answered from the default one, and marked with its
 * language; each item names the editions that have it.
 */
export class EditionAnswers {
  readonly #locales: Locales;
  readonly #loader: AnswerLoader;
  readonly #answer: Options['answer'];

  constructor({ locales, loader, answer }: Options) {
    this.#locales = locales;
    this.#loader = loader;
    this.#answer = answer;
  }

  /** Calls the upstream. Rejects with a ContentError. */
  async load(call: Call, request: SourceRequest): Promise<CachedAnswer> {
    try {
      const answer = await this.#loader.load(call, request);
      return this.#isOfItem(call) ? await this.#withTranslations(call, answer, request) : answer;
    } catch (error) {
      if (call.prefix === '' || !isNotFound(error) || (await this.#isBeyondList(call))) throw error;
      return this.#original(call, {}, error);
    }
  }

  /**
   * The default edition's answer in the place of one that failed; undefined if there is none, and for the default edition
   * itself. It is fresh for a short time, and is not stored: the edition's own answer must not be replaced.
   */
  async originalAfterFailure(call: Call, error: unknown, options: CallOptions): Promise<CachedAnswer | undefined> {
    // An inventory must know that the edition is incomplete.
    const isInventory = options.priority === 'inventory';
    if (call.prefix === '' || isNotFound(error) || options.signal?.aborted || isInventory) return undefined;
    const original = await this.#original(call, options, error).catch(() => undefined);
    const until = monotonicNow() + REVALIDATE_RETRY_MS;
    return original && { ...original, freshUntil: until, staleUntil: until, isSubstitute: true };
  }

  /** The default edition's answer with the links of the call's edition. Rejects with `error` if there is none. */
  async #original(call: Call, { signal, cause }: CallOptions, error: unknown): Promise<CachedAnswer> {
    const original = await this.#answer(call.path, parametersOf(call), { signal, cause }).catch((failure: unknown) => {
      // An outage of the default edition must not remove what the edition has shown so far.
      throw isNotFound(failure) ? error : failure;
    });
    const { data, freshUntil, staleUntil, changesAt } = original;
    const [locale] = this.#locales;
    // Marked before it is read again: the texts of dates are in the language of their item.
    const marked = markItems(withoutBikramSambat(data), locale);
    const body = Buffer.from(JSON.stringify({ error: false, data: marked }));
    const answer = await this.#loader.restore(call, { body, freshUntil, staleUntil, changesAt });
    return serialise({ data: markItems(answer.data, locale) }, answer);
  }

  /** Whether the edition has the list, but not this page of it. */
  async #isBeyondList(call: Call): Promise<boolean> {
    const { path, locale, list } = call;
    if (!list || list.query.page === 1) return false;
    const firstPage = await this.#answer(path, { ...parametersOf(call), page: undefined }, { locale });
    const { pagination }: { pagination?: Pagination } = firstPage.data;
    return pagination !== undefined && pagination.last_page < list.query.page;
  }

  #isOfItem({ path }: Call): boolean {
    const { name, itemId } = calls[path];
    return this.#locales.length > 1 && (itemId !== undefined || (path.includes('{') && name !== 'items'));
  }

  /** Adds the editions that have the item, unless the upstream has named them. One without an answer in time is left out. */
  async #withTranslations(call: Call, answer: CachedAnswer, request: SourceRequest): Promise<CachedAnswer> {
    const { name } = calls[call.path];
    const item: TranslatedItem | undefined = Reflect.get(answer.data, name);
    if (!item || item.translations) return answer;
    const { locale } = call;
    const others = this.#locales.filter((other) => other !== locale);
    const ids = await Promise.all(
      others.map(async (other): Promise<[Locale, string][]> => {
        const otherCall = readCall(call.path, parametersOf(call), { locale: other, locales: this.#locales });
        const twin = await this.#loadTwin(otherCall, request).catch(() => undefined);
        const { id }: TranslatedItem = twin ? (Reflect.get(twin.data, name) ?? {}) : {};
        return id === undefined ? [] : [[other, id]];
      }),
    );
    const own: [Locale, string][] = item.id === undefined ? [] : [[locale, item.id]];
    const translations = Object.fromEntries([...own, ...ids.flat()]);
    const marked = { ...item, lang: item.lang ?? locale, translations };
    return serialise({ data: { ...answer.data, [name]: marked } }, answer);
  }

  /** The item in another edition. An edition that is slow is no failure of the upstream, which has a timeout of its own. */
  async #loadTwin(call: Call, request: SourceRequest): Promise<CachedAnswer> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ContentError(504, 'no answer in time')), TRANSLATION_TIMEOUT_MS);
    try {
      const signal = AbortSignal.any([request.signal, late.signal]);
      return await this.#loader.load(call, { ...request, isUnlisted: true, isOptional: true, signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The parameters of a call. */
function parametersOf({ path, base, prefix, list }: Call): Parameters {
  const [, name] = base.slice(prefix.length).split('/');
  const inPath = path.includes('{') ? { id: name, slug: name } : {};
  if (!list) return inPath;
  const { page, perPage, search, filters, near, sort, flags } = list.query;
  return {
    ...inPath,
    ...filters,
    page: String(page),
    ...(Number.isFinite(perPage) && { per_page: String(perPage) }),
    [list.searchParameter]: search,
    near: near?.key,
    sort,
    ...Object.fromEntries(flags.map((name) => [name, '1'])),
  };
}

/** The default edition's texts in Bikram Sambat are in its language. The normaliser computes those of the edition. */
const withoutBikramSambat = (data: object): object =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (key.endsWith('_bs') ? undefined : value)));

/** Marks each item with its language. */
function markItems(data: object, locale: Locale): object {
  const mark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mark);
    if (typeof value !== 'object' || value === null || !('id' in value)) return value;
    const { id, lang, translations }: { id: unknown; lang?: unknown; translations?: unknown } = value;
    return { ...value, lang: lang ?? locale, translations: translations ?? { [locale]: id } };
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mark(value)]));
}
