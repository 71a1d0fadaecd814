import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { createIsbotFromList, isbotPatterns, list } from 'isbot';
import { blocksOf } from '../../shared/page.ts';

/** What comes that soon is not worth a stream: the page is better off whole, with its true status, and can be cached. */
const GRACE = 15;

// Programs that are no crawlers read a stream as browsers do, and some are browsers under another name.
const READERS = ['HeadlessChrome', 'curl/8.5.0', 'Wget/1.21', 'node', 'undici', 'python-requests/2.31', 'Mozilla/5.0'];
const readerPatterns = new Set(READERS.flatMap((userAgent) => isbotPatterns(userAgent)));
/** Whether a client reads a page for what it says, and may not run the scripts that put a stream together. */
export const isCrawler = createIsbotFromList(list.filter((pattern) => !readerPatterns.has(pattern)));

/**
 * Chooses how a page goes out: whole, once all its data is there, or streamed, while some of it is still to come. Waits
 * for the data where the page is wanted whole.
 */
export async function chooseLane(
  data: object,
  wantedWhole: boolean,
  userAgent: string | undefined,
): Promise<'whole' | 'streamed'> {
  const blocks = blocksOf(data);
  const isThere = () => blocks.every(([, { settled }]) => settled);
  // What the gateway has is there within the turn: no timer for that.
  if (!isThere()) await immediate();
  if (isThere()) return 'whole';
  const arriving = Promise.all(blocks.map(([, { promise }]) => promise));
  if (!wantedWhole && !isCrawler(userAgent)) await Promise.race([arriving, wait(GRACE, undefined, { ref: false })]);
  else await arriving;
  return isThere() ? 'whole' : 'streamed';
}
