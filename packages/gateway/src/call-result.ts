import type { Locale } from '@foyer/messages';
import { ContentError } from '@foyer/model';
import type { CallOutcome } from '@foyer/runtime';
import type { CachedAnswer } from './answer-cache.ts';
import type { Call } from './call.ts';
import type { Cause, Priority } from './content-source.ts';
import type { Lifetime } from './policy.ts';
import { NotSentError } from './upstream-error.ts';

export interface CallOptions {
  /** The edition. Undefined: the default one. */
  locale?: Locale;
  /** Aborts a call that has no other callers. */
  signal?: AbortSignal;
  priority?: Priority;
  /** Revalidates a stale answer first, and serves it only if that fails. */
  revalidate?: boolean;
  cause?: Cause;
  /** Called once for each call, when it has an answer or has failed. */
  onResult?: (result: CallResult) => void;
}

/** How the gateway has answered one call. */
export type CallResult = AnsweredCall | FailedCall;

export interface AnsweredCall extends Lifetime {
  address: string;
  etag: string;
  /** The answer was in a cache. */
  hit: boolean;
  /** The answer is stale, because its revalidation has failed. */
  hasFailedRevalidation: boolean;
  /** The default edition's answer in the place of one that failed. */
  isSubstitute?: boolean;
}

export interface FailedCall {
  address: string;
  etag?: undefined;
  /** The failure was in the cache of 404s. */
  hit: boolean;
}

/** Reports an answer to the caller, and returns it. */
export function reportAnswer(
  { address }: Call,
  answer: CachedAnswer,
  { onResult }: CallOptions,
  { hit, hasFailedRevalidation = false }: { hit: boolean; hasFailedRevalidation?: boolean },
): CachedAnswer {
  const { etag, freshUntil, staleUntil, changesAt, isSubstitute } = answer;
  onResult?.({ address, etag, hit, hasFailedRevalidation, isSubstitute, freshUntil, staleUntil, changesAt });
  return answer;
}

/** The outcome of a failed call, for the metrics. */
export function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof NotSentError) return 'refused';
  if (!(error instanceof ContentError)) return 'failed';
  return error.status === 404 ? 'missing' : error.status === 429 ? 'limited' : 'failed';
}

/** Whether one of the calls has a substitute for an edition's answer: what is made of it may not be cached. */
export const hasSubstitute = (calls: readonly CallResult[]): boolean =>
  calls.some((call) => call.etag !== undefined && call.isSubstitute);

export const isNotFound = (error: unknown): error is ContentError =>
  error instanceof ContentError && error.status === 404;
