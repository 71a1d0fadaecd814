/* What a process needs that runs for months: its log and metrics, clocks, threads, time slices, a cache on disk, connections to others. */

export { atMost } from './src/at-most.ts';
export { fromWallClock, type Moment, moment, monotonicNow, toWallClock } from './src/clock.ts';
export { DiskCache } from './src/disk-cache/disk-cache.ts';
export { codeOf } from './src/disk-cache/disk-faults.ts';
export { codesOf } from './src/error-codes.ts';
export { JobError, JobThread, serveJobs, YOUNG_HEAP_MB } from './src/job-thread.ts';
export { forwardLines } from './src/line-output.ts';
export { boundedWarnings, commandLog, createLog, type Log } from './src/log.ts';
export type {
  CacheSize,
  CallOutcome,
  DiskFault,
  FaultKind,
  ImageOutcome,
  Metrics,
  ProcessMetrics,
  RedisFailure,
  SearchFigures,
  UpstreamState,
} from './src/metrics.ts';
export { hasProxy, type Outgoing, openAgent } from './src/outgoing.ts';
export { isWithin, OutsideError, pathWithin, pathWithinSync } from './src/path-within.ts';
export { type ReplacedThread, startThread } from './src/replaced-thread.ts';
export { scriptHash } from './src/script-hash.ts';
export { SlowCalls } from './src/slow-calls.ts';
export { createThreadLog, leadThreadLogs } from './src/thread-log.ts';
export { mapInTurns, TimeSlice } from './src/time-slice.ts';
export { withTimeout } from './src/with-timeout.ts';
