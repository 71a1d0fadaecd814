import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type CachedAnswer,
  type CallResult,
  callPathOf,
  type Gateway,
  hasSubstitute,
  matchCall,
  readQuery,
  TRANSIENT_TTL_MS,
} from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { type CallPath, calls as callsByPath } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { cacheStatusOf, hitStatus, setCacheStatus } from '../http/cache-status.ts';
import { cacheTags } from '../http/cache-tags.ts';
import { brotli, COMPRESSED_FROM_BYTES, gzip, QUALITY_WHILE_SENT } from '../http/compress.ts';
import { type Encoding, encodingFor } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { isNotModified } from '../http/not-modified.ts';
import { ByEncoding, PreparedResponse, withoutContentHeaders } from '../http/prepared-response.ts';
import type { FindReady, ReadyResponse } from '../http/ready-response.ts';
import { causeOf, setRoute } from '../http/request-log.ts';
import type { SentResponse } from '../http/send-response.ts';

/** The content API's base on our own origin. */
export const apiBase = (locale: Locale): string => `/frontapi/${locale}`;
const API_PREFIX = '/frontapi/';

const routeOf = (locale: Locale, path: CallPath): string => `${apiBase(locale)}/${path}`;

/** No stale-while-revalidate: browsers apply it too, and would request each answer twice. */
const cacheControlOf = (path: CallPath, ttlMs: number): string =>
  `public, max-age=0, s-maxage=${Math.round((callsByPath[path].isTransient ? TRANSIENT_TTL_MS : ttlMs) / 1000)}`;

/** Memory for answers as they are sent, in all encodings. */
const RESPONSES_BYTES = 8_000_000;
/** Memory of a response in all encodings, estimated from its body: an upper bound. */
const MEMORY_PER_BODY_BYTE = 1.6;
const OVERHEAD_BYTES = 4_000;

interface ContentApiOptions {
  /** Of every response, flat. */
  headers: readonly string[];
  ttlMs: number;
  /** Whether answers name their cache tags. */
  hasTags: boolean;
}

/** Our own content API: the calls of docs/content-api.md, normalised. */
export class ContentApi {
  readonly #gateway: Gateway;
  readonly #options: ContentApiOptions;
  readonly #editions: { locale: Locale; base: string; prefix: string }[];
  readonly #ready = new LRUCache<string, ReadyAnswer>({
    maxSize: RESPONSES_BYTES,
    sizeCalculation: ({ body }) => Math.ceil(body.length * MEMORY_PER_BODY_BYTE) + OVERHEAD_BYTES,
  });

  constructor(gateway: Gateway, options: ContentApiOptions) {
    this.#gateway = gateway;
    this.#options = options;
    const [first] = gateway.locales;
    this.#editions = gateway.locales.map((locale) => ({
      locale,
      base: `${apiBase(locale)}/`,
      prefix: locale === first ? '' : `${locale}/`,
    }));
  }

  /** Finds a fresh answer in memory at the address that is its key, so that nothing has to be parsed. Any other spelling of it, and what is stale, is made. */
  readonly find: FindReady = (_request, url) => {
    if (!url.startsWith(API_PREFIX)) return undefined;
    const edition = this.#editions.find(({ base }) => url.startsWith(base));
    if (!edition) return undefined;
    const { locale, base, prefix } = edition;
    const known = this.#ready.get(url);
    const path = known?.path ?? callPathOf(url.slice(base.length).split('?', 1)[0] ?? '');
    // Without a call at the address it could be the key of another edition's answer.
    const answer = path && this.#gateway.fresh(prefix + url.slice(base.length));
    if (!answer) {
      this.#ready.delete(url);
      return undefined;
    }
    if (known?.body === answer.body) {
      known.freshUntil = answer.freshUntil;
      return known;
    }
    const made = this.#readyAnswer(answer, path, [prefix + url.slice(base.length)], locale);
    this.#ready.set(url, made);
    return made;
  };

  /** Answers the calls of an edition. Rejects with the error that `apiErrors` sends. */
  make(locale: Locale): RequestHandler {
    return async (request, response) => {
      const client = new AbortController();
      response.on('close', () => client.abort());
      const calls: CallResult[] = [];
      try {
        const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
        const { path, parameters } = matchCall(request.path);
        setRoute(response, routeOf(locale, path));
        const { revision } = this.#gateway;
        const answer = await this.#gateway.answer(
          path,
          { ...readQuery(searchParams), ...parameters },
          {
            locale,
            signal: client.signal,
            cause: causeOf(request, response),
            onResult: (result) => calls.push(result),
          },
        );
        // Asked for before a purge: a shared cache would store it after it has removed that answer.
        const isOutOfDate = revision !== this.#gateway.revision;
        const cacheControl = isOutOfDate || hasSubstitute(calls) ? 'no-store' : undefined;
        const addresses = calls.map(({ address }) => address);
        const ready = this.#readyAnswer(answer, path, addresses, locale, cacheControl);
        await ready.send(request, response, [], cacheStatusOf(calls));
      } catch (error) {
        if (client.signal.aborted) return;
        setCacheStatus(response, calls, false);
        throw error;
      }
    };
  }

  #readyAnswer(
    answer: CachedAnswer,
    path: CallPath,
    addresses: readonly string[],
    locale: Locale,
    cacheControl = cacheControlOf(path, this.#options.ttlMs),
  ): ReadyAnswer {
    const tags = this.#options.hasTags ? cacheTags(addresses) : [];
    const headers = [...this.#options.headers, 'Cache-Control', cacheControl, ...tags];
    return new ReadyAnswer(answer, { path, route: routeOf(locale, path), headers });
  }
}

