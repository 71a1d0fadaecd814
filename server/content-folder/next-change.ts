import type { Content } from './content-store.ts';

/** The longest delay that a timer of Node.js accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `onChange` once, at the next time at which an item is published or expires; if that is further away than a timer
 * can wait, at the end of the longest delay.
 */
export function scheduleNextChange(content: Content, onChange: () => void): NodeJS.Timeout {
  let delayMs = MAX_TIMER_MS;
  for (const item of Object.values(content).flat()) {
    for (const time of timesOf(item ?? {})) {
      const untilMs = Date.parse(time) - Date.now();
      if (untilMs >= 0) delayMs = Math.min(delayMs, untilMs + 1);
    }
  }
  return setTimeout(onChange, delayMs).unref();
}

/** The times at which an item is published and expires, as far as it has them. */
function timesOf(item: object): string[] {
  const times = ['published_at' in item && item.published_at, 'expires_at' in item && item.expires_at];
  return times.filter((time) => typeof time === 'string');
}
