/*
 * Ages of cached answers are measured by a monotonic clock: an operator or NTP may set the wall clock back by a day, and no
 * answer may become a day younger by that. The wall clock is for moments that content names, and for what other processes
 * read.
 */

const ORIGIN = Date.now() - performance.now();

/** Milliseconds since the epoch as this process has counted them since its start; never goes back. */
export const monotonicNow = (): number => ORIGIN + performance.now();

/** Now, by both clocks: ages are of this process, what content names is of the wall clock. */
export interface Moment {
  monotonic: number;
  wall: number;
}

export const moment = (): Moment => ({ monotonic: monotonicNow(), wall: Date.now() });

/** How far the wall clock has been set since the start, in milliseconds. */
const drift = (): number => Date.now() - monotonicNow();

/** A moment of this process's clock, for another process. */
export const toWallClock = (moment: number): number => moment + drift();
/** A moment that another process has written. */
export const fromWallClock = (moment: number): number => moment - drift();