/** An answer with its responses, put together once. */
class ReadyAnswer implements ReadyResponse {
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

  /** @param headers of every response, flat */
  constructor(
    { body, etag, freshUntil }: CachedAnswer,
    { path, route, headers }: { path: CallPath; route: string; headers: readonly string[] },
  ) {
    this.path = path;
    this.route = route;
    this.body = body;
    this.freshUntil = freshUntil;
    this.#etag = etag;
    // It is the same in all encodings, whose bytes differ.
    this.#headers = [...headers, 'ETag', `W/${etag}`, 'Content-Type', 'application/json; charset=utf-8'];
    this.#notModified = new PreparedResponse(304, [...withoutContentHeaders(this.#headers), 'Vary', 'Accept-Encoding']);
    this.#complete = this.#response(body);
  }

  /** @param headers of this response alone, flat @param cacheStatus flat; undefined: that of a hit in memory */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly string[],
    cacheStatus?: readonly string[],
  ): SentResponse | Promise<SentResponse> {
    const chosen = this.#responseTo(request);
    const send = (prepared: PreparedResponse) =>
      prepared.send(request, response, headers, cacheStatus ?? this.#currentStatus());
    return chosen instanceof Promise ? chosen.then(send) : send(chosen);
  }

  #responseTo(request: IncomingMessage): PreparedResponse | Promise<PreparedResponse> {
    if (isNotModified(request, this.#etag)) return this.#notModified;
    const encoding = encodingFor(headerOf(request, 'accept-encoding'));
    const isPlain = encoding === 'identity' || request.method === 'HEAD' || this.body.length < COMPRESSED_FROM_BYTES;
    return isPlain ? this.#complete : this.#compressed.get(encoding, this.#compress);
  }

  readonly #compress = async (encoding: Encoding): Promise<PreparedResponse> =>
    this.#response(await (encoding === 'gzip' ? gzip(this.body, {}) : brotli(this.body, QUALITY_WHILE_SENT)), encoding);

  #response(body: Buffer, encoding?: Encoding): PreparedResponse {
    const headers = [...this.#headers, 'Vary', 'Accept-Encoding', 'Content-Length', String(body.length)];
    return new PreparedResponse(200, encoding ? [...headers, 'Content-Encoding', encoding] : headers, body);
  }

  #currentStatus(now = monotonicNow()): readonly string[] {
    const { freshUntil } = this;
    const second = Math.floor(now / 1000);
    if (this.#status?.second !== second || this.#status.freshUntil !== freshUntil) {
      this.#status = { second, freshUntil, headers: ['Cache-Status', hitStatus(freshUntil, now)] };
    }
    return this.#status.headers;
  }
}
