import type { IncomingMessage, ServerResponse } from 'node:http';

export interface SentResponse {
  status: number;
  /** Of the body. */
  bytes: number;
}

/** Sends a complete response. A response to HEAD has the headers of GET and no body. @param headers flat: name, value, name, … */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: string[],
  body?: Buffer,
): SentResponse {
  const sent = request.method === 'HEAD' ? undefined : body;
  response.writeHead(status, headers);
  response.end(sent);
  return { status, bytes: sent?.length ?? 0 };
}
