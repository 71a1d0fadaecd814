import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what a system gives to connections and to servers on port 0: none of them takes it while its server is down. */
const [FIRST, PORTS] = [10_000, 20_000];

/**
 * Starts a server that cannot choose a port itself. `start` resolves with undefined if another process has taken the port
 * in between; then another port is tried.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * PORTS);
    const started = (await isFree(port)) ? await start(port) : undefined;
    if (started !== undefined) return started;
  }
  throw new Error('no free port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
