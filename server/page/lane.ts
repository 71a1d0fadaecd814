import { setTimeout as wait } from 'node:timers/promises';
import { isbot } from 'isbot';
import { blocksOf } from '../../shared/page.ts';

/** What comes that soon is not worth a stream: the page is better off whole, with its true status, and can be cached. */
const GRACE = 15;

/**
 * Chooses how a page goes out: whole, once all its data is there, or streamed, while some of it is still to come. Waits
 * for the data where the page is wanted whole.
 */
export async function chooseLane(
  data: object,
  wantedWhole: boolean,
  userAgent: string | undefined,
): Promise<'whole' | 'streamed'> {
  const arriving = Promise.all(blocksOf(data).map(([, block]) => block.promise));
  if (!wantedWhole && !isbot(userAgent)) await Promise.race([arriving, wait(GRACE, undefined, { ref: false })]);
  else await arriving;
  return blocksOf(data).every(([, block]) => block.settled) ? 'whole' : 'streamed';
}
