import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded into a server before its own code: at each SIGUSR2 it writes how long the event loop was held at most since the last
 * one, in milliseconds, into the file DELAY_FILE.
 */

const { DELAY_FILE } = process.env;
if (isMainThread && DELAY_FILE !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  process.on('SIGUSR2', () => {
    writeFileSync(DELAY_FILE, String(Math.round(histogram.max / 1e6)));
    histogram.reset();
  });
}
