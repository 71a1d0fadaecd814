import type { Pause } from '@foyer/api-reader';
import { classifyFailure, pauseMs } from '@foyer/cms';
import type { ApiFiles } from '@foyer/images';
import { type Outgoing, openAgent } from '@foyer/runtime';
import { type Dispatcher, request } from 'undici';
import type { Addresses } from './addresses.ts';

export const CONNECTIONS = 4;
/** A server that asks for a pause of no time is not asked again at once. */
const MIN_PAUSE_MS = 100;
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16_384;
const CONNECT_TIMEOUT_MS = 10_000;
/** Without a byte from the origin. */
const SILENCE_TIMEOUT_MS = 30_000;
/** For one file. */
const FILE_TIMEOUT_MS = 1_800_000;

export interface RequestOptions {
  addresses: Addresses;
  /** The API's origin, and what mapping.yaml has its requests say. */
  api: Pick<ApiFiles, 'origin' | 'headers'>;
  outgoing: Outgoing;
  signal: AbortSignal;
  /** Of all requests. */
  pause: Pause;
}

/** Why one file is not fetched. */
export class MediaError extends Error {}

export interface Answer {
  response: Dispatcher.ResponseData;
  finalAddress: string;
}

/** Requests pictures and documents, and waits when their servers ask for fewer requests. */
export class MediaRequests {
  readonly #options: RequestOptions;
  readonly #agent: Dispatcher;

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#agent = openAgent(
      {
        connections: CONNECTIONS,
        pipelining: 1,
        maxHeaderSize: MAX_HEADER_BYTES,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: SILENCE_TIMEOUT_MS,
        bodyTimeout: SILENCE_TIMEOUT_MS,
      },
      options.outgoing,
    );
  }

  /** Rejects with a MediaError if the server asks for too long a pause, or redirects to another origin. */
  async send(address: string, method: 'GET' | 'HEAD', headers: Record<string, string>): Promise<Answer> {
    const { pause } = this.#options;
    for (let pauses = 1; ; pauses += 1) {
      await pause.end();
      const answer = await this.#follow(address, method, headers);
      const wait = waitMs(answer.response, pauses);
      if (wait === undefined) {
        pause.succeeded();
        return answer;
      }
      await answer.response.body.dump();
      const { host } = new URL(answer.finalAddress);
      if (!pause.begin(wait, host)) throw new MediaError(`${host} asks for a longer pause than --max-wait allows`);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Follows redirects within the allowed origins. */
  async #follow(
    address: string,
    method: 'GET' | 'HEAD',
    headers: Record<string, string>,
    redirects = 0,
  ): Promise<Answer> {
    const { addresses, api, signal, outgoing } = this.#options;
    const ofApi = new URL(address).origin === api.origin ? api.headers : {};
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
    const response = await request(address, {
      method,
      dispatcher: this.#agent,
      headers: { accept: '*/*', 'user-agent': outgoing.userAgent, ...ofApi, ...headers },
      signal: inTime,
    });
    const { statusCode } = response;
    const location = headerOf(response, 'location');
    if (statusCode < 300 || statusCode >= 400 || statusCode === 304 || location === undefined)
      return { response, finalAddress: address };
    await response.body.dump();
    const next = URL.canParse(location, address) ? new URL(location, address).href : '';
    if (!addresses.isAllowed(next)) throw new MediaError('a redirect to an origin that is not among MEDIA_ORIGINS');
    if (redirects >= MAX_REDIRECTS) throw new MediaError(`more than ${MAX_REDIRECTS} redirects`);
    return this.#follow(next, method, headers, redirects + 1);
  }
}

/** Milliseconds for which a server wants no requests, as of an API. */
function waitMs(response: Dispatcher.ResponseData, pauses: number): number | undefined {
  const { statusCode: status } = response;
  if (status < 400) return undefined;
  const retryAfter = headerOf(response, 'retry-after');
  const failure = classifyFailure({ status, retryAfter, hasParameters: true });
  return failure.kind === 'rate-limited' ? Math.max(failure.waitMs ?? pauseMs(pauses), MIN_PAUSE_MS) : undefined;
}

export function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
