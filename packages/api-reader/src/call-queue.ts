import type { Config } from '@foyer/config';
import PQueue from 'p-queue';

const MINUTE_MS = 60_000;

/** The calls of a command, with the budget of the upstream. The time of a call must not pass while it waits for the budget: a command has all of its calls at once. */
export const callQueue = (
  { upstreamCallsPerMinute }: Pick<Config, 'upstreamCallsPerMinute'>,
  concurrency: number,
): PQueue =>
  new PQueue({
    concurrency,
    ...(upstreamCallsPerMinute && { intervalCap: upstreamCallsPerMinute, interval: MINUTE_MS, strict: true }),
  });
