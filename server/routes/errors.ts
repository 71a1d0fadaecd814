import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContentError, canonicalAddress } from '@foyer/model';
import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { setRetryAfter } from '../http/cache-status.ts';
import { writeHeaders } from '../http/security-headers.ts';
import { sendResponse } from '../http/send-response.ts';
import type { Pages } from '../pages/pages.ts';

/* How a failed request is answered: the API in its own form, files with a line of text, everything else with the error view. */

/** Messages of the API by status. The upstream's own message is for the operator's log. */
const API_MESSAGES: Record<number, string> = {
  404: 'no such content',
  405: 'GET and HEAD only',
  414: 'the address is too long',
  429: 'too many requests',
};

/** Failures of the content API, as its envelope. */
export const apiErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof ContentError) || response.headersSent) return next(error);
  setRetryAfter(response, error);
  const message = error.status === 400 ? error.message : (API_MESSAGES[error.status] ?? 'content is not available');
  response.status(error.status).set('Cache-Control', 'no-store').json({ error: true, message });
};

/** Answers a request that failed, with or without Express. Never rejects. */
export type ErrorResponse = (error: unknown, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where the error view fails too. */
const PLAIN_VIEW = Buffer.from(
  '<!doctype html><html lang="en"><title>Sorry error occured!!!</title><h1>Sorry error occured!!!</h1>',
);

/**
 * The error view, for a refused address and for a page that failed to render.
 * @param headers of every response, flat
 */
export function errorView(pages: Pages, headers: readonly string[], log: Logger): ErrorResponse {
  return async (error, request, response) => {
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error }, 'page failed');
    // A part of the page has been sent: the connection can only be closed.
    if (response.headersSent) return void response.destroy();
    try {
      const page = await pages.errorView(error, status, retryPath(request.url ?? '/'));
      await page.send(request, response);
    } catch (err) {
      log.error({ err }, 'error view failed');
      if (response.headersSent) return void response.destroy();
      writeHeaders(response, headers);
      setRetryAfter(response, error);
      sendResponse(
        request,
        response,
        status,
        [
          ...['Cache-Control', 'no-store'],
          ...['Content-Type', 'text/html; charset=utf-8'],
          ...['Content-Length', String(PLAIN_VIEW.length)],
        ],
        PLAIN_VIEW,
      );
    }
  };
}

/** A line of text for files, or the end of the connection if a part of the response has been sent. */
export const plainErrors =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error, path: request.path }, 'request failed');
    if (response.headersSent) response.destroy();
    else response.status(status).set('Cache-Control', 'no-store').type('text').send('Sorry error occured!!!\n');
  };

/** The link to try again: the requested path, or home for an address without a canonical form. */
function retryPath(target: string): string {
  try {
    return canonicalAddress(target.split('?', 1)[0] ?? '/');
  } catch {
    return '/';
  }
}
