import { vi } from 'vitest';

let skippedMs = 0;

/** Lets time pass at once for a site in this process: both clocks of packages/runtime/src/clock.ts go ahead. Timers do not. `resetClock` ends it. */
export function skipTime(milliseconds: number): void {
  if (skippedMs === 0) {
    const wallNow = Date.now.bind(Date);
    const monotonicNow = performance.now.bind(performance);
    vi.spyOn(Date, 'now').mockImplementation(() => wallNow() + skippedMs);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow() + skippedMs);
  }
  skippedMs += milliseconds;
}

/** Lets no time pass for a site in this process, however long what it does takes. `resetClock` ends it. */
export function stopTime(): void {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

export function resetClock(): void {
  skippedMs = 0;
  for (const now of [Date.now, performance.now]) if (vi.isMockFunction(now)) now.mockRestore();
}
