import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { type CallPath, calls as callsByPath } from '../../shared/content-api.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { monotonicNow } from '../clock.ts';
import type { CachedAnswer } from '../content-api/answer-cache.ts';
import { callPathOf, matchCall, readQuery } from '../content-api/call.ts';
import { type CallResult, hasSubstitute } from '../content-api/call-result.ts';
import type { Gateway } from '../content-api/gateway.ts';
import { TRANSIENT_TTL_MS } from '../content-api/policy.ts';
import { hitStatus, setCacheStatus } from '../http/cache-status.ts';
import { brotli, COMPRESSED_FROM_BYTES, gzip, QUALITY_WHILE_SENT } from '../http/compress.ts';
import { type Encoding, encodingWhileSent } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { isNotModified } from '../http/not-modified.ts';
import { ByEncoding, PreparedResponse, withoutContentHeaders } from '../http/prepared-response.ts';
import type { SentResponse } from '../http/send-response.ts';
import { type CacheHit, requestIdOf, setRoute } from '../observability/request-log.ts';

/** The content API's base on our own origin. */
export const apiBase = (locale: Locale): string => `/frontapi/${locale}`;
const API_PREFIX = '/frontapi/';

const routeOf = (locale: Locale, path: CallPath): string => `${apiBase(locale)}/${path}`;

/** No stale-while-revalidate: browsers apply it too, and would request each answer twice. */
const cacheControlOf = (path: CallPath, ttlMs: number): string =>
  `public, max-age=0, s-maxage=${Math.round((callsByPath[path].isTransient ? TRANSIENT_TTL_MS : ttlMs) / 1000)}`;

/** Our own content API: the calls of docs/content-api.md, normalised. Rejects with the error that `apiErrors` sends. */
export const contentApi =
  (gateway: Gateway, ttlMs: number, locale: Locale): RequestHandler =>
  async (request, response) => {
    const client = new AbortController();
    response.on('close', () => client.abort());
    const calls: CallResult[] = [];
    try {
      const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
      const { path, parameters } = matchCall(request.path);
      setRoute(response, routeOf(locale, path));
      const { body, etag } = await gateway.answer(
        path,
        { ...readQuery(searchParams), ...parameters },
        { locale, signal: client.signal, requestId: requestIdOf(response), onResult: (result) => calls.push(result) },
      );
      setCacheStatus(response, calls);
      response
        .set('Cache-Control', hasSubstitute(calls) ? 'no-store' : cacheControlOf(path, ttlMs))
        .set('ETag', weak(etag))
        .vary('Accept-Encoding')
        .type('json')
        .send(body);
    } catch (error) {
      if (client.signal.aborted) return;
      setCacheStatus(response, calls, false);
      throw error;
    }
  };

/** It is the same in all encodings, whose bytes differ. */
const weak = (etag: string): string => `W/${etag}`;

/** Memory for answers as they are sent in front of Express, in all encodings. */
const RESPONSES_BYTES = 8_000_000;
/** Memory of a response in all encodings, estimated from its body: an upper bound. */
const MEMORY_PER_BODY_BYTE = 1.6;
const OVERHEAD_BYTES = 4_000;

interface CachedAnswersOptions {
  /** Of every response, flat. */
  headers: readonly string[];
  ttlMs: number;
}

/**
 * Finds fresh answers in memory, for responses in front of Express: at the address that is their key, so that none has to be
 * parsed. Any other spelling of it, and what is stale, is for `contentApi`.
 */
