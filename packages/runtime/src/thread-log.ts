import { BroadcastChannel, getEnvironmentData, parentPort, setEnvironmentData } from 'node:worker_threads';
import { type Logger, pino } from 'pino';

const LEVEL = 'foyer: level of the log';

/** The log of a worker thread, whose lines its process writes. */
export function createThreadLog(level: string): Logger {
  const changed: unknown = getEnvironmentData(LEVEL);
  const log = pino(
    { level: typeof changed === 'string' ? changed : level, base: undefined, timestamp: false },
    { write: (line) => parentPort?.postMessage({ line }) },
  );
  const levels = new BroadcastChannel(LEVEL);
  levels.onmessage = (message) => {
    const data: unknown =
      typeof message === 'object' && message !== null && 'data' in message ? message.data : undefined;
    if (typeof data === 'string') log.level = data;
  };
  levels.unref();
  return log;
}

/** From now on the threads of this process have the level of its log, those that start later as well. */
export function leadThreadLogs(log: Logger): void {
  log.on('level-change', (level) => {
    setEnvironmentData(LEVEL, level);
    const levels = new BroadcastChannel(LEVEL);
    levels.postMessage(level);
    levels.close();
  });
}
