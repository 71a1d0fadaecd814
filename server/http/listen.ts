import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { monotonicNow } from '@foyer/runtime';
import type { Logger } from 'pino';

export interface Listener {
  url: string;
  /** Accepts no more requests. Resolves when the in-flight ones have been answered; after `graceMs` their connections are closed. */
  close(graceMs: number): Promise<void>;
}

interface Address {
  host: string;
  port: number;
  keepAliveTimeoutMs?: number;
  log?: Logger;
}

/** Longer than that of most load balancers: they would send a request to a connection that is being closed. */
export const DEFAULT_KEEP_ALIVE_MS = 65_000;
/** Timeouts in milliseconds: a slow client holds a connection, and nothing else. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
};
/** A connection without any traffic is closed after this: its client has stopped reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** For what this process opens beside connections of visitors: calls of the API, files of its caches, threads. */
const RESERVED_DESCRIPTORS = 128;
/** At this share of the connections that are possible, those without a request are closed for new ones. */
const CROWDED_SHARE = 0.9;
const CROWDED_LOG_INTERVAL_MS = 60_000;
/** While the server closes, idle connections are closed at this interval. */
const CLOSE_IDLE_INTERVAL_MS = 100;

/** Rejects if the address is not available. */
export function listen(
  app: RequestListener,
  { host, port, keepAliveTimeoutMs = DEFAULT_KEEP_ALIVE_MS, log }: Address,
): Promise<Listener> {
  const server = createServer({ ...LIMITS, keepAliveTimeout: keepAliveTimeoutMs }, app);
  server.timeout = IDLE_TIMEOUT_MS;
  const descriptors = descriptorLimit();
  if (descriptors !== undefined) boundConnections(server, connectionsWithin(descriptors), log);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve({ url: urlOf(host, bound), close: (graceMs) => close(server, graceMs) });
    });
  });
}

/** Each may also read a file. */
const connectionsWithin = (descriptors: number): number =>
  Math.max(16, Math.floor((descriptors - RESERVED_DESCRIPTORS) / 2));

/** How many files and connections the system lets this process open; undefined where that is not known or without a limit. */
function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** A process without descriptors cannot read files or call the API, and Node aborts it where it needs one itself. */
function boundConnections(server: Server, most: number, log?: Logger): void {
  let open = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** Those that have not sent a whole request yet, the oldest first. */
  const silent = new Set<Socket>();
  server.prependListener('request', ({ socket }) => silent.delete(socket));
  server.on('connection', (socket: Socket) => {
    open += 1;
    silent.add(socket);
    socket.once('close', () => {
      open -= 1;
      silent.delete(socket);
    });
    // Not by `maxConnections`: what a worker refuses in that way goes to the next one, and stays open in the primary while all refuse.
    if (open > most) socket.destroy();
    if (open < most * CROWDED_SHARE) return;
    server.closeIdleConnections();
    const [oldest] = silent;
    if (oldest && oldest !== socket) {
      // At once: several may come before the first one is closed.
      silent.delete(oldest);
      oldest.destroy();
    }
    if (monotonicNow() - loggedAt < CROWDED_LOG_INTERVAL_MS) return;
    loggedAt = monotonicNow();
    log?.warn(
      { connections: open, most },
      'nearly all connections that the limit of open files allows are in use: those without a request are closed',
    );
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const closeAll = setTimeout(() => server.closeAllConnections(), graceMs);
    // The connection of an in-flight request stays open for another one after its response.
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
    server.close(() => {
      clearTimeout(closeAll);
      clearInterval(closeIdle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
