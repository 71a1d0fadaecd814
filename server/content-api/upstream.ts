import { type Dispatcher, request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';
import { type Locales, splitPath } from '../../shared/edition.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { monotonicNow } from '../clock.ts';
import { editionUrl } from '../edition-url.ts';
import { hasProxy, type Outgoing, openAgent } from '../http/outgoing.ts';
import type { ApiFiles } from '../images/originals.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Deadline } from './deadline.ts';
import { describeFailure, type FailedResponse } from './failure-words.ts';
import { pagingIn } from './find-paginator.ts';
import type { NormalisedAnswer, NormaliseResult, UpstreamResponse } from './normalise-result.ts';
import { classifyFailure } from './policy.ts';
import { readBody } from './read-body.ts';
import { type FailureCode, type FailureWords, UpstreamError } from './upstream-error.ts';
import { hasParameters, UpstreamHistory } from './upstream-history.ts';
import { type Priority, UpstreamLimits } from './upstream-limits.ts';

export interface UpstreamOptions {
  /** Ends with a slash; `editionUrl` reads it. */
  url: string;
  /** The editions, the default one first. */
  locales?: Locales;
  authorization?: string;
  /** For a call with its time in the queue and its second attempt. */
  timeoutMs: number;
  /** Calls at once. */
  concurrency: number;
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

export interface UpstreamRequest {
  priority: Priority;
  /** No earlier answer leads to the call: a visitor may have invented it. */
  isUnlisted: boolean;
  /** Nothing depends on the answer: a failure is neither repeated nor counted. */
  isOptional?: boolean;
  /** Aborted when the last caller has aborted. */
  signal: AbortSignal;
  /** Of the visitor's request that caused the call; none: no visitor waits. */
  requestId?: string;
  /** Further headers, by name. */
  headers?: Record<string, string>;
}

/** Reads a response's body; never rejects. */
type Normalise = (response: UpstreamResponse) => Promise<NormaliseResult>;

interface Attempt extends Omit<UpstreamRequest, 'priority'> {
  url: URL;
  /** Of our own call, without the edition. */
  path: string;
  edition: EditionState;
  deadline: Deadline;
  normalise: Normalise;
}

/** An API may have one edition and not another: what is known of each. */
interface EditionState {
  breaker: CircuitBreaker;
  hasAnswered: boolean;
}

const MAX_REDIRECTS = 3;
/** A timeout is the upstream's failure only if at least this share of the time was left after the queue. */
const MIN_TIME_SHARE = 0.5;
const MAX_HEADER_BYTES = 16_384;

/** The API wants a token, or another one: each further call is refused, too. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(['not-allowed', 'login-page', 'other-host']);

/** A failure that a second attempt may not meet. */
class TransientError extends UpstreamError {}

/** The HTTP client of a content API. */
export class Upstream {
  readonly origin: string;
  readonly #options: UpstreamOptions;
  readonly #agent: Dispatcher;
  readonly #limits: UpstreamLimits;
  readonly #history = new UpstreamHistory();
  readonly #editions: ReadonlyMap<Locale, EditionState>;
  #hasConnected: boolean;
  /** Of every request, their names in lower case. */
  readonly #headers: Record<string, string>;
  readonly #locales: Locales;

  constructor(options: UpstreamOptions) {
    const { url, concurrency, timeoutMs, locales = ['en'], outgoing } = options;
    this.#options = options;
    this.#locales = locales;
    this.origin = new URL(url).origin;
    this.#limits = new UpstreamLimits(options);
    this.#editions = new Map(locales.map((locale) => [locale, { breaker: new CircuitBreaker(), hasAnswered: false }]));
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

  /** Rejects with a ContentError. @param address path and query below the API's base, e.g. `blogs?page=2` or `ne/blogs` */
  async get(address: string, request: UpstreamRequest, normalise: Normalise): Promise<NormalisedAnswer> {
    const { priority, ...shared } = request;
    const { isUnlisted, isOptional } = request;
    const { url, path, edition } = this.#locate(address);
    const deadline = new Deadline(this.#options.timeoutMs);
    const signal = AbortSignal.any([request.signal, deadline.signal]);
    let hasBegun = false;
    const attempt = () => {
      deadline.resume();
      return this.#limits.run(
        () => {
          hasBegun = true;
          return this.#attempt({ ...shared, url, path, edition, signal, deadline, normalise });
        },
        { id: address, priority, isUnlisted, breaker: edition.breaker, signal },
      );
    };
    try {
      // A timeout is not retried: a slow upstream needs all of its time, and one that hangs would hang again.
      return await attempt().catch((error: unknown) => {
        if (!(error instanceof TransientError) || signal.aborted || isOptional) throw error;
        return attempt();
      });
    } catch (error) {
      // The time has passed in our own queue: no failure of the upstream.
      if (!hasBegun && isTimeout(error))
        throw new ContentError(503, 'too many calls are waiting', { retryAfterMs: 1_000 });
      throw error instanceof ContentError ? error : this.#unanswered(url, error);
    } finally {
      deadline.pause();
    }
  }

  /** Files of the API's origin. A fetch of one counts as an unlisted call, and says nothing of the calls. Authorization is for calls alone. */
  get files(): ApiFiles {
    const { accept: _, ...headers } = lowerCased(this.#options.headers);
    const breaker = this.#editions.get(this.#locales[0])?.breaker ?? new CircuitBreaker();
    const run: ApiFiles['run'] = (fetch, { id, signal }) =>
      this.#limits.run(fetch, { id, priority: 'revalidate', isUnlisted: true, isFile: true, breaker, signal });
    return { origin: this.origin, headers, run };
  }

  /** Moves a queued call ahead of revalidation and inventory. */
  prioritise(address: string): void {
    this.#limits.setPriority(address, 'visitor');
  }

  async #attempt(attempt: Attempt): Promise<NormalisedAnswer> {
    const { url, path, edition, signal, isOptional, isUnlisted } = attempt;
    // What a visitor may have invented says nothing of the others.
    const isVerdict = !isOptional && !isUnlisted;
    const startedAt = monotonicNow();
    try {
      const answer = await this.#request(url, attempt);
      edition.breaker.succeeded();
      edition.hasAnswered = true;
      this.#history.answered(path);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError && REFUSALS.has(error.code)) {
        if (isVerdict && this.#history.refused(path)) edition.breaker.pause(undefined, error.message);
        throw error;
      }
      if (error instanceof ContentError && !(error instanceof TransientError)) throw error;
      // A caller that aborted, and a call that spent most of its time in the queue, are no failures of the upstream.
      const hadLittleTime = monotonicNow() - startedAt < this.#options.timeoutMs * MIN_TIME_SHARE;
      const isAbortOrQueueTimeout = signal.aborted && (!isTimeout(signal.reason) || hadLittleTime);
      const failure = error instanceof TransientError ? error : this.#unanswered(url, error);
      if (!isAbortOrQueueTimeout && isVerdict) edition.breaker.failed(failure.message);
      throw failure;
    }
  }

  async #request(url: URL, attempt: Attempt, redirects = 0): Promise<NormalisedAnswer> {
    const { signal, requestId, normalise } = attempt;
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: { ...this.#headers, ...(requestId && { 'x-request-id': requestId }), ...attempt.headers },
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump();
      return this.#request(this.#redirectTarget(url, headers.location, redirects), attempt, redirects + 1);
    }
    const { maxBytes } = this.#options;
    const bytes = await readBody(body, headers['content-encoding'], maxBytes);
    if (!bytes)
      throw new UpstreamError(502, {
        code: 'too-large',
        sentence: `${url.host} sends an answer that is larger than ${maxBytes} bytes: let the API page its lists, or set UPSTREAM_MAX_BYTES.`,
      });
    attempt.deadline.pause();
    const result = await normalise({ bytes, status: statusCode, paging: pagingIn(headers) });
    if (result.kind === 'answer') return result.answer;
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
    const isAbsent = isUnlisted || !(hasParameters(path) || this.#history.hasAnsweredAs(path));
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
      isRejectedAsOthers: status === 422 && this.#history.rejected(path, isUnlisted),
    });
    const isPause = kind === 'rate-limited';
    // An API that has answered nothing but 422 may want another call instead of fewer.
    const isLimit = isPause && (status !== 422 || this.#history.hasAnswered);
    const isNothingFound = status === 404 && this.#history.missed(path);
    const words = this.#wordsOf(url, { ...response, isLimit, isNothingFound });
    if (kind === 'transient') return new TransientError(failure.status, words);
    // A limit is one for all editions.
    if (isPause) for (const { breaker } of this.#editions.values()) breaker.pause(waitMs, words.sentence);
    // A 422 may be the first of a limit.
    else if (status !== 422 && !REFUSALS.has(words.code)) edition.breaker.succeeded();
    return new UpstreamError(failure.status, words, { retryAfterMs: waitMs });
  }

  /** The error of a request without a response. */
  #unanswered(url: URL, error: unknown): TransientError {
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

  /** The URL of a call, our own path of it without the edition, and the edition. Throws a ContentError, 404, for a call or an edition that the upstream does not have. */
  #locate(address: string): { url: URL; path: string; edition: EditionState } {
    const { locale, path } = splitPath(`/${address}`, this.#locales);
    const ours = path.slice(1);
    const base = editionUrl(this.#options.url, locale, this.#locales);
    const edition = this.#editions.get(locale);
    if (base === undefined || !edition) throw new ContentError(404, 'no such edition');
    const { addressOf = (same: string) => same } = this.#options;
    const theirs = addressOf(ours);
    if (theirs === undefined) throw new ContentError(404, 'the API has no such call');
    const url = URL.canParse(theirs, base) ? new URL(theirs, base) : undefined;
    if (url?.origin === this.origin) return { url, path: ours, edition };
    const call = ours.replace(/\?.*/s, '');
    throw new UpstreamError(502, {
      code: 'other-origin',
      sentence: `The path of the call ${call} leads away from ${this.origin}: correct it in mapping.yaml (FRONTAPI_MAPPING).`,
    });
  }

  /** Redirects stay within the upstream's origin: its credentials must not reach another one. */
  #redirectTarget(from: URL, header: string | string[] | undefined, redirects: number): URL {
    const location = first(header);
    const to = location !== undefined && URL.canParse(location, from) ? new URL(location, from) : undefined;
    if (to?.origin === this.origin && redirects < MAX_REDIRECTS) return to;
    const response = { status: 302, location, body: new Uint8Array(), isJson: false, message: '' };
    throw new UpstreamError(502, this.#wordsOf(from, response));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