export function cachedAnswers(gateway: Gateway, options: CachedAnswersOptions) {
  const [first] = gateway.locales;
  const editions = gateway.locales.map((locale) => ({
    locale,
    base: `${apiBase(locale)}/`,
    prefix: locale === first ? '' : `${locale}/`,
  }));
  const prepared = new LRUCache<string, PreparedAnswer>({
    maxSize: RESPONSES_BYTES,
    sizeCalculation: ({ body }) => Math.ceil(body.length * MEMORY_PER_BODY_BYTE) + OVERHEAD_BYTES,
  });
  return (request: IncomingMessage, url: string): CacheHit | undefined => {
    if (!url.startsWith(API_PREFIX)) return undefined;
    const encoding = encodingWhileSent(headerOf(request, 'accept-encoding'));
    const edition = editions.find(({ base }) => url.startsWith(base));
    if (!edition || !encoding) return undefined;
    const { locale, base, prefix } = edition;
    const known = prepared.get(url);
    const path = known?.path ?? callPathOf(url.slice(base.length).split('?', 1)[0] ?? '');
    // Without a call at the address it could be the key of another edition's answer.
    const answer = path && gateway.fresh(prefix + url.slice(base.length));
    if (!answer) {
      prepared.delete(url);
      return undefined;
    }
    if (known?.body === answer.body) {
      known.freshUntil = answer.freshUntil;
      return known;
    }
    const made = new PreparedAnswer(answer, { path, route: routeOf(locale, path), ...options });
    prepared.set(url, made);
    return made;
  };
}

/** A fresh answer with its responses: what `contentApi` and the compression would send, put together once. */
class PreparedAnswer implements CacheHit {
  readonly route: string;
  readonly path: CallPath;
  readonly body: Buffer;
  freshUntil: number;
  readonly #etag: string;
  readonly #headers: readonly string[];
  readonly #complete: PreparedResponse;
  readonly #notModified: PreparedResponse;
  readonly #compressed = new ByEncoding<PreparedResponse>();
  /** Cache-Status of the current second, flat: the same array for all responses of that second. */
  #status?: { second: number; freshUntil: number; headers: readonly string[] };

  constructor(
    { body, etag, freshUntil }: CachedAnswer,
    { path, route, headers, ttlMs }: CachedAnswersOptions & { path: CallPath; route: string },
  ) {
    this.path = path;
    this.route = route;
    this.body = body;
    this.freshUntil = freshUntil;
    this.#etag = etag;
    this.#headers = [
      ...[...headers, 'Cache-Control', cacheControlOf(path, ttlMs), 'ETag', weak(etag)],
      ...['Content-Type', 'application/json; charset=utf-8'],
    ];
    // The compression adds Vary to what it could compress: not to a 304, which has no type.
    this.#notModified = new PreparedResponse(304, [...withoutContentHeaders(this.#headers), 'Vary', 'Accept-Encoding']);
    this.#complete = this.#response(body);
  }

  /** @param headers of this response alone, flat */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly string[],
  ): SentResponse | Promise<SentResponse> {
    const chosen = this.#responseTo(request);
    if (!(chosen instanceof Promise)) return chosen.send(request, response, headers, this.#currentHeaders());
    return chosen.then((made) => made.send(request, response, headers, this.#currentHeaders()));
  }

  #responseTo(request: IncomingMessage): PreparedResponse | Promise<PreparedResponse> {
    if (isNotModified(request, this.#etag)) return this.#notModified;
    const encoding = encodingWhileSent(headerOf(request, 'accept-encoding')) ?? 'identity';
    // The compression leaves a response to HEAD as it is.
    const isPlain = encoding === 'identity' || request.method === 'HEAD' || this.body.length < COMPRESSED_FROM_BYTES;
    return isPlain ? this.#complete : this.#compressed.get(encoding, this.#compress);
  }

  readonly #compress = async (encoding: Encoding): Promise<PreparedResponse> =>
    this.#response(await (encoding === 'gzip' ? gzip(this.body, {}) : brotli(this.body, QUALITY_WHILE_SENT)), encoding);

  #response(body: Buffer, encoding?: Encoding): PreparedResponse {
    const headers = [...this.#headers, 'Vary', 'Accept-Encoding', 'Content-Length', String(body.length)];
    return new PreparedResponse(200, encoding ? [...headers, 'Content-Encoding', encoding] : headers, body);
  }

  #currentHeaders(now = monotonicNow()): readonly string[] {
    const { freshUntil } = this;
    const second = Math.floor(now / 1000);
    if (this.#status?.second !== second || this.#status.freshUntil !== freshUntil) {
      this.#status = { second, freshUntil, headers: ['Cache-Status', hitStatus(freshUntil, now)] };
    }
    return this.#status.headers;
  }
}
