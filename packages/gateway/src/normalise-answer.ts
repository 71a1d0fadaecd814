import { createHash } from 'node:crypto';
import type { Mapping } from '@foyer/config';
import type { Locale } from '@foyer/messages';
import { type CallPath, ContentError, calls, elementsOf, explain, MAX_ELEMENTS, type ParseContext } from '@foyer/model';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import type { AnswerFault } from './answer-fault.ts';
import { arrangeAnswer } from './arrange-answer.ts';
import { nextChange, publishedIn } from './arrange-list.ts';
import type { Call } from './call.ts';
import { parseBody } from './envelope.ts';
import { createParseContext, type ParseOptions } from './field-parsers.ts';
import { isFields } from './list-forms.ts';
import { isDraft, withMarks } from './mark-unpublished.ts';
import type { NormalisedAnswer, NormaliseResult, UpstreamResponse } from './normalise-result.ts';
import { type ListAnswerData, listPageOf } from './page-of-list.ts';
import { newBudget } from './sanitise-html.ts';
import { AnswerShaper, type ShapedAnswer } from './shape-answer.ts';

/**
 * Characters of an answer after everything in it was bounded by itself. The event loop serialises and renders all of it: 40 ms
 * for a million. Fifty items of a list have 50,000, a long text with a hundred pictures 200,000.
 */
const MAX_ANSWER_CHARACTERS = 1_000_000;

/** An upstream that pages sends short lists. A longer one is complete, and comes again for each page and each search. */
const LONG_LIST_BYTES = 65_536;
/** Cached long lists: one for each of the most searched screens. */
const MAX_LONG_LISTS = 4;

type ListParameters = NonNullable<Call['list']>;
type ParsedData = Pick<NormalisedAnswer, 'data' | 'faults' | 'lastPage'>;

export type Calendar = NonNullable<ParseOptions['calendar']>;
export interface NormaliserOptions extends Pick<ParseOptions, 'timeZone' | 'locales' | 'origin' | 'videoOrigins'> {
  mapping?: Mapping;
  /** The answers are of a content folder: what is guessed of them is said by its check, with the place in a file. */
  isOfFolder?: boolean;
  /** Undefined: hidden. `marked`: shown with a mark, like what is published later or has expired. */
  drafts?: 'shown' | 'marked';
}

/** Turns responses into answers. It has no side effects, so that it can run in a worker thread. */
export class AnswerNormaliser {
  readonly #options: NormaliserOptions;
  /** By locale and calendar. */
  readonly #contexts = new Map<string, ParseContext>();
  /** By locale, calendar and path. Made when they are needed: those of all calls take 6 MB, for each locale and calendar. */
  readonly #schemas = new Map<string, z.ZodType>();
  /** Parsed long lists by a hash of their bytes: an upstream without paging sends the same bytes for each search. */
  readonly #longLists = new LRUCache<string, ParsedData>({ max: MAX_LONG_LISTS });
  #shaper: AnswerShaper;
  readonly #htmlBudget = newBudget();
  /** Of the answer that is parsed. */
  #faults: AnswerFault[] = [];
  #dateFormats: readonly string[] = [];

  constructor(options: NormaliserOptions) {
    this.#options = options;
    this.#shaper = new AnswerShaper(options.mapping);
  }

  /** Reads by another mapping from now on, with the same schemas: to make all of them takes longer than to read an answer by each. */
  useMapping(mapping: Mapping): void {
    this.#shaper = new AnswerShaper(mapping);
    this.#longLists.clear();
  }

