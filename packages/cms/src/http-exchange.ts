import { channel } from 'node:diagnostics_channel';
import {
  type Cause,
  type FailureCode,
  type FailureWords,
  type Normalise,
  type NormalisedAnswer,
  pagingIn,
  type SourceRequest,
  UpstreamError,
} from '@foyer/gateway';
import type { Locales } from '@foyer/model';
import { hasProxy, monotonicNow, type Outgoing, openAgent } from '@foyer/runtime';
import { type Dispatcher, request } from 'undici';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Deadline } from './deadline.ts';
import { describeFailure, type FailedResponse } from './failure-words.ts';
import { classifyFailure, saysLimit } from './policy.ts';
import { readBody } from './read-body.ts';
import { formOf, hasParameters, type UpstreamHistory } from './upstream-history.ts';

export interface UpstreamOptions {
  /** Ends with a slash; `editionUrl` reads it. */
  url: string;
  /** The editions, the default one first. */
  locales?: Locales;
  authorization?: string;
  /** For a caller: a call with its time in the queue and its second attempt. */
  timeoutMs: number;
  /** Calls at once. */
  concurrency: number;
  isAdaptive?: boolean;
  /** A call that was sent has ended. @param call its name @param milliseconds without the time in the queue */
  onEnded?: (call: string, milliseconds: number, isAnswered: boolean) => void;
  callsPerMinute?: number;
  /** Of a body after decompression. */
  maxBytes: number;
  /** None: on loopback. */
  outgoing?: Outgoing;
  /** Of every request; they may replace `Accept` and `User-Agent`. */
  headers?: Record<string, string>;
  /**
   * The API's own path and query of one of our calls, both without the edition: `blogs?page=2` -> `posts?p=2`. A leading `/`
   * means from the origin's root. Undefined: the API has no such call.
   */
  addressOf?: (address: string) => string | undefined;
}

/** Instrumentation that follows undici's requests, as OpenTelemetry's, adds a `traceparent` of its own: two are none. */
const instrumentation = channel('undici:request:create');

const headersOf = ({ requestId, traceparent }: Cause) => ({
  'x-request-id': requestId,
  ...(traceparent && !instrumentation.hasSubscribers && { traceparent }),
});

export interface Attempt extends Omit<SourceRequest, 'priority'> {
  url: URL;
  /** Of our own call, without the edition. */
  path: string;
  edition: EditionState;
  /** Of its callers. */
  deadline: Deadline;
  /** Of the HTTP request. */
  ended: AbortSignal;
  normalise: Normalise;
}

/** An API may have one edition and not another: what is known of each. */
export interface EditionState {
  breaker: CircuitBreaker;
  hasAnswered: boolean;
  /** By the monotonic clock. */
  answeredAt: number;
}

interface ExchangeParts {
  history: UpstreamHistory;
  editions: readonly EditionState[];
  /** A response is an answer. What is quick because it is none says nothing of how long the others take. @param milliseconds until it was received */
  onAnswered(form: string, milliseconds: number): void;
}

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16_384;

/** The API wants a token, or another one: each further call is refused, too. */
export const REFUSALS: ReadonlySet<FailureCode> = new Set(['not-allowed', 'login-page', 'other-host']);

/** A failure that a second attempt may not meet. */
export class TransientError extends UpstreamError {}

/** One HTTP request of a content API and its response: an answer, or an error that says what is wrong and what to do. */
export class HttpExchange {
  readonly #options: UpstreamOptions;
  readonly #parts: ExchangeParts;
  readonly #origin: string;
  readonly #agent: Dispatcher;
  #hasConnected: boolean;
  /** Of every request, their names in lower case. */
  readonly #headers: Record<string, string>;

