import { ContentError, pageStatus } from '@foyer/model';
import type { Response } from 'express';
import { setRetryAfter } from './cache-status.ts';

/** Answers for a file that cannot be made now, or that does not exist. Throws what is no failure of the content. */
export function sendNotAvailable(response: Response, error: unknown): void {
  if (!(error instanceof ContentError)) throw error;
  setRetryAfter(response, error);
  response.status(pageStatus(error)).set('Cache-Control', 'no-store').type('text').send('Not available\n');
}
