import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import { setRetryAfter } from '../http/cache-status.ts';
import { canonicalAddress } from '../http/canonical-address.ts';
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

/** The error view, for a refused address and for a page that failed to render. */
export function errorView(pages: Pages, log: Logger): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    // A part of the page has been sent: the connection can only be closed.
    if (response.headersSent) return next(error);
    const status = error instanceof ContentError ? error.status : 500;
    if (status === 500) log.error({ err: error }, 'page failed');
    setRetryAfter(response, error);
    response.status(status).set('Cache-Control', 'no-store').type('html');
    try {
      const { html, policy } = await pages.errorView(retryPath(request.originalUrl));
      response.set('Content-Security-Policy', policy).send(html);
    } catch (err) {
      log.error({ err }, 'error view failed');
      response.send(
        '<!doctype html><html lang="en"><title>Sorry error occured!!!</title><h1>Sorry error occured!!!</h1>',
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
