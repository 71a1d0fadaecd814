import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { type CallPath, callPaths, calls } from '../../shared/content-api.ts';
import { ContentError } from '../../shared/content-error.ts';
import { explain, MAX_ELEMENTS } from '../../shared/schema/fields.ts';
import { assertPublished, type ListAnswerData, listPageOf, nextChange } from './arrange-list.ts';
import type { Call } from './call.ts';
import { createParseContext, type ParseOptions } from './field-parsers.ts';
import { type HtmlBudget, MAX_HTML_CHARACTERS } from './sanitise-html.ts';

/** A part of an answer that its schema rejects, and why. */
export interface Dropped {
  path: string;
  reason: string;
}

/** An answer in the contract's form. */
export interface NormalisedAnswer {
  data: object;
  /** By the wall clock: when the first of its items is published or expires. */
  changesAt?: number;
  dropped: Dropped[];
  /** Only for a list that the upstream did not page: the items of all its pages. */
  listedItems?: { id?: string; slug?: string }[];
}

export type NormaliseResult =
  | { kind: 'answer'; answer: NormalisedAnswer }
  /** The envelope reports a failure, or there is no envelope. */
  | { kind: 'refused'; message: string }
  /** The body is not JSON: a proxy in front of the API may have answered, so that another attempt may succeed. */
  | { kind: 'not-json'; message: string }
  /** An error of our own API: 404 for an item that is missing or not yet published, 502 for data that its schema rejects. */
  | { kind: 'failed'; status: number; message: string };

/** The answer of a result. Throws a ContentError for any other result. */
export function normalisedAnswer(result: NormaliseResult): NormalisedAnswer {
  if (result.kind === 'answer') return result.answer;
  throw new ContentError(result.kind === 'failed' ? result.status : 502, result.message);
}

export interface UpstreamResponse {
  bytes: Uint8Array;
  status: number;
}

/** Levels of objects and arrays. Answers of a content API are flatter, and every function that walks one recurses. */
const MAX_DEPTH = 64;

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
type ParsedData = Pick<NormalisedAnswer, 'data' | 'dropped'>;

/** Turns responses into answers. It has no side effects, so that it can run in a worker thread. */
export class AnswerNormaliser {
  readonly #schemas: Record<CallPath, z.ZodType>;
  /** Parsed long lists by a hash of their bytes: an upstream without paging sends the same bytes for each search. */
  readonly #longLists = new LRUCache<string, ParsedData>({ max: MAX_LONG_LISTS });
  #dropped: Dropped[] = [];

  readonly #htmlBudget: HtmlBudget = { left: MAX_HTML_CHARACTERS };

  constructor(options: Omit<ParseOptions, 'onDropped' | 'htmlBudget'>) {
    const onDropped = (path: string, reason: string) => this.#dropped.push({ path, reason });
    const ctx = createParseContext({ ...options, htmlBudget: this.#htmlBudget, onDropped });
    const schemas = callPaths.map((path) => [path, calls[path].data(ctx)]);
    this.#schemas = Object.fromEntries(schemas) as Record<CallPath, z.ZodType>;
  }

  /** Never throws. */
  normalise(call: Call, response: UpstreamResponse): NormaliseResult {
    try {
      const parsed = this.#parse(call, response);
      if ('kind' in parsed) return parsed;
      const { data, dropped } = parsed;
      const answer = { changesAt: nextChange(data), dropped };
      if (!call.list)
        return { kind: 'answer', answer: { ...answer, data: assertBounded(call, assertPublished(data)) } };
      const { name } = call.list;
      const all = (data as ListAnswerData)[name] ?? [];
      const { page, beyond } = boundedPage(listPageOf(data as ListAnswerData, call.list), call.list);
      if (beyond > 0)
        answer.dropped = [
          ...dropped,
          { path: name, reason: `a page of more than ${MAX_ELEMENTS} elements: ${beyond} left out` },
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

  #parse({ path, list }: Call, response: UpstreamResponse): ParsedData | NormaliseResult {
    const isLong = list !== undefined && response.bytes.length > LONG_LIST_BYTES;
    const key = isLong ? `${path} ${createHash('sha256').update(response.bytes).digest('base64')}` : '';
    const cached = isLong ? this.#longLists.get(key) : undefined;
    if (cached) return cached;
    const envelope = parseEnvelope(response);
    if (envelope.kind !== 'data') return envelope;
    this.#dropped = [];
    this.#htmlBudget.left = MAX_HTML_CHARACTERS;
    const result = this.#schemas[path].safeParse(envelope.data);
    if (!result.success) throw new ContentError(502, `upstream: wrong shape: ${explain(result.error)}`);
    // Every schema of the contract returns an object.
    const parsed = { data: result.data as object, dropped: this.#dropped };
    if (isLong) this.#longLists.set(key, parsed);
    return parsed;
  }
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

/** Reads the envelope `{"error": false, "data": …}`. Success is `error: false` together with a status below 400. */
function parseEnvelope({ bytes, status }: UpstreamResponse): { kind: 'data'; data: unknown } | NormaliseResult {
  // Whatever charset the header names: JSON is UTF-8 (RFC 8259). Some servers send a byte order mark.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (isTooDeep(bytes)) throw new ContentError(502, `upstream: nested deeper than ${MAX_DEPTH}`);
  const answer = parseJson(text);
  if (answer === undefined && status < 300) {
    return {
      kind: 'not-json',
      message: `not JSON (${bytes.length} bytes, starting ${JSON.stringify(text.slice(0, 40))})`,
    };
  }
  if (typeof answer !== 'object' || answer === null || !('error' in answer))
    return { kind: 'refused', message: "not the API's envelope" };
  if (answer.error === false && status < 400) return { kind: 'data', data: 'data' in answer ? answer.data : undefined };
  const hasMessage = 'message' in answer && typeof answer.message === 'string';
  return { kind: 'refused', message: hasMessage ? String(answer.message).slice(0, 200) : 'error is not false' };
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/** Measures the depth before the text is parsed: JSON.parse itself recurses for each level. */
function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (OPEN.has(byte)) depth += 1;
    else if (CLOSE.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
