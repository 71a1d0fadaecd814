import { type Dispatcher, request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';
import { type Locales, splitPath } from '../../shared/edition.ts';
import type { Locale } from '../../shared/messages/index.ts';
import { monotonicNow } from '../clock.ts';
import { editionUrl } from '../edition-url.ts';
import { hasProxy, type Outgoing, openAgent } from '../http/outgoing.ts';
import type { ApiFiles } from '../images/originals.ts';
import type { UpstreamState } from '../observability/metrics.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Deadline } from './deadline.ts';
import { describeFailure, type FailedResponse } from './failure-words.ts';
import { pagingIn } from './find-paginator.ts';
import { LateAnswers } from './late-answers.ts';
import type { NormalisedAnswer, NormaliseResult, UpstreamResponse } from './normalise-result.ts';
import { classifyFailure, saysLimit } from './policy.ts';
import { callNameOf } from './purge.ts';
import { readBody } from './read-body.ts';
import { type FailureCode, type FailureWords, tooManyWait, UpstreamError } from './upstream-error.ts';
import { hasParameters, UpstreamHistory } from './upstream-history.ts';
import { type Priority, UpstreamLimits } from './upstream-limits.ts';

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

export interface UpstreamRequest {
  priority: Priority;
  /** No earlier answer leads to the call: a visitor may have invented it. */
  isUnlisted: boolean;
  /** Nothing depends on the answer: a failure is neither repeated nor counted. */
  isOptional?: boolean;
  /** Aborted when the last caller has aborted: a call that was sent runs on. */
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
  /** Of its callers. */
  deadline: Deadline;
  /** Of the HTTP request. */
  ended: AbortSignal;
  normalise: Normalise;
}

interface LocatedCall {
  url: URL;
  /** Our own path without the edition. */
  path: string;
  edition: EditionState;
}

/** A call on its way through the queue to its answer. */
interface SentCall {
  answer: Promise<NormalisedAnswer>;
  wasSent: boolean;
}

/** An API may have one edition and not another: what is known of each. */
interface EditionState {
  breaker: CircuitBreaker;
  hasAnswered: boolean;
  /** By the monotonic clock. */
  answeredAt: number;
}

const MAX_REDIRECTS = 3;
/** A call is not sent with less than this share of its time: an upstream that is overloaded would work for nobody. */
const MIN_TIME_SHARE = 0.5;
/** A call that its caller has given up keeps its place for this many timeouts: the upstream still works on it, and its answer is used. */
const LATE_FACTOR = 2;
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
  readonly #late: LateAnswers;
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
    this.#editions = new Map(
      locales.map((locale) => [locale, { breaker: new CircuitBreaker(), hasAnswered: false, answeredAt: 0 }]),
    );
    this.#late = new LateAnswers(timeoutMs * LATE_FACTOR);
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
    const { signal, isOptional, isUnlisted } = request;
    const { timeoutMs } = this.#options;
    const located = this.#locate(address);
    const deadline = new Deadline(timeoutMs);
    deadline.resume();
    const given = AbortSignal.any([signal, deadline.signal]);
    const late = request.headers ? undefined : this.#late.take(address);
    const call = late ? { answer: late, wasSent: true } : this.#call(address, located, request, deadline, normalise);
    try {
      return await abortable(call.answer, given);
    } catch (error) {
      if (!given.aborted) throw error instanceof ContentError ? error : this.#unanswered(located.url, error);
      if (!call.wasSent) throw tooManyWait();
      if (!request.headers) this.#late.keep(address, call.answer);
      const failure = this.#unanswered(located.url, given.reason);
      if (!signal.aborted && !isOptional && !isUnlisted) {
        this.#limits.timedOut();
        located.edition.breaker.failed(failure.message);
      }
      throw failure;
    } finally {
      deadline.pause();
    }
  }

  /** Sends a call once it has a place, and a second time if it fails before half of its time is over. */
  #call(
    address: string,
    { url, path, edition }: LocatedCall,
    request: UpstreamRequest,
    deadline: Deadline,
    normalise: Normalise,
  ): SentCall {
    const { priority, ...shared } = request;
    const { isUnlisted, isOptional, signal } = request;
    // A source on loopback does no work for callers who have gone.
    const minTimeMs = this.#options.isAdaptive ? this.#options.timeoutMs * MIN_TIME_SHARE : 0;
    const attempt = async () => {
      const queuedAt = monotonicNow();
      const tooLate = new Deadline(deadline.timeLeft() - minTimeMs);
      tooLate.resume();
      const waiting = AbortSignal.any([signal, tooLate.signal]);
      // The queue would free the place of a running call, too.
      const leave = new AbortController();
      const giveUp = () => leave.abort(waiting.reason);
      waiting.addEventListener('abort', giveUp, { once: true });
      try {
        return await this.#limits.run(
          () => {
            // It may have waited for a probe.
            waiting.throwIfAborted();
            waiting.removeEventListener('abort', giveUp);
            tooLate.pause();
            call.wasSent = true;
            const ended = AbortSignal.timeout(this.#options.timeoutMs * LATE_FACTOR);
            return this.#attempt({ ...shared, url, path, edition, deadline, ended, normalise });
          },
          { id: address, priority, isUnlisted, breaker: edition.breaker, signal: leave.signal },
        );
      } catch (error) {
        if (error !== tooLate.signal.reason) throw error;
        // Every place is taken by a call that has no answer: the upstream hangs.
        const isStuck = edition.answeredAt < queuedAt && !this.#limits.isBudgetSpent;
        if (isStuck && !isOptional && !isUnlisted) edition.breaker.failed('calls wait for others that have no answer');
        throw tooManyWait();
      } finally {
        tooLate.pause();
      }
    };
    const answer = attempt().catch((error: unknown) => {
      // A timeout is not retried: a slow upstream needs all of its time, and one that hangs would hang again.
      const isOver = signal.aborted || deadline.timeLeft() <= minTimeMs;
      if (!(error instanceof TransientError) || isOver || isOptional) throw error;
      return attempt();
    });
    // All callers may have given up before it fails.
    answer.catch(() => {});
    const call = { answer, wasSent: false };
    return call;
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
    const { url, path, edition, deadline, isOptional, isUnlisted } = attempt;
    // What a visitor may have invented says nothing of the others.
    const isVerdict = !isOptional && !isUnlisted;
    const sentAt = monotonicNow();
    let isAnswered = false;
    try {
      const answer = await this.#request(url, attempt);
      isAnswered = true;
      edition.breaker.succeeded();
      edition.hasAnswered = true;
      edition.answeredAt = monotonicNow();
      this.#history.answered(path);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError && REFUSALS.has(error.code)) {
        if (isVerdict && this.#history.refused(path)) edition.breaker.pause(undefined, error.message);
        throw error;
      }
      if (error instanceof ContentError && !(error instanceof TransientError)) throw error;
      const failure = error instanceof TransientError ? error : this.#unanswered(url, error);
      // That of one which is late was counted.
      if (isVerdict && !deadline.signal.aborted) edition.breaker.failed(failure.message);
      throw failure;
    } finally {
      this.#options.onEnded?.(callNameOf(path).entity, monotonicNow() - sentAt, isAnswered);
    }
  }

  async #request(url: URL, attempt: Attempt, redirects = 0): Promise<NormalisedAnswer> {
    const { ended, requestId, normalise } = attempt;
    const sentAt = monotonicNow();
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: { ...this.#headers, ...(requestId && { 'x-request-id': requestId }), ...attempt.headers },
      signal: ended,
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
    this.#limits.answered(callNameOf(attempt.path).entity, monotonicNow() - sentAt);
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
    const isLimit = isPause && (status !== 422 || this.#history.hasAnswered || saysLimit(message));
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
  #locate(address: string): LocatedCall {
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

  /** For the metrics. */
  get state(): UpstreamState {
    return {
      waiting: this.#limits.waiting,
      isPaused: [...this.#editions.values()].some(({ breaker }) => breaker.isPaused),
    };
  }

  /** After a purge: answers of calls that were sent before it are not used. */
  forgetLate(): void {
    this.#late.forget();
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Rejects with the signal's reason once that is aborted. */
function abortable<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