  #schemaFor(path: CallPath, locale: Locale, calendar: Calendar): z.ZodType {
    const key = `${locale} ${calendar} ${path}`;
    const schema = this.#schemas.get(key) ?? calls[path].data(this.#contextFor(locale, calendar));
    this.#schemas.set(key, schema);
    return schema;
  }

  #contextFor(locale: Locale, calendar: Calendar): ParseContext {
    const key = `${locale} ${calendar}`;
    const note = (kind: AnswerFault['kind']) => (path: string, reason: string, id?: string) =>
      void this.#faults.push({ kind, path, ...(id !== undefined && { id }), reason });
    const { isOfFolder } = this.#options;
    const create = () =>
      createParseContext({
        ...this.#options,
        locale,
        calendar,
        htmlBudget: this.#htmlBudget,
        dateFormats: () => this.#dateFormats,
        onDropped: note('dropped'),
        ...(!isOfFolder && { onGuessed: note('guessed') }),
      });
    const context = this.#contexts.get(key) ?? (isOfFolder ? { ...create(), decoded: undefined } : create());
    this.#contexts.set(key, context);
    return context;
  }

  /** Never throws. */
  normalise(call: Call, response: UpstreamResponse, calendar: Calendar = 'ad'): NormaliseResult {
    try {
      const parsed = this.#parse(call, response, calendar);
      if ('kind' in parsed) return parsed;
      const { data, faults, lastPage } = parsed;
      const answer = { changesAt: nextChange(data), faults, lastPage };
      if (!call.list) return { kind: 'answer', answer: { ...answer, data: assertBounded(call, publishedIn(data)) } };
      const { name } = call.list;
      const all = (data as ListAnswerData)[name] ?? [];
      const { page, beyond } = boundedPage(listPageOf(data as ListAnswerData, call.list), call.list);
      if (beyond > 0)
        answer.faults = [
          ...faults,
          { kind: 'dropped', path: name, reason: `a page of more than ${MAX_ELEMENTS} elements: ${beyond} left out` },
        ];
      const hasOtherPages = all.length > (page[name]?.length ?? 0);
      const listedItems = hasOtherPages ? all.map(({ id, slug }) => ({ id, slug })) : undefined;
      return { kind: 'answer', answer: { ...answer, data: assertBounded(call, page), listedItems } };
    } catch (error) {
      if (error instanceof ContentError) return { kind: 'failed', status: error.status, message: error.message };
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', status: 502, message: `upstream: the answer could not be read: ${message}` };
    }
  }

  #parse(call: Call, response: UpstreamResponse, calendar: Calendar): ParsedData | NormaliseResult {
    const { path, locale, list } = call;
    const isLong = list !== undefined && response.bytes.length > LONG_LIST_BYTES;
    const key = isLong
      ? `${locale} ${calendar} ${path} ${createHash('sha256').update(response.bytes).digest('base64')}`
      : '';
    const cached = isLong ? this.#longLists.get(key) : undefined;
    if (cached) return cached;
    const shaped = response.isOurs ? ourAnswer(response) : this.#shaper.shape(call, response);
    if (shaped.kind !== 'shaped') return shaped;
    this.#faults = shaped.faults;
    this.#dateFormats = response.isOurs ? [] : this.#shaper.mapping.dates(path);
    Object.assign(this.#htmlBudget, newBudget());
    const sent =
      call.table && !response.isOurs
        ? arrangeAnswer(shaped.data, call, {
            ctx: this.#contextFor(locale, calendar),
            timeZone: this.#options.timeZone,
          })
        : shaped.data;
    const given = this.#withoutDrafts(call, sent);
    const result = this.#schemaFor(path, locale, calendar).safeParse(given);
    if (!result.success) throw new ContentError(502, `upstream: wrong shape: ${explain(result.error)}`);
    // Every schema of the contract returns an object.
    const parsed = { data: result.data as object, faults: this.#faults, lastPage: shaped.lastPage };
    assertRead(call, given, parsed);
    if (isLong) this.#longLists.set(key, parsed);
    return parsed;
  }

  /** Without drafts, which an upstream may send. Throws a ContentError, 404, for an item that is a draft. */
  #withoutDrafts({ locale }: Call, data: Record<string, unknown>): object {
    const { drafts, timeZone } = this.#options;
    if (drafts === 'shown') return data;
    if (drafts === 'marked') return withMarks(data, locale, timeZone);
    const published = Object.entries(data).map(([name, value]) => {
      if (isDraft(value)) throw new ContentError(404, 'upstream: a draft');
      return [name, Array.isArray(value) && value.some(isDraft) ? value.filter((element) => !isDraft(element)) : value];
    });
    return Object.fromEntries(published);
  }
}

/** An answer that has the contract's form already. */
function ourAnswer(response: UpstreamResponse): ShapedAnswer | NormaliseResult {
  const body = parseBody(response);
  if (body.kind !== 'body') return body;
  const data = isFields(body.json) && body.json.error === false ? body.json.data : undefined;
  if (!isFields(data)) throw new ContentError(502, 'no answer of our own API');
  return { kind: 'shaped', data, faults: [] };
}

/** Throws a ContentError, 502, if nothing of a list could be read: visitors must not be shown an empty one. */
function assertRead({ path }: Call, given: object, { data, faults }: ParsedData): void {
  const { name } = calls[path];
  const elements = elementsOf(Reflect.get(given, name));
  const read: unknown = Reflect.get(data, name);
  if (!elements || elements.length === 0 || !Array.isArray(read) || read.length > 0) return;
  const first = faults.find(({ kind }) => kind === 'dropped');
  const reason = first ? `, ${first.path}: ${first.reason}` : '';
  throw new ContentError(502, `upstream: none of the ${elements.length} elements of ${name} can be read${reason}`);
}

/** An upstream that pages may send any number of items in a page. A list that is never paged has names only, or a bound of its own. */
function boundedPage(page: ListAnswerData, { name, query }: ListParameters): { page: ListAnswerData; beyond: number } {
  const items = page[name] ?? [];
  const beyond = Number.isFinite(query.perPage) ? Math.max(0, items.length - MAX_ELEMENTS) : 0;
  if (beyond === 0) return { page, beyond };
  return { page: { ...page, [name]: items.slice(0, MAX_ELEMENTS) } as ListAnswerData, beyond };
}

/** Throws a ContentError, 502, for an answer that is too long to be shown. No page shows the redirects. */
function assertBounded<Data extends object>({ path }: Call, data: Data): Data {
  const length = path === 'redirects' ? 0 : JSON.stringify(data).length;
  if (length <= MAX_ANSWER_CHARACTERS) return data;
  throw new ContentError(502, `upstream: an answer of ${length} characters, more than ${MAX_ANSWER_CHARACTERS}`);
}
