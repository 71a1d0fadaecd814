import { type Logger, pino } from 'pino';
import { LineOutput } from './line-output.ts';

const STDOUT = 1;

export interface Log {
  log: Logger;
  stdout: LineOutput;
}

/** Writes JSON lines to stdout, and never waits for their reader. @param about on every line */
export function createLog(level: string, about: object = {}): Log {
  const stdout = new LineOutput(STDOUT, (lines) => {
    const line = { level: pino.levels.values.warn, time: new Date(), ...about, lines, msg: 'log lines dropped' };
    return `${JSON.stringify(line)}\n`;
  });
  process.once('exit', () => stdout.finish());
  return { log: pino({ level, base: about, timestamp: isoTime }, stdout), stdout };
}

const MINUTE_MS = 60_000;

/**
 * Logs a warning that others can cause as often as they like: at most so many lines a minute. The next line says how
 * many were left out.
 */
export function boundedWarnings(log: Logger, msg: string, perMinute = 10): (fields: object) => void {
  let minute = 0;
  let lines = 0;
  let suppressed = 0;
  return (fields) => {
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) lines = 0;
    minute = now;
    lines += 1;
    if (lines > perMinute) {
      suppressed += 1;
      return;
    }
    log.warn(suppressed > 0 ? { ...fields, suppressed } : fields, msg);
    suppressed = 0;
  };
}

let last = 0;
let text = '';

/** Made once a millisecond: under load, many lines share one. */
function isoTime(): string {
  const now = Date.now();
  if (now !== last) {
    last = now;
    text = `,"time":"${new Date(now).toISOString()}"`;
  }
  return text;
}
