import { type Logger, pino } from 'pino';

/** Lines that wait for others, so that a request costs no system call of its own. */
const BUFFERED = 8192;
/** Milliseconds that a line waits at most. */
const PATIENCE = 100;

/** Writes JSON lines to stdout. @param about on every line */
export function createLog(level: string, about: object = {}): Logger {
  const stdout = pino.destination({ dest: 1, sync: true, minLength: BUFFERED, periodicFlush: PATIENCE });
  process.once('exit', () => stdout.flushSync());
  return pino({ level, base: about, timestamp: isoTime }, stdout);
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
