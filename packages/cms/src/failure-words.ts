import { type FailureCode, type FailureWords, quoted } from '@foyer/gateway';
import { connectionWords } from './connection-words.ts';
import { beginningOf, htmlPage } from './html-page.ts';

/* What a failed call of a content API means, and what the operator can do: for the log, the import and `npm run connect`. */

/** What is known of a failed request. */
export interface FailedRequest {
  /** As it was requested last, behind its redirects. */
  url: URL;
  /** FRONTAPI_URL. */
  base: string;
  /** Whether the request had the header Authorization. */
  isAuthorized: boolean;
  /** The host has accepted a connection, for this request or an earlier one. */
  hasConnected: boolean;
  /** None: there was no response, or it broke off. */
  response?: FailedResponse;
  /** Instead of a response, with its chain of causes. */
  error?: unknown;
}

export interface FailedResponse {
  status: number;
  contentType?: string;
  /** The header, of a redirect. */
  location?: string;
  body: Uint8Array;
  isJson: boolean;
  /** What the API says of the failure, or why the body is no answer. */
  message: string;
  /** It means that the API wants fewer calls. */
  isLimit?: boolean;
  /** No call was answered before, and several calls have got 404. */
  isNothingFound?: boolean;
}

/** A part of a sentence about an address that has no content API. */
export const ADDRESS_HINT = 'its address (FRONTAPI_URL) usually ends in /frontapi/en/';
const OWN_LOG = "look for the fault in the API's own log";
/** Characters of a text that is not JSON. */
const MAX_BEGINNING = 40;
/** What nginx, Apache and Go answer to plain HTTP at a port that has TLS. */
const WANTS_TLS = /plain HTTP request was sent to HTTPS|speaking plain HTTP|HTTP request to an HTTPS server/i;

/** Says of a failure what it is and what to do. */
export function describeFailure(failure: FailedRequest): FailureWords {
  const { url, error, response, hasConnected } = failure;
  if (!response) return connectionWords(url, error, hasConnected);
  if (response.status >= 400) return statusWords(failure, response);
  if (response.status >= 300) return redirectWords(failure, response);
  return bodyWords(failure, response);
}

const addressOf = ({ origin, pathname }: URL) => origin + pathname;
const words = (code: FailureCode, sentence: string): FailureWords => ({ code, sentence: `${sentence}.` });

/** Of a redirect that is not followed. */
function redirectWords({ url, base }: FailedRequest, { location = '' }: FailedResponse): FailureWords {
  const from = addressOf(url);
  if (location === '' || !URL.canParse(location, url))
    return words('redirect-nowhere', `${from} answers with a redirect that leads nowhere: correct the API's redirects`);
  const to = new URL(location, url);
  const target = /^https?:$/.test(to.protocol) ? addressOf(to) : to.protocol;
  if (to.origin === url.origin)
    return words(
      'redirect-loop',
      `${from} redirects again and again, now to ${target}: correct FRONTAPI_URL, or the API's redirects`,
    );
  // Where the path is the same, the whole API has moved.
  const action =
    to.pathname === url.pathname
      ? `set FRONTAPI_URL to ${base.replace(/^https?:\/\/[^/]+/i, to.origin)}`
      : 'correct FRONTAPI_URL if the API has moved there, or FRONTAPI_AUTHORIZATION if it is a login';
  const [code, what]: [FailureCode, string] =
    to.hostname !== url.hostname
      ? ['other-host', `another host, ${target}`]
      : to.protocol !== url.protocol
        ? ['other-scheme', `${target}, which is another origin`]
        : ['other-port', `another port, ${target}`];
  return words(code, `${from} redirects to ${what}; it is not asked, as it may not get the token: ${action}`);
}

