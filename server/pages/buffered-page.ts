import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import PQueue from 'p-queue';
import { brotli, gzip } from '../http/compress.ts';
import { type Encoding, encodingFor } from '../http/content-encoding.ts';
import { headerOf } from '../http/header-of.ts';
import { ByEncoding, PreparedResponse } from '../http/prepared-response.ts';
import type { SentResponse } from '../http/send-response.ts';

/** The page in one encoding (RFC 9110, 8.4). */
interface Representation {
  response: PreparedResponse;
  /** Compressed with the fast quality. */
  isFast: boolean;
}

/** The first visitor waits for the fast quality; the best one is prepared for later visitors. */
const BROTLI_QUALITY = { fast: 5, best: 11 };
/** Each representation has an ETag of its own. */
const ETAG_SUFFIXES = { identity: 'id', gzip: 'gz', fastBrotli: 'bq', bestBrotli: 'br' };
/** Responses in the fast quality before a page is compressed in the best one. */
const RESPONSES_BEFORE_BEST = 2;
/** Best-quality compression runs one page at a time: requests go first. */
const bestCompression = new PQueue({ concurrency: 1 });
/** Memory of a page in all encodings, estimated from its HTML: an upper bound. */
const MEMORY_PER_HTML_BYTE = 1.6;
const OVERHEAD_BYTES = 8_000;

/** A rendered page with its headers, sent to any client in the best encoding that it accepts. */
export class BufferedPage {
  readonly status: number;
  /** Whether caches may store the page. */
  readonly isCacheable: boolean;
  readonly #html: Buffer;
  /** The beginning of every representation's ETag. */
  readonly #etagPrefix: string;
  readonly #headers: readonly string[];
  readonly #representations = new ByEncoding<Representation>();
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
   * @param sharedHeaders flat; fastest with the same array as in the last response
   * @param ownHeaders of this response alone, flat
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    sharedHeaders: readonly string[] = NO_HEADERS,
    ownHeaders: readonly string[] = NO_HEADERS,
  ): SentResponse | Promise<SentResponse> {
    const etag = this.status === 200 ? this.#matchingEtag(headerOf(request, 'if-none-match')) : undefined;
    if (etag) {
      const notModified = new PreparedResponse(304, [...this.#headers, 'ETag', etag]);
      return notModified.send(request, response, ownHeaders, sharedHeaders);
    }
    const encoding = encodingFor(headerOf(request, 'accept-encoding'));
    const representation = this.#representations.get(encoding, this.#compress);
    if (!(representation instanceof Promise))
      return this.#send(request, response, representation, sharedHeaders, ownHeaders);
    return representation.then((made) => this.#send(request, response, made, sharedHeaders, ownHeaders));
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    representation: Representation,
    sharedHeaders: readonly string[],
    ownHeaders: readonly string[],
  ): SentResponse {
    if (representation.isFast) this.#fastResponses += 1;
    if (representation.isFast && this.#fastResponses === RESPONSES_BEFORE_BEST) this.#compressBest();
    return representation.response.send(request, response, ownHeaders, sharedHeaders);
  }

  #representation(body: Buffer, name: string, encoding?: Encoding): Representation {
    const headers = [
      ...this.#headers,
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      ...(encoding ? ['Content-Encoding', encoding] : []),
      'ETag',
      `${this.#etagPrefix}${name}"`,
    ];
    const response = new PreparedResponse(this.status, headers, body);
    return { response, isFast: name === ETAG_SUFFIXES.fastBrotli };
  }

  readonly #compress = async (encoding: Encoding): Promise<Representation> => {
    const isGzip = encoding === 'gzip';
    const body = await (isGzip ? gzip(this.#html, { level: 9 }) : brotli(this.#html, BROTLI_QUALITY.fast));
    return this.#representation(body, isGzip ? ETAG_SUFFIXES.gzip : ETAG_SUFFIXES.fastBrotli, encoding);
  };

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
