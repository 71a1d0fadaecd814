import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import PQueue from 'p-queue';
import { type Encoding, encodingFor } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { type SentResponse, sendResponse } from '../http/send-response.ts';

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;

/** The page in one encoding (RFC 9110, 8.4). */
interface Representation {
  body: Buffer;
  etag: string;
  headers: readonly string[];
  /** Compressed with the fast quality. */
  isFast: boolean;
  /** The complete headers of the last response, for the next one with the same extra headers. */
  lastResponse?: { extraHeaders: readonly string[]; headers: string[] };
}

/** The first visitor waits for the fast quality; the best one is prepared for later visitors. */
const BROTLI_QUALITY = { fast: 5, best: 11 };
/** Each representation has an ETag of its own. */
const ETAG_SUFFIXES = { identity: 'id', gzip: 'gz', fastBrotli: 'bq', bestBrotli: 'br' };
/** After so many responses with the fast quality a page is compressed with the best one. */
const RESPONSES_BEFORE_BEST = 2;
/** Best-quality compression runs one page at a time: requests go first. */
const bestCompression = new PQueue({ concurrency: 1 });
/** Memory of a page in all encodings, estimated from its HTML: an upper bound. */
const MEMORY_PER_HTML_BYTE = 1.6;
const OVERHEAD_BYTES = 8_000;
/** Larger than a page: the default window takes more time and memory than the page. */
const BROTLI_WINDOW_BITS = 18;

/** A rendered page with its headers, sent to any client in the best encoding that it accepts. */
export class BufferedPage {
  readonly status: number;
  /** Whether caches may store the page. */
  readonly isCacheable: boolean;
  readonly #html: Buffer;
  /** The beginning of every representation's ETag. */
  readonly #etagPrefix: string;
  readonly #headers: readonly string[];
  readonly #representations = new Map<Encoding, Representation | Promise<Representation>>();
  #fastResponses = 0;

  /** @param headers flat: name, value, name, …; of every representation, and of 304 */
  constructor(status: number, html: Buffer, headers: readonly string[]) {
    this.status = status;
    this.isCacheable = !headers.includes('no-store');
    this.#html = html;
    this.#etagPrefix = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}-`;
    this.#headers = [...headers, 'Vary', 'Accept-Encoding'];
    this.#representations.set('identity', this.#representation(html, ETAG_SUFFIXES.identity));
  }

  /** Memory in all encodings, an upper estimate. */
  get bytes(): number {
    return this.#html.length * MEMORY_PER_HTML_BYTE + OVERHEAD_BYTES;
  }

  /**
   * Sends the page, or 304. Never rejects. Returns a promise only while a representation is being compressed.
   * @param extraHeaders of this response alone, flat; fastest with the same array as the last response
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    extraHeaders: readonly string[] = NO_HEADERS,
  ): SentResponse | Promise<SentResponse> {
    const etag = this.status === 200 ? this.#matchingEtag(headerOf(request, 'if-none-match')) : undefined;
    if (etag) return sendResponse(request, response, 304, [...extraHeaders, ...this.#headers, 'ETag', etag]);
    const encoding = encodingFor(headerOf(request, 'accept-encoding'));
    const representation = this.#representations.get(encoding) ?? this.#compress(encoding);
    if ('body' in representation) return this.#send(request, response, representation, extraHeaders);
    return representation.then((compressed) => this.#send(request, response, compressed, extraHeaders));
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    representation: Representation,
    extraHeaders: readonly string[],
  ): SentResponse {
    if (representation.isFast) this.#fastResponses += 1;
    if (representation.isFast && this.#fastResponses === RESPONSES_BEFORE_BEST) this.#compressBest();
    if (representation.lastResponse?.extraHeaders !== extraHeaders) {
      representation.lastResponse = { extraHeaders, headers: [...extraHeaders, ...representation.headers] };
    }
    return sendResponse(request, response, this.status, representation.lastResponse.headers, representation.body);
  }

  #representation(body: Buffer, name: string, encoding?: Encoding): Representation {
    const etag = `${this.#etagPrefix}${name}"`;
    const headers = [
      ...this.#headers,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      ...(encoding ? ['Content-Encoding', encoding] : []),
      'ETag',
      etag,
    ];
    return { body, etag, headers, isFast: name === ETAG_SUFFIXES.fastBrotli };
  }

  /** Compresses once for all waiting requests. */
  #compress(encoding: Encoding): Promise<Representation> {
    const compressed = encoding === 'gzip' ? gzip(this.#html, { level: 9 }) : brotli(this.#html, BROTLI_QUALITY.fast);
    const representation = compressed.then((body) =>
      this.#representation(body, encoding === 'gzip' ? ETAG_SUFFIXES.gzip : ETAG_SUFFIXES.fastBrotli, encoding),
    );
    this.#representations.set(encoding, representation);
    void representation.then((ready) => this.#representations.set(encoding, ready));
    return representation;
  }

  #compressBest(): void {
    void bestCompression.add(async () => {
      const body = await brotli(this.#html, BROTLI_QUALITY.best);
      this.#representations.set('br', this.#representation(body, ETAG_SUFFIXES.bestBrotli, 'br'));
    });
  }

  /** The ETag by which the client has the page already, in whichever encoding: their content is the same. */
  #matchingEtag(ifNoneMatch: string | undefined): string | undefined {
    const start = ifNoneMatch?.indexOf(this.#etagPrefix) ?? -1;
    return /^"[\w-]+"/.exec(ifNoneMatch?.slice(start < 0 ? Number.POSITIVE_INFINITY : start) ?? '')?.[0];
  }
}

const NO_HEADERS: readonly string[] = [];

const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);
const brotliCompress = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

const brotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotliCompress(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
