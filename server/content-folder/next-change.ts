import { ITEMS_PER_STEP, type Steps } from '../steps.ts';
import { runInTurns } from '../turns.ts';
import type { Content } from './content-store.ts';

/** The longest delay that a timer of Node.js accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `onChange` once, at the next time at which an item is published or expires; if that is further away than a timer
 * can wait, at the end of the longest delay.
 * @returns cancels it
 */
export function scheduleNextChange(content: Content, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isCancelled = false;
  void nextChangeOf(content).then((next) => {
    if (!isCancelled) timer = setTimeout(onChange, Math.min(next - Date.now() + 1, MAX_TIMER_MS)).unref();
  });
  return () => {
    isCancelled = true;
    clearTimeout(timer);
  };
}

/** The next time at which an item is published or expires, in ms since 1970; infinite if there is none. It yields to the event loop between items. */
export const nextChangeOf = (content: Content): Promise<number> => runInTurns(nextOf(content));

function* nextOf(content: Content): Steps<number> {
  const now = Date.now();
  let next = Number.POSITIVE_INFINITY;
  for (const items of Object.values(content)) {
    for (const [index, item] of (Array.isArray(items) ? items : [items ?? {}]).entries()) {
      for (const time of timesOf(item)) {
        const change = Date.parse(time);
        if (change >= now) next = Math.min(next, change);
      }
      if (index % ITEMS_PER_STEP === 0) yield;
    }
  }
  return next;
}

/** The times at which an item is published and expires, as far as it has them. */
function timesOf(item: object): string[] {
  const times = ['published_at' in item && item.published_at, 'expires_at' in item && item.expires_at];
  return times.filter((time) => typeof time === 'string');
}
