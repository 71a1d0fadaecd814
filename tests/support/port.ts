import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what a system gives to connections and to servers on port 0: none of them takes it while its server is down. */
const [FIRST, PORTS] = [10_000, 20_000];

/**
 * A port for a server that must be told one. It starts on a port that is free at this moment; where `start` gives
 * nothing, as another process has taken it meanwhile, on another one.
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
