import type { Api, Parameters } from '../shared/content-api.ts';
import { ContentError } from '../shared/content-error.ts';
import { requestEnded, requestStarted } from './navigation/progress.ts';

const BASE = '/frontapi/en/';

/** What was fetched ahead is not too old to be shown for so long. */
const KEPT = 10_000;
const fetched = new Map<string, { answer: Promise<unknown>; until: number; abort: () => void }>();

/** The content API over fetch, with the progress bar (SPEC 4). */
export const createApi =
  (signal?: AbortSignal): Api =>
  async (path, parameters = {}) => {
    const address = addressOf(path, parameters);
    requestStarted();
    let failed = false;
    try {
      return (await (takeAhead(address, signal) ?? get(address, signal))) as never;
    } catch (error) {
      if (signal?.aborted) throw error;
      failed = true;
      console.error(`${path}:`, error);
      throw error instanceof ContentError ? error : new ContentError(503, 'no answer', { cause: error });
    } finally {
      requestEnded(failed);
    }
  };

/** The content API for a screen that may be wanted soon: without a word, and kept for whoever asks next. */
export const fetchAhead: Api = (path, parameters = {}) => {
  const address = addressOf(path, parameters);
  const controller = new AbortController();
  const answer = get(address, controller.signal);
  fetched.set(address, { answer, until: Date.now() + KEPT, abort: () => controller.abort() });
  answer.catch(() => fetched.delete(address));
  return answer as Promise<never>;
};

/** What was fetched ahead, or still is; from now on the request of whoever takes it. */
function takeAhead(address: string, signal?: AbortSignal): Promise<unknown> | undefined {
  const kept = fetched.get(address);
  fetched.delete(address);
  if (!kept || Date.now() > kept.until) return undefined;
  signal?.addEventListener('abort', kept.abort, { once: true });
  return kept.answer;
}

/** Our own server has checked the data against the contract's schemas, which the browser does not carry. */
async function get(address: string, signal?: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const response = await fetch(address, { headers, signal });
  const answer: { error: unknown; message?: string; data?: unknown } = await response.json();
  if (answer.error === false) return answer.data;
  throw new ContentError(response.status, answer.message ?? 'error is not false');
}

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
