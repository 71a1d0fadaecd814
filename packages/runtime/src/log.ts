import type { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { LineOutput } from './line-output.ts';

const STDOUT = 1;

export interface Log {
  log: Logger;
  stdout: LineOutput;
}

/**
 * Writes JSON lines without ever blocking on their reader.
 * @param fields on every line
 */
export function createLog(level: string, fields: object = {}): Log {
  const stdout = new LineOutput(STDOUT, (lines) => {
    const line = { level: pino.levels.values.warn, time: new Date(), ...fields, lines, msg: 'log lines dropped' };
    return `${JSON.stringify(line)}\n`;
  });
  process.once('exit', () => stdout.finish());
  return { log: pino({ level, base: fields, timestamp: isoTime }, stdout), stdout };
}

/** Of a command, which prints its result on stdout. */
export const commandLog = (level: string, stderr: Writable): Logger =>
  pino({ level, base: {}, timestamp: isoTime }, stderr);

const MINUTE_MS = 60_000;

/** Logs a warning that clients or other processes can cause at any rate: at most `perMinute` lines. The next line has the number of suppressed ones. */
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

let lastTime = 0;
let lastText = '';

/** Formatted once per millisecond: under load many lines share it. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) {
    lastTime = now;
    lastText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastText;
}
