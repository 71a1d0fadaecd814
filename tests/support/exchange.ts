import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** What was sent, once `end` has been called. */
  sent(): { status: number; headers: Record<string, string>; body: Buffer };
}

/** A request and its response without a connection. @param headers by name in lower case */
export function exchange(url: string, headers: Record<string, string> = {}, method = 'GET'): Exchange {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method, headers, rawHeaders: Object.entries(headers).flat() });
  const response = new ServerResponse(request);
  let head: { status: number; headers: Record<string, string> } | undefined;
  let body: Buffer | undefined;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const [flat] = rest;
    if (!Array.isArray(flat)) throw new Error('expected flat headers');
    head = { status, headers: {} };
    for (let index = 0; index < flat.length; index += 2) {
      const name = String(flat[index]).toLowerCase();
      if (name in head.headers) throw new Error(`${name} is sent twice`);
      head.headers[name] = String(flat[index + 1]);
    }
    response.statusCode = status;
    return response;
  };
  response.end = (chunk?: unknown) => {
    if (chunk !== undefined && !Buffer.isBuffer(chunk)) throw new Error('expected a Buffer');
    body = chunk ?? Buffer.alloc(0);
    return response;
  };
  return {
    request,
    response,
    sent() {
      if (!head || !body) throw new Error('nothing was sent');
      return { ...head, body };
    },
  };
}
