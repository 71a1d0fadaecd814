import { ContentError } from '../shared/content-error.ts';
import type { Api, Parameters } from '../shared/contract/calls.ts';
import { requestEnded, requestStarted } from './navigation/progress.ts';

const BASE = '/frontapi/en/';

/** The content API over fetch, with the progress bar (SPEC 4). */
export const createApi =
  (signal: AbortSignal): Api =>
  async (path, parameters = {}) => {
    requestStarted();
    let failed = false;
    try {
      const response = await fetch(addressOf(path, parameters), {
        headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        signal,
      });
      const answer: { error: unknown; message?: string; data?: never } = await response.json();
      // Our own server has checked the data against the contract's schemas, which the browser does not carry.
      if (answer.error === false) return answer.data as never;
      throw new ContentError(response.status, answer.message ?? 'error is not false');
    } catch (error) {
      if (signal.aborted) throw error;
      failed = true;
      console.error(`${path}:`, error);
      throw error instanceof ContentError ? error : new ContentError(503, 'no answer', { cause: error });
    } finally {
      requestEnded(failed);
    }
  };

/** `blogs/{id}` with its place filled, and the rest of the parameters as a query string. */
function addressOf(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  const places = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && !places.has(name)) query.set(name, value);
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  return `${BASE}${filled}${query.size > 0 ? `?${query}` : ''}`;
}
