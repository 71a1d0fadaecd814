import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ContentError } from '../../shared/content-error.ts';

/** The only methods of the public port. */
export const isReading = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Nothing is written by visitors: any other method is 405, whatever the address. */
export const onlyReading: RequestHandler = (request, response, next) => {
  if (isReading(request)) return next();
  response.set('Allow', 'GET, HEAD');
  throw new ContentError(405, 'GET and HEAD only');
};
