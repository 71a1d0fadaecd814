import type { Locale } from '@foyer/messages';
import { type Api, ContentError, hiddenCalls, type Parameters } from '@foyer/model';
import type { LoadOptions } from '../shared/page.ts';
import { requestEnded, requestStarted } from './navigation/progress-bar.ts';

/** How long a prefetched answer may be used. */
const PREFETCH_MAX_AGE_MS = 10_000;
const prefetched = new Map<string, { answer: Promise<unknown>; usableUntil: number; abort: () => void }>();

type Source = (address: string, signal?: AbortSignal) => Promise<unknown>;

/** Returns the data of an answer by its address. */
let source: Source = fetchAnswer;

export function setSource(given: Source): void {
  source = given;
}

/** The content API over fetch. Requests show the progress bar, and failures are logged. */
export const createApi =
  (locale: Locale, signal?: AbortSignal): Api =>
  async (path, parameters = {}) => {
    const address = addressOf(locale, path, parameters);
    requestStarted();
    let hasFailed = false;
    try {
      return (await (takePrefetched(address, signal) ?? source(address, signal))) as never;
    } catch (error) {
      if (signal?.aborted) throw error;
      hasFailed = true;
      console.error(`${path}:`, error);
      throw error instanceof ContentError ? error : new ContentError(503, 'no answer', { cause: error });
    } finally {
      requestEnded(hasFailed);
    }
  };

/** The content API for prefetching: no progress bar, no log, and the next call for the same address uses the answer. */
export const prefetchApi =
  (locale: Locale): Api =>
  (path, parameters = {}) => {
    const address = addressOf(locale, path, parameters);
    const controller = new AbortController();
    const answer = source(address, controller.signal);
    for (const [other, { usableUntil }] of prefetched) if (Date.now() > usableUntil) prefetched.delete(other);
    prefetched.set(address, {
      answer,
      usableUntil: Date.now() + PREFETCH_MAX_AGE_MS,
      abort: () => controller.abort(),
    });
    answer.catch(() => prefetched.delete(address));
    return answer as Promise<never>;
  };

/** The content API for what the visitor does not wait for: no progress bar. */
export const quietApi =
  (locale: Locale, signal: AbortSignal): Api =>
  async (path, parameters = {}) => {
    try {
      return (await source(addressOf(locale, path, parameters), signal)) as never;
    } catch (error) {
      if (!signal.aborted) console.error(`${path}:`, error);
      throw error;
    }
  };

/** The API without the calls of screens that the site does without: as on the server they are not there, and nothing is asked. */
export const apiOfScreens =
  (api: Api, site: LoadOptions['site']): Api =>
  async (path, parameters) => {
    const [name = ''] = path.split('/');
    if (hiddenCalls(await site).has(name)) throw new ContentError(404, 'the site does without this screen');
    return api(path, parameters);
  };

/** A prefetched answer, or one in flight. From now on the caller's signal aborts its request. */
function takePrefetched(address: string, signal?: AbortSignal): Promise<unknown> | undefined {
  const entry = prefetched.get(address);
  prefetched.delete(address);
  if (!entry || Date.now() > entry.usableUntil) return undefined;
  signal?.addEventListener('abort', entry.abort, { once: true });
  return entry.answer;
}

/** The data is not validated here: our server has checked it against the schemas, which are too large for the browser. */
async function fetchAnswer(address: string, signal?: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' };
  const response = await fetch(address, { headers, signal });
  const answer: { error: unknown; message?: string; data?: unknown } = await response.json();
  if (answer.error === false) return answer.data;
  throw new ContentError(response.status, answer.message ?? 'error is not false');
}

/** The address of a call in an edition. Fills the placeholders of a path like `blogs/{id}`. The other parameters become the query string. */
function addressOf(locale: Locale, path: string, parameters: Parameters): string {
  const parts = new URLSearchParams();
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && !inPath.has(name)) parts.set(name, value);
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = parts.toString();
  return `/frontapi/${locale}/${filled}${query && `?${query}`}`;
}
