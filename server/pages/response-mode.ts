import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createIsbotFromList, isbotPatterns, list } from 'isbot';
import { blocksOf } from '../../shared/deferred.ts';

export type ResponseMode = 'buffered' | 'streamed';

/** A page whose data arrives within this time is buffered: it has its true status, and can be cached. */
const GRACE_MS = 15;

// Programs that are no crawlers read a stream as browsers do, and some of them are browsers.
const NOT_CRAWLERS = [
  'HeadlessChrome',
  'curl/8.5.0',
  'Wget/1.21',
  'node',
  'undici',
  'python-requests/2.31',
  'Mozilla/5.0',
];
const ignoredPatterns = new Set(NOT_CRAWLERS.flatMap((userAgent) => isbotPatterns(userAgent)));
/** Whether a client reads a page's text, and may not run the scripts that assemble a stream. */
const isCrawler = createIsbotFromList(list.filter((pattern) => !ignoredPatterns.has(pattern)));

/** Chooses the response mode: buffered once all of the page's data has arrived, else streamed. Waits for the data for a crawler and if the buffered page is requested. */
export async function chooseResponseMode(
  data: object,
  isBufferedRequested: boolean,
  userAgent: string | undefined,
): Promise<ResponseMode> {
  const blocks = blocksOf(data);
  const isComplete = () => blocks.every(([, { result }]) => result);
  // Cached answers arrive within this turn of the event loop: no timer is needed for them.
  if (!isComplete()) await nextTurn();
  if (isComplete()) return 'buffered';
  const arrival = Promise.all(blocks.map(([, { promise }]) => promise));
  if (isBufferedRequested || isCrawler(userAgent)) await arrival;
  else await Promise.race([arrival, wait(GRACE_MS, undefined, { ref: false })]);
  return isComplete() ? 'buffered' : 'streamed';
}