/** Of a status from 400 on. */
function statusWords({ url, isAuthorized }: FailedRequest, response: FailedResponse): FailureWords {
  const { status, body, contentType, isLimit, isNothingFound } = response;
  const page = htmlPage(url, body, contentType);
  const said = page ? `a page of HTML${page.titled}` : saidIn(body);
  const answer = `${addressOf(url)} answers with status ${status}${said && ` (${said})`}`;
  if (isLimit)
    return words('limit', `${answer} and wants fewer calls: set UPSTREAM_BUDGET to those that it allows in a minute`);
  if (status === 401 || status === 403) {
    const action = isAuthorized
      ? 'does not accept FRONTAPI_AUTHORIZATION: correct it'
      : 'wants a token: set FRONTAPI_AUTHORIZATION, e.g. to Bearer and the token';
    return words(
      'not-allowed',
      `${answer} and ${action}${page ? ', or let a firewall of the API admit this server' : ''}`,
    );
  }
  if (status === 404)
    return isNothingFound
      ? words('nothing-found', `${answer}, as to each call before: there is no content API; ${ADDRESS_HINT}`)
      : words('not-found', answer);
  if (status === 406)
    return words(
      'wrong-headers',
      `${answer} and wants other headers: give them in \`headers\` of mapping.yaml (FRONTAPI_MAPPING), e.g. Accept and Referer`,
    );
  if (status === 400 && WANTS_TLS.test(beginningOf(body)))
    return words('plain-https', `${answer}, as it speaks TLS: begin FRONTAPI_URL with https://`);
  if (status === 400 || status === 422)
    return words(
      'bad-input',
      `${answer} and does not accept the call: correct its \`path\` or \`parameters\` in mapping.yaml (FRONTAPI_MAPPING), or, if calls like it were answered before, set UPSTREAM_BUDGET`,
    );
  if (status >= 500) return words('server-error', `${answer}: ${OWN_LOG}`);
  return words(
    'other-status',
    `${answer}: correct FRONTAPI_URL, or the \`path\` of the call in mapping.yaml (FRONTAPI_MAPPING)`,
  );
}

/** What the body of a failure says: the message of JSON, or its text. */
function saidIn(body: Uint8Array): string {
  const text = beginningOf(body);
  if (!/^\s*[[{]/.test(text)) return quoted(text);
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return '';
    const texts = ['message', 'error'].map((name): unknown => Reflect.get(json, name));
    return quoted(texts.find((value) => typeof value === 'string') ?? '');
  } catch {
    return '';
  }
}

/** Of a body that is no answer, with a status of success. */
function bodyWords({ url, isAuthorized }: FailedRequest, response: FailedResponse): FailureWords {
  const { status, body, contentType, message, isJson } = response;
  const from = addressOf(url);
  if (isJson)
    return /envelope/.test(message)
      ? words(
          'not-envelope',
          `${from} answers with JSON that is not the API's envelope, {"error": false, "data": …}: say in mapping.yaml (FRONTAPI_MAPPING) where its data is; npm run connect proposes one`,
        )
      : words(
          'api-error',
          `${from} answers with status ${status}, but reports a failure (${quoted(message)}): ${OWN_LOG}`,
        );
  const text = beginningOf(body).trim();
  if (text === '') return words('empty', `${from} answers with status ${status} and an empty body: ${OWN_LOG}`);
  const page = htmlPage(url, body, contentType);
  if (page?.isLogin)
    return words(
      'login-page',
      `${from} answers with a login page${page.titled}, not JSON: ${isAuthorized ? 'correct' : 'set'} FRONTAPI_AUTHORIZATION`,
    );
  if (page) return words('html-page', `${from} answers with a page of HTML${page.titled}, not JSON: ${ADDRESS_HINT}`);
  if (/^[[{]/.test(text) && !/[\]}]\s*$/.test(Buffer.from(body.slice(-MAX_BEGINNING)).toString('latin1')))
    return words(
      'cut-off',
      `${from} answers with JSON that breaks off after ${body.length} bytes, not JSON as a whole: ${OWN_LOG}`,
    );
  return words(
    'not-json',
    `${from} answers with text that is not JSON (“${quoted(text.slice(0, MAX_BEGINNING))}”): ${OWN_LOG}`,
  );
}
