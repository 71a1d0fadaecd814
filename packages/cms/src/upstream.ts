import { editionUrl } from '@foyer/config';
import {
  type ContentSource,
  callNameOf,
  type Normalise,
  type NormalisedAnswer,
  type SourceRequest,
  UpstreamError,
} from '@foyer/gateway';
import type { ApiFiles } from '@foyer/images';
import type { Locale } from '@foyer/messages';
import { ContentError, type Locales, splitPath } from '@foyer/model';
import { monotonicNow, type UpstreamState } from '@foyer/runtime';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Deadline } from './deadline.ts';
import {
  type Attempt,
  type EditionState,
  HttpExchange,
  lowerCased,
  REFUSALS,
  TransientError,
  type UpstreamOptions,
} from './http-exchange.ts';
import { LateAnswers } from './late-answers.ts';
import { UpstreamHistory } from './upstream-history.ts';
import { tooManyWait, UpstreamLimits } from './upstream-limits.ts';

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

/** A call is not sent with less than this share of its time: an upstream that is overloaded would work for nobody. */
const MIN_TIME_SHARE = 0.5;
/** A call that its caller has given up keeps its place for this many timeouts: the upstream still works on it, and its answer is used. */
const LATE_FACTOR = 2;
/** The client of a content API: which calls it gets, when, and what their failures say of it. */
export class Upstream implements ContentSource {
  readonly origin: string;
  readonly #options: UpstreamOptions;
  readonly #exchange: HttpExchange;
  readonly #limits: UpstreamLimits;
  readonly #history = new UpstreamHistory();
  readonly #late: LateAnswers;
  readonly #editions: ReadonlyMap<Locale, EditionState>;
  readonly #locales: Locales;

  constructor(options: UpstreamOptions) {
    const { url, timeoutMs, locales = ['en'] } = options;
    this.#options = options;
    this.#locales = locales;
    this.origin = new URL(url).origin;
    this.#limits = new UpstreamLimits(options);
    this.#editions = new Map(
      locales.map((locale) => [locale, { breaker: new CircuitBreaker(), hasAnswered: false, answeredAt: 0 }]),
    );
    this.#late = new LateAnswers(timeoutMs * LATE_FACTOR);
    this.#exchange = new HttpExchange(options, {
      history: this.#history,
      editions: [...this.#editions.values()],
      onAnswered: (form, milliseconds) => this.#limits.answered(form, milliseconds),
    });
  }

  /** Rejects with a ContentError. @param address path and query below the API's base, e.g. `blogs?page=2` or `ne/blogs` */
  async get(address: string, request: SourceRequest, normalise: Normalise): Promise<NormalisedAnswer> {
    const { signal, isOptional, isUnlisted } = request;
    const { timeoutMs } = this.#options;
    const located = this.#locate(address);
    const deadline = new Deadline(timeoutMs);
    deadline.resume();
    const given = AbortSignal.any([signal, deadline.signal]);
    // A purge does not find a call whose callers still wait for it.
    const { revision } = this.#late;
    const late = request.headers ? undefined : this.#late.take(address);
    const call = late ? { answer: late, wasSent: true } : this.#call(address, located, request, deadline, normalise);
    try {
      return await abortable(call.answer, given);
    } catch (error) {
      if (!given.aborted) throw error instanceof ContentError ? error : this.#exchange.unanswered(located.url, error);
      if (!call.wasSent) throw tooManyWait();
      if (!request.headers) this.#late.keep(address, call.answer, revision);
      const failure = this.#exchange.unanswered(located.url, given.reason);
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
    request: SourceRequest,
    deadline: Deadline,
    normalise: Normalise,
  ): SentCall {
    const { priority, ...shared } = request;
    const { isUnlisted, isOptional, signal } = request;
    // The search does no work for callers who have gone.
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
      // A response has paused it.
      deadline.resume();
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
      const answer = await this.#exchange.send(url, attempt);
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
      const failure = error instanceof TransientError ? error : this.#exchange.unanswered(url, error);
      // That of one which is late was counted.
      if (isVerdict && !deadline.signal.aborted) edition.breaker.failed(failure.message);
      throw failure;
    } finally {
      this.#options.onEnded?.(callNameOf(path).entity, monotonicNow() - sentAt, isAnswered);
    }
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

  /** For the metrics. */
  get state(): UpstreamState {
    return {
      waiting: this.#limits.waiting,
      isPaused: [...this.#editions.values()].some(({ breaker }) => breaker.isInterrupted),
    };
  }

  /** After a purge: answers of calls that were sent before it are not used. */
  forgetLate(): void {
    this.#late.forget();
  }

  close(): Promise<void> {
    return this.#exchange.close();
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
