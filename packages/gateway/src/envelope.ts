import { ContentError } from '@foyer/model';
import { paginatorIn } from './find-paginator.ts';
import type { NormaliseResult, UpstreamResponse } from './normalise-result.ts';
import { parseJson } from './parse-json.ts';

/* The body of a response: `{"error": false, "data": …}`, and what APIs send in its place. */

/** Levels of objects and arrays. Answers of a content API are flatter, and every function that walks one recurses. */
const MAX_DEPTH = 64;
/** Characters of the upstream's own message in the log. */
const MAX_MESSAGE_CHARACTERS = 200;

export interface Body {
  kind: 'body';
  json: unknown;
}

export interface Data {
  kind: 'data';
  data: unknown;
  /** Why the body is read although it has not the envelope. */
  guess?: string;
}

/** Parses the body of a response. Throws a ContentError for one that is nested too deep. */
export function parseBody({ bytes, status }: UpstreamResponse): Body | NormaliseResult {
  // Whatever charset the header names: JSON is UTF-8 (RFC 8259).
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  if (isTooDeep(bytes)) throw new ContentError(502, `upstream: nested deeper than ${MAX_DEPTH}`);
  const json = parseJson(text);
  if (json !== undefined) return { kind: 'body', json };
  if (status >= 300) return noEnvelope;
  return {
    kind: 'not-json',
    message: `not JSON (${bytes.length} bytes, starting ${JSON.stringify(text.replace(/^\uFEFF/, '').slice(0, 40))})`,
  };
}

const noEnvelope: NormaliseResult = { kind: 'refused', message: "not the API's envelope" };

/**
 * The `data` of a body. With an envelope, success is `error: false` together with a status below 400. Without one, an array, or
 * an object that does not name a failure, is the data itself.
 */
export function readEnvelope(json: unknown, status: number): Data | NormaliseResult {
  if (typeof json !== 'object' || json === null) return noEnvelope;
  if (Array.isArray(json) || !('error' in json)) {
    if (isRefusal(json)) return refused(json);
    if (status >= 400) return hasMessage(json) ? refused(json) : noEnvelope;
    return {
      kind: 'data',
      data: withPaginator(json) ?? json,
      guess: 'no envelope: expected {"error": false, "data": …}',
    };
  }
  if (json.error !== false || status >= 400) return refused(json);
  const encoded = 'data' in json && typeof json.data === 'string' ? parseJson(json.data) : undefined;
  if (typeof encoded === 'object' && encoded !== null)
    return { kind: 'data', data: encoded, guess: 'data is a text of JSON: expected the value itself' };
  if ('data' in json) return { kind: 'data', data: withPaginator(json) ?? json.data };
  const { error: _, ...data } = json;
  return { kind: 'data', data, guess: 'no data: expected {"error": false, "data": …}' };
}

/** `data` with what stands beside it; undefined if that has no paginator of a list in `data`. */
function withPaginator(json: object): object | undefined {
  const { error: _, data, ...beside }: Record<string, unknown> = { ...json };
  if (typeof data !== 'object' || data === null) return undefined;
  const list = Array.isArray(data) ? data : Object.values(data).find(Array.isArray);
  if (!list || !paginatorIn(beside, list.length)) return undefined;
  return Array.isArray(data) ? { ...beside, data } : { ...beside, ...data };
}

const hasMessage = (answer: object): boolean => 'message' in answer || 'msg' in answer;

function refused(answer: object): NormaliseResult {
  const [, message] =
    Object.entries(answer).find(([name, value]) => /^(?:message|msg)$/i.test(name) && typeof value === 'string') ?? [];
  return {
    kind: 'refused',
    message: message === undefined ? 'error is not false' : String(message).slice(0, MAX_MESSAGE_CHARACTERS),
  };
}

/** Whether an object says in other words than `error` that the call has failed. The case of the names does not matter. */
function isRefusal(json: object): boolean {
  const fields = new Map(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]));
  const isNo = (flag: unknown) => flag === false || flag === 0 || flag === '0' || flag === 'false';
  const [status, code, errors] = ['status', 'code', 'errors'].map((name) => fields.get(name));
  // A notice may have a status of its own.
  const isEnvelope = ['message', 'msg', 'data', 'result', 'errors'].some((name) => fields.has(name));
  return (
    isNo(fields.get('success')) ||
    isNo(fields.get('ok')) ||
    (isEnvelope && isNo(status)) ||
    (typeof status === 'string' && /^(?:error|fail|failed|failure|unauthori[sz]ed)$/i.test(status)) ||
    [status, code].some((number) => typeof number === 'number' && number >= 400 && number < 600) ||
    (errors !== undefined && errors !== null && !fields.has('data') && !isEmpty(errors))
  );
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0;

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
