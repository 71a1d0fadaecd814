import type { IncomingMessage, ServerResponse } from 'node:http';
import { NOT_LISTED } from '../http/security-headers.ts';

/*
 * What every response of the preview has in common: no cache stores it, no search engine lists it, and a page has the bar. The
 * routes of the site set headers for public responses; these replace them at the last moment.
 */

/** Of the request: a response in part or by precondition would be of what the editor saw before. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];
/** Pages are changed on their way: they are not compressed. */
const ENCODING = 'accept-encoding';
/** Of the response: they are for caches. */
const VALIDATORS = ['ETag', 'Last-Modified', 'Age', 'Expires', 'Cache-Status'];

/** Removes what would be answered with less than the complete response. */
export function askForAll(request: IncomingMessage): void {
  for (const name of [ENCODING, ...CONDITIONS]) delete request.headers[name];
  const { rawHeaders } = request;
  request.rawHeaders = rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
    return name !== ENCODING && !CONDITIONS.includes(name);
  });
}

/** Has nothing store or list the response, whatever sets its headers. */
export function keepPrivate(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, [status, ...rest]: unknown[]) {
      setHeaders(response, rest.at(-1));
      for (const name of VALIDATORS) response.removeHeader(name);
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Robots-Tag', NOT_LISTED);
      return Reflect.apply(writeHead, self, [status]);
    },
  });
}

/**
 * Changes an HTML document that is sent at once. If that fails, the connection ends: nothing of the document is sent as it is.
 * @param nonce of the elements that the change adds: the policy allows their stylesheet by it
 */
export function editHtml(response: ServerResponse, nonce: string, edit: (html: string) => Promise<string>): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, self, [status, ...rest]: unknown[]) {
      setHeaders(response, rest.at(-1));
      if (isHtml(response)) {
        response.removeHeader('Content-Length');
        const policy = String(response.getHeader('Content-Security-Policy') ?? '');
        response.setHeader('Content-Security-Policy', policy.replace('style-src ', `style-src 'nonce-${nonce}' `));
      }
      return Reflect.apply(writeHead, self, [status]);
    },
  });
  response.end = new Proxy(response.end, {
    apply(end, self, [body, ...rest]: unknown[]) {
      const finish = (text: unknown) => Reflect.apply(end, self, [text, ...rest]);
      if (!isHtml(response) || !(typeof body === 'string' || Buffer.isBuffer(body))) return finish(body);
      edit(String(body)).then(finish, () => response.destroy());
      return self;
    },
  });
}

const isHtml = (response: ServerResponse): boolean =>
  String(response.getHeader('Content-Type') ?? '').startsWith('text/html');

/** Sets the headers that `writeHead` was given: flat, or by name. */
function setHeaders(response: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return;
  const flat: unknown[] = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  for (let index = 0; index < flat.length; index += 2) {
    const value = flat[index + 1];
    if (value !== undefined) response.setHeader(String(flat[index]), String(value));
  }
}
