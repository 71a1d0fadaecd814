import type { Content } from './content-store.ts';

/** The longest delay that a timer of Node.js accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `onChange` once, at the next time at which an item is published or expires; if that is further away than a timer
 * can wait, at the end of the longest delay.
 * @returns cancels it
 */
export function scheduleNextChange(content: Content, onChange: () => void): () => void {
  const timer = setTimeout(onChange, Math.min(nextChangeOf(content) - Date.now() + 1, MAX_TIMER_MS)).unref();
  return () => clearTimeout(timer);
}

/** The next time at which an item is published or expires, in ms since 1970; infinite if there is none. */
export function nextChangeOf(content: Content): number {
  const now = Date.now();
  let next = Number.POSITIVE_INFINITY;
  for (const items of Object.values(content)) {
    for (const item of Array.isArray(items) ? items : [items ?? {}]) {
      for (const time of timesOf(item)) {
        const change = Date.parse(time);
        if (change >= now) next = Math.min(next, change);
      }
    }
  }
  return next;
}

/** The times at which an item is published and expires, as far as it has them. */
function timesOf(item: object): string[] {
  const times = ['published_at' in item && item.published_at, 'expires_at' in item && item.expires_at];
  return times.filter((time) => typeof time === 'string');
}
