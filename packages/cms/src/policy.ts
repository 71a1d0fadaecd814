/* What a failed call of a CMS means: when it is repeated, and how long calls pause. */

/** A response that is not a success. */
interface UnsuccessfulResponse {
  status: number;
  /** The header as received: seconds, or a date. */
  retryAfter?: string;
  /** Whether the call has query parameters or names an item. */
  hasParameters: boolean;
  /** Another call was answered 422 just before, and calls as this one were successful. */
  isRejectedAsOthers?: boolean;
  /** What the API says of it. */
  message?: string;
}

/** What Laravel says, with 500, of an item that is not there. */
const NO_SUCH_ITEM = /^No query results for model/i;

/** What Laravel and gateways say of too many calls, with whatever status. From its beginning: behind it may stand what a visitor has searched for. */
const TOO_MANY_CALLS = /^(?:too many (?:attempts|requests)|(?:api )?(?:rate|request|usage) limit)\b/i;

/** Whether a failure says that there were too many calls. */
export const saysLimit = (message: string): boolean => TOO_MANY_CALLS.test(message.trim());

export interface Failure {
  /**
   * `permanent`: another attempt would fail in the same way. `transient`: another attempt may succeed. `rate-limited`: the
   * upstream wants fewer calls, and all of them pause.
   */
  kind: 'permanent' | 'transient' | 'rate-limited';
  /** Of our own API's answer. */
  status: number;
  /** Milliseconds that the upstream names, of a rate limit. */
  waitMs?: number;
}

/** 404 is permanent, and so is what means it. 429, Retry-After, what says so, and 422 that is no answer to the call's parameters are rate limits. Other 5xx are transient, the rest is permanent. */
export function classifyFailure(
  { status, retryAfter, hasParameters, isRejectedAsOthers = false, message = '' }: UnsuccessfulResponse,
  now = Date.now(),
): Failure {
  if (status === 404 || NO_SUCH_ITEM.test(message)) return { kind: 'permanent', status: 404 };
  const waitMs = retryAfterMs(retryAfter, now);
  const isLimit = status === 429 || saysLimit(message) || (status === 422 && (!hasParameters || isRejectedAsOthers));
  if (isLimit || (waitMs !== undefined && status >= 400)) return { kind: 'rate-limited', status: 429, waitMs };
  return { kind: status >= 500 ? 'transient' : 'permanent', status: 502 };
}

/** Reads both forms of Retry-After (RFC 9110, 10.2.3); undefined for any other text. */
function retryAfterMs(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** A longer Retry-After is cut to this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** After this many failed attempts in a row the upstream counts as down: calls pause, then one call at a time probes it. */
export const FAILURES_BEFORE_PAUSE = 10;
const FIRST_PAUSE_MS = 1_000;
/** Of an upstream that wants fewer calls. */
const MAX_LIMIT_PAUSE_MS = 60_000;
/** Of one that fails: pages that are in no cache are back within this time and that of a probe. */
export const MAX_OUTAGE_PAUSE_MS = 4_000;
/** The length of a pause, doubled with each pause in a row; half of it is random, so that replicas do not return together. */
export const pauseMs = (pauses: number, maxMs = MAX_LIMIT_PAUSE_MS, random = Math.random()): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), maxMs) * (0.5 + random / 2);
