import { ADDRESS_HINT } from '@foyer/cms';
import { type FailureCode, UpstreamError } from '@foyer/gateway';
import type { Reply } from './asker.ts';

/* What a failed call means: a sentence, and the few words of a table. */

/** No call of the API can be read. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  constructor(
    message: string,
    /** For machines. */
    readonly code: FailureCode | 'other-site' | 'unknown',
  ) {
    super(message);
  }
}

const WORDS: Partial<Record<FailureCode, string>> = {
  'not-found': 'no such call',
  'not-allowed': 'not allowed',
  'login-page': 'a login page',
  'html-page': 'a page, no JSON',
  'not-json': 'not JSON',
  empty: 'empty',
  'cut-off': 'cut off',
  'other-host': 'redirects to another host',
  'other-port': 'redirects to another port',
  'other-scheme': 'redirects elsewhere',
  'redirect-loop': 'redirects in a circle',
  'redirect-nowhere': 'redirects nowhere',
  'wrong-headers': 'wants other headers',
  'bad-input': 'refuses the call',
  limit: 'wants fewer calls',
  'server-error': 'fails',
  timeout: 'no answer in time',
  'too-large': 'too large',
};

/** Failures of one call, which say nothing of the others. */
const OF_ONE_CALL = new Set<string>([
  'not-found',
  'nothing-found',
  'bad-input',
  'too-large',
  'wrong-shape',
  'api-error',
]);
/** Failures of every call. */
const OF_CONNECTION = /^(?:unknown-host|refused|unreachable|connect-timeout|tls-|plain-|not-http)/;

export function failureOf({ error, status }: Reply): { sentence: string; words: string } {
  if (status === 404) return { sentence: 'the API has no such call (404)', words: 'no such call' };
  const code = codeOf(error);
  return { sentence: sentenceOf(error), words: (code && WORDS[code]) ?? 'failed' };
}

/** Whether the API seems not to have the call: some answer it with their failures, or with the page of their app, and status 200. */
export const isMissing = (reply: Reply): boolean =>
  reply.status === 404 || (reply.error instanceof UpstreamError && reply.error.status === 404) || isPage(reply);

/** Whether it is the page of an app, with a status of success. */
export const isPage = ({ error, status }: Reply): boolean => status === 200 && codeOf(error) === 'html-page';

/** Whether no other call will be answered either, if several fail in this way. */
export const concernsAllCalls = ({ error }: Reply): boolean => !OF_ONE_CALL.has(codeOf(error) ?? 'unknown');

export const hasNoConnection = ({ error }: Reply): boolean => OF_CONNECTION.test(codeOf(error) ?? '');

/** The error for an API of which no call was answered. */
export function cannotBeRead(url: string, replies: readonly Reply[]): UnreadableError {
  const notFound = replies.filter(({ status }) => status === 404);
  const failed = replies.filter(({ status }) => status !== 404);
  const [first] = failed.length > 0 ? failed : replies;
  if (!first || failed.length === 0)
    return new UnreadableError(
      `${url} answers 404 to all ${notFound.length} calls of the contract: there is no content API, or one that is for another site; ${ADDRESS_HINT}.`,
      'nothing-found',
    );
  return new UnreadableError(sentenceOf(first.error), codeOf(first.error) ?? 'unknown');
}

const codeOf = (error: unknown): FailureCode | undefined => (error instanceof UpstreamError ? error.code : undefined);
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^(?:upstream: )+/, '');
