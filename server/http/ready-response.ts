import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SentResponse } from './send-response.ts';

/** A complete response in memory, of one path, that can be sent with and without Express. */
export interface ReadyResponse {
  /** The route's pattern. */
  route: string;
  /** Sends the response. @param headers of this response alone, flat */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    headers: readonly string[],
  ): SentResponse | Promise<SentResponse>;
}

/** Finds what is ready at an address, in front of Express. */
export type FindReady = (request: IncomingMessage, url: string) => ReadyResponse | undefined;
