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
