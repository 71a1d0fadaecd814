import { request } from 'undici';

/** The readiness of the content, for the processes that serve the site: 503 while a stored site.yaml is served. */
export const READY = '/readyz';
const READY_TIMEOUT_MS = 2_000;

/**
 * Asks the content server whether it serves its own site.yaml, and not a stored one. False if it does not answer in time.
 * @param url the base of the content API
 */
export async function isContentReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const { statusCode, body } = await request(new URL(READY, url), { reset: true, signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