  constructor(options: UpstreamOptions, parts: ExchangeParts) {
    const { url, concurrency, timeoutMs, outgoing } = options;
    this.#options = options;
    this.#parts = parts;
    this.#origin = new URL(url).origin;
    this.#headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip, br, deflate',
      'x-requested-with': 'XMLHttpRequest',
      ...(outgoing && { 'user-agent': outgoing.userAgent }),
      ...lowerCased(options.headers),
      ...(options.authorization && { authorization: options.authorization }),
    };
    const connections = {
      connections: concurrency,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: { timeout: timeoutMs },
    };
    this.#agent = openAgent(connections, outgoing);
    // Of connections behind a proxy nothing is known.
    this.#hasConnected = outgoing !== undefined && hasProxy(outgoing);
    this.#agent.on('connect', () => {
      this.#hasConnected = true;
    });
  }

  /** Rejects with a ContentError for a response that is no answer, and with undici's error where there is none. */
  async send(url: URL, attempt: Attempt, redirects = 0): Promise<NormalisedAnswer> {
    const { ended, cause, normalise } = attempt;
    const sentAt = monotonicNow();
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: { ...this.#headers, ...(cause && headersOf(cause)), ...attempt.headers },
      signal: ended,
    });
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump();
      return this.send(this.#redirectTarget(url, headers.location, redirects), attempt, redirects + 1);
    }
    const { maxBytes } = this.#options;
    const bytes = await readBody(body, headers['content-encoding'], maxBytes);
    if (!bytes)
      throw new UpstreamError(502, {
        code: 'too-large',
        sentence: `${url.host} sends an answer that is larger than ${maxBytes} bytes: let the API page its lists, or set UPSTREAM_MAX_BYTES.`,
      });
    const tookMs = monotonicNow() - sentAt;
    attempt.deadline.pause();
    const result = await normalise({ bytes, status: statusCode, paging: pagingIn(headers) });
    if (result.kind === 'answer') {
      this.#parts.onAnswered(formOf(attempt.path), tookMs);
      return result.answer;
    }
    const response: FailedResponse = {
      status: statusCode,
      contentType: first(headers['content-type']),
      body: bytes,
      isJson: result.kind !== 'not-json',
      message: result.message,
    };
    if (result.kind === 'not-json') throw this.#notJson(url, attempt, response);
    if (result.kind === 'failed') {
      attempt.edition.breaker.succeeded();
      throw new UpstreamError(result.status, { code: 'wrong-shape', sentence: result.message });
    }
    throw this.#refusal(url, attempt, response, first(headers['retry-after']));
  }

  /** The error of a success that is not JSON. */
  #notJson(url: URL, { path, edition, isUnlisted }: Attempt, response: FailedResponse): UpstreamError {
    const words = this.#wordsOf(url, response);
    if (words.code === 'login-page') return new UpstreamError(502, words);
    // An API behind a single-page app has its page in the place of what it does not have.
    const isAbsent = isUnlisted || !(hasParameters(path) || this.#parts.history.hasAnsweredAs(path));
    const isPage = words.code === 'html-page' && /^text\/html/i.test(response.contentType ?? '');
    if (isPage && edition.hasAnswered && isAbsent) {
      edition.breaker.succeeded();
      return new UpstreamError(404, words);
    }
    return new TransientError(502, words);
  }

  /** The error of a response that is not a success. */
  #refusal(
    url: URL,
    { path, edition, isUnlisted }: Attempt,
    response: FailedResponse,
    retryAfter?: string,
  ): UpstreamError {
    const { status, message } = response;
    const { kind, waitMs, ...failure } = classifyFailure({
      status,
      message,
      retryAfter,
      hasParameters: hasParameters(path),
      isRejectedAsOthers: status === 422 && this.#parts.history.rejected(path, isUnlisted),
    });
    const isPause = kind === 'rate-limited';
    // An API that has answered nothing but 422 may want another call instead of fewer.
    const isLimit = isPause && (status !== 422 || this.#parts.history.hasAnswered || saysLimit(message));
    const isNothingFound = status === 404 && this.#parts.history.missed(path);
    const words = this.#wordsOf(url, { ...response, isLimit, isNothingFound });
    if (kind === 'transient') return new TransientError(failure.status, words);
    // A limit is one for all editions.
    if (isPause) for (const { breaker } of this.#parts.editions) breaker.pause(waitMs, words.sentence);
    // A 422 may be the first of a limit.
    else if (status !== 422 && !REFUSALS.has(words.code)) edition.breaker.succeeded();
    return new UpstreamError(failure.status, words, { retryAfterMs: waitMs });
  }

  /** The error of a request without a response. */
  unanswered(url: URL, error: unknown): TransientError {
    const { code, sentence } = this.#wordsOf(url, undefined, error);
    const { outgoing } = this.#options;
    const hint =
      outgoing && hasProxy(outgoing) ? ' HTTPS_PROXY, HTTP_PROXY and NO_PROXY say by which proxy it is called.' : '';
    return new TransientError(isTimeout(error) ? 504 : 502, { code, sentence: sentence + hint }, { cause: error });
  }

  #wordsOf(url: URL, response?: FailedResponse, error?: unknown): FailureWords {
    const isAuthorized = this.#headers.authorization !== undefined;
    return describeFailure({
      url,
      base: this.#options.url,
      isAuthorized,
      hasConnected: this.#hasConnected,
      response,
      error,
    });
  }

  /** Redirects stay within the upstream's origin: its credentials must not reach another one. */
  #redirectTarget(from: URL, header: string | string[] | undefined, redirects: number): URL {
    const location = first(header);
    const to = location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
    if (to?.origin === this.#origin && redirects < MAX_REDIRECTS) return to;
    const response = { status: 302, location, body: new Uint8Array(), isJson: false, message: '' };
    throw new UpstreamError(502, this.#wordsOf(from, response));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

export const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
