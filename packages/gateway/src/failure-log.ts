import { ContentError } from '@foyer/model';
import { monotonicNow } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { Call } from './call.ts';
import { NotSentError, UpstreamError } from './upstream-error.ts';

interface Outage {
  began: number;
  /** Of the last line. */
  said: number;
  /** Calls since the last line. */
  refused: number;
  failed: number;
}

const MINUTE_MS = 60_000;

/**
 * What the log says of calls that fail. Of calls that are paused: a line when that begins, one a minute with how many calls it has
 * concerned, and one when the upstream answers again. A visitor of each page would be a line of it.
 */
export class FailureLog {
  readonly #log: Logger;
  readonly #warnsOfNothing: boolean;
  /** By the prefix of the edition. */
  readonly #outages = new Map<string, Outage>();
  /** Calls without a place, which are no outage. */
  readonly #waiting = { said: Number.NEGATIVE_INFINITY, refused: 0 };

  /** @param warnsOfNothing whether an upstream that has none of the calls is a fault: its address is probably wrong */
  constructor(log: Logger, warnsOfNothing: boolean) {
    this.#log = log;
    this.#warnsOfNothing = warnsOfNothing;
  }

  /** @param id of the visitor's request */
  failed({ logAddress, prefix }: Pick<Call, 'logAddress' | 'prefix'>, error: unknown, id?: string): void {
    if (error instanceof NotSentError) {
      this.#refused(prefix, error);
      return;
    }
    const code = error instanceof UpstreamError ? error.code : undefined;
    const fields = { call: logAddress, ...(code && { code }), ...(id && { id }) };
    if (!(error instanceof ContentError)) {
      this.#log.error({ ...fields, err: error }, 'content could not be read');
    } else if (error.status === 404 && !(this.#warnsOfNothing && code === 'nothing-found')) {
      this.#log.debug(fields, 'no such content');
    } else if (!this.#isOfOutage(prefix)) {
      this.#log.warn({ ...fields, status: error.status, reason: error.message }, 'content call failed');
    }
  }

  /** A call was not sent. @param edition prefix of its addresses */
  #refused(edition: string, { why, message }: NotSentError): void {
    // A revalidation is tried again by itself.
    if (why === 'later') return;
    const now = monotonicNow();
    if (why === 'waiting') {
      this.#waiting.refused += 1;
      if (now - this.#waiting.said < MINUTE_MS) return;
      this.#log.warn(
        { refused: this.#waiting.refused },
        'content calls find no place: the API is slow, or its budget is small',
      );
      Object.assign(this.#waiting, { said: now, refused: 0 });
      return;
    }
    const outage = this.#outages.get(edition);
    if (outage) {
      outage.refused += 1;
      this.#sayEachMinute(edition, outage, now);
      return;
    }
    this.#outages.set(edition, { began: now, said: now, refused: 1, failed: 0 });
    this.#log.warn({ ...ofEdition(edition), reason: message }, 'content calls are paused');
  }

  /** Whether a failure is a part of an outage, of which the log speaks as a whole. */
  #isOfOutage(edition: string): boolean {
    const outage = this.#outages.get(edition);
    if (!outage) return false;
    outage.failed += 1;
    this.#sayEachMinute(edition, outage, monotonicNow());
    return true;
  }

  answered(edition: string): void {
    const outage = this.#outages.get(edition);
    if (!outage) return;
    this.#outages.delete(edition);
    const seconds = Math.round((monotonicNow() - outage.began) / 1000);
    const { refused, failed } = outage;
    this.#log.info({ ...ofEdition(edition), seconds, refused, failed }, 'content calls are answered again');
  }

  #sayEachMinute(edition: string, outage: Outage, now: number): void {
    if (now - outage.said < MINUTE_MS) return;
    const { refused, failed } = outage;
    this.#log.warn({ ...ofEdition(edition), refused, failed }, 'content calls are still paused');
    Object.assign(outage, { said: now, refused: 0, failed: 0 });
  }
}

const ofEdition = (prefix: string) => (prefix === '' ? {} : { edition: prefix.replace('/', '') });
