import { vi } from 'vitest';

let skippedMs = 0;

/** Lets time pass at once for a site in this process: both clocks of server/clock.ts go ahead. Timers do not. `resetClock` ends it. */
export function skipTime(milliseconds: number): void {
  if (skippedMs === 0) {
    const wallNow = Date.now.bind(Date);
    const monotonicNow = performance.now.bind(performance);
    vi.spyOn(Date, 'now').mockImplementation(() => wallNow() + skippedMs);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonicNow() + skippedMs);
  }
  skippedMs += milliseconds;
}

export function resetClock(): void {
  if (skippedMs === 0) return;
  skippedMs = 0;
  vi.mocked(Date.now).mockRestore();
  vi.mocked(performance.now).mockRestore();
}
