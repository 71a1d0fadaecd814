import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding } from './content-encoding.ts';
import { type SentResponse, sendResponse } from './send-response.ts';

const NO_HEADERS: readonly string[] = [];

/** A complete response that is sent many times. Its headers are put together once for all responses that share what changes. */
export class PreparedResponse {
  readonly #status: number;
  readonly #headers: readonly string[];
  readonly #body?: Buffer;
  /** What the last response shared with others, and its headers with that. */
  #shared = NO_HEADERS;
  #complete: string[];

  /** @param headers flat: name, value, name, …; in each response */
  constructor(status: number, headers: readonly string[], body?: Buffer) {
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
    this.#complete = [...headers];
  }

  /**
   * @param ownHeaders of this response alone, flat
   * @param sharedHeaders flat; fastest with the same array as in the last response
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    ownHeaders: readonly string[],
    sharedHeaders: readonly string[] = NO_HEADERS,
  ): SentResponse {
    if (this.#shared !== sharedHeaders) {
      this.#shared = sharedHeaders;
      this.#complete = [...sharedHeaders, ...this.#headers];
    }
    const headers = ownHeaders.length > 0 ? this.#complete.concat(ownHeaders) : this.#complete;
    return sendResponse(request, response, this.#status, headers, this.#body);
  }
}

/** What has been made for each encoding: once for all requests that wait for it. */
export class ByEncoding<T extends object> {
  readonly #made = new Map<Encoding, T | Promise<T>>();

  /** A promise only until it has been made. */
  get(encoding: Encoding, make: (encoding: Encoding) => Promise<T>): T | Promise<T> {
    const made = this.#made.get(encoding);
    if (made) return made;
    const making = make(encoding).then((ready) => {
      this.#made.set(encoding, ready);
      return ready;
    });
    this.#made.set(encoding, making);
    return making;
  }

  set(encoding: Encoding, made: T): void {
    this.#made.set(encoding, made);
  }
}

/** The headers of a 304: those of the representation itself are left out (RFC 9110, 15.4.5). */
export const withoutContentHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !/^content-(?:type|length|encoding)$/i.test(headers[index - (index % 2)] ?? ''));
