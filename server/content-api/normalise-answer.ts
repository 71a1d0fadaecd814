import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { ContentError } from '../../shared/content-error.ts';
import { type CallPath, callPaths, contract } from '../../shared/contract/calls.ts';
import { explain } from '../../shared/contract/fields.ts';
import { fitted, type ListData, nextChange, timely } from './arrange-list.ts';
import type { Call } from './call.ts';
import { createReading, type ReadingOptions } from './field-parsers.ts';

/** A part of an answer that does not fit, and why. */
export interface Dropped {
  path: string;
  reason: string;
}

/** An answer in the contract's form. */
export interface Answer {
  data: object;
  /** By the wall clock, when the first of its items is to appear or to leave. */
  changesAt?: number;
  dropped: Dropped[];
  /** Of a list that came complete: the items that stand on its other pages too. */
  items?: { id?: string; slug?: string }[];
}

/** What the bytes of a response come to. */
export type Outcome =
  | { kind: 'answer'; answer: Answer }
  /** The API says that it has no answer. */
  | { kind: 'refused'; message: string }
  /** No JSON at all: what is in front of the API may have answered, and not the next time. */
  | { kind: 'garbled'; message: string }
  /** An error of ours to send: 404 for what is not there, or not yet; 502 for a wrong shape. */
  | { kind: 'failed'; status: number; message: string };

/** The answer that a response has come to. Throws a ContentError. */
export function answerOf(outcome: Outcome): Answer {
  if (outcome.kind === 'answer') return outcome.answer;
  throw new ContentError(outcome.kind === 'failed' ? outcome.status : 502, outcome.message);
}

export interface Response {
  bytes: Uint8Array;
  status: number;
}

/** Levels of objects and arrays: no answer of a content API lies deeper, and whatever goes through it calls itself for each. */
const MAX_DEPTH = 64;

/** Lists of an upstream that pages by itself are short; what is longer than this is asked for again and again, as a whole. */
const LONG_LIST_BYTES = 65_536;
/** One list for each of the screens that visitors search most. */
const MOST_LONG_LISTS = 4;

/** Reads responses. It does nothing else and knows nothing of its surroundings, so that it may run in any thread. */
export class AnswerReader {
  readonly #schemas: Record<CallPath, z.ZodType>;
  /** Long lists by their bytes: an upstream that neither pages nor searches sends the same one for each search. */
  readonly #longLists = new LRUCache<string, Parsed>({ max: MOST_LONG_LISTS });
  #dropped: Dropped[] = [];

  constructor(options: Omit<ReadingOptions, 'dropped'>) {
    const reading = createReading({ ...options, dropped: (path, reason) => this.#dropped.push({ path, reason }) });
    const schemas = callPaths.map((path) => [path, contract[path](reading)]);
    this.#schemas = Object.fromEntries(schemas) as Record<CallPath, z.ZodType>;
  }

  read(call: Call, response: Response): Outcome {
    try {
      const parsed = this.#parse(call, response);
      if ('kind' in parsed) return parsed;
      const { data, dropped } = parsed;
      const answer = { changesAt: nextChange(data), dropped };
      if (!call.list) return { kind: 'answer', answer: { ...answer, data: timely(data) } };
      const { name } = call.list;
      const all = (data as ListData)[name] ?? [];
      const shown = fitted(data as ListData, call.list);
      const items = all.length > (shown[name]?.length ?? 0) ? all.map(({ id, slug }) => ({ id, slug })) : undefined;
      return { kind: 'answer', answer: { ...answer, data: shown, items } };
    } catch (error) {
      if (error instanceof ContentError) return { kind: 'failed', status: error.status, message: error.message };
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', status: 502, message: `upstream: the answer could not be read: ${message}` };
    }
  }

  #parse({ path, list }: Call, response: Response): Parsed | Outcome {
    const isLong = list !== undefined && response.bytes.length > LONG_LIST_BYTES;
    const key = isLong ? `${path} ${createHash('sha256').update(response.bytes).digest('base64')}` : '';
    const known = isLong ? this.#longLists.get(key) : undefined;
    if (known) return known;
    const envelope = readEnvelope(response);
    if (envelope.kind !== 'data') return envelope;
    this.#dropped = [];
    const result = this.#schemas[path].safeParse(envelope.data);
    if (!result.success) throw new ContentError(502, `upstream: wrong shape: ${explain(result.error)}`);
    // What a schema of the contract gives is an object.
    const parsed = { data: result.data as object, dropped: this.#dropped };
    if (isLong) this.#longLists.set(key, parsed);
    return parsed;
  }
}

type Parsed = Pick<Answer, 'data' | 'dropped'>;

/** A response by its envelope (CONTRACT.md): success is `error` being exactly false, and a status that does not say otherwise. */
function readEnvelope({ bytes, status }: Response): { kind: 'data'; data: unknown } | Outcome {
  // Whatever charset it says: JSON is UTF-8 (RFC 8259), sometimes with a mark before it.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (isTooDeep(bytes)) throw new ContentError(502, `upstream: nested deeper than ${MAX_DEPTH}`);
  const answer = parseJson(text);
  if (answer === undefined && status < 300) {
    return {
      kind: 'garbled',
      message: `not JSON (${bytes.length} bytes, starting ${JSON.stringify(text.slice(0, 40))})`,
    };
  }
  if (typeof answer !== 'object' || answer === null || !('error' in answer))
    return { kind: 'refused', message: "not the API's envelope" };
  if (answer.error === false && status < 400) return { kind: 'data', data: 'data' in answer ? answer.data : undefined };
  const hasMessage = 'message' in answer && typeof answer.message === 'string';
  return { kind: 'refused', message: hasMessage ? String(answer.message).slice(0, 200) : 'error is not false' };
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/** Before it is parsed: JSON.parse itself calls itself for each level. */
function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (inText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPEN.has(byte)) depth += 1;
    else if (CLOSE.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
