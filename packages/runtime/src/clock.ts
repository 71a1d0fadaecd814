/*
 * Lifetimes of cached answers use a monotonic clock: an operator or NTP may set the wall clock back by a day, and no answer
 * may become a day younger by that. The wall clock serves for times that content names, and for times that other processes
 * read.
 */

const PROCESS_EPOCH_MS = Date.now() - performance.now();

/** Milliseconds since the epoch, counted by this process since its start; never goes back. */
export const monotonicNow = (): number => PROCESS_EPOCH_MS + performance.now();

/** The present by both clocks. */
export interface Moment {
  monotonic: number;
  wall: number;
}

export const moment = (): Moment => ({ monotonic: monotonicNow(), wall: Date.now() });

/** Milliseconds by which the wall clock has been set since the start. */
const drift = (): number => Date.now() - monotonicNow();

/** Converts a monotonic time of this process for another process. */
export const toWallClock = (time: number): number => time + drift();
/** Converts a time that another process has written to this process's monotonic clock. */
export const fromWallClock = (time: number): number => time - drift();
