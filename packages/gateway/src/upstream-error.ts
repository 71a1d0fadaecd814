import { ContentError } from '@foyer/model';

/** The short stable name of a failure, for machines. */
export type FailureCode =
  // Without a response.
  | 'unknown-host'
  | 'refused'
  | 'unreachable'
  | 'connect-timeout'
  | 'timeout'
  | 'reset'
  | 'tls-expired'
  | 'tls-not-yet-valid'
  | 'tls-self-signed'
  | 'tls-unknown-authority'
  | 'tls-wrong-name'
  | 'tls-failed'
  | 'plain-http'
  | 'plain-https'
  | 'not-http'
  | 'bad-encoding'
  | 'connection-failed'
  // By the response.
  | 'other-host'
  | 'other-scheme'
  | 'other-port'
  | 'redirect-loop'
  | 'redirect-nowhere'
  | 'not-allowed'
  | 'login-page'
  | 'html-page'
  | 'not-found'
  | 'nothing-found'
  | 'wrong-headers'
  | 'bad-input'
  | 'limit'
  | 'server-error'
  | 'other-status'
  | 'empty'
  | 'cut-off'
  | 'not-json'
  | 'not-envelope'
  | 'api-error'
  // By the client.
  | 'too-large'
  | 'other-origin'
  | 'wrong-shape';

export interface FailureWords {
  code: FailureCode;
  /** What is wrong and what to do. Without the query of the call: it may be a visitor's search. */
  sentence: string;
}

/** A failed call of an upstream. Its message is for the operator. */
export class UpstreamError extends ContentError {
  readonly code: FailureCode;
  constructor(
    status: number,
    { code, sentence }: FailureWords,
    options?: ConstructorParameters<typeof ContentError>[2],
  ) {
    super(status, sentence, options);
    this.code = code;
  }
}

const MAX_QUOTED_CHARACTERS = 120;

/** A text from outside, safe for a line of a terminal or of the log. */
export const quoted = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_QUOTED_CHARACTERS);

/** A call that was not sent: calls are paused, too many are waiting, or it can wait and others have the budget. */
export class NotSentError extends ContentError {
  readonly why: 'paused' | 'waiting' | 'later';

  constructor(why: NotSentError['why'], message: string, retryAfterMs: number) {
    super(503, message, { retryAfterMs });
    this.why = why;
  }
}
