import { createServer, type RequestListener, type Server } from 'node:http';

export interface Listener {
  url: string;
  /** Accepts no more requests. Resolves when the in-flight ones have been answered; after `graceMs` their connections are closed. */
  close(graceMs: number): Promise<void>;
}

/** Timeouts in milliseconds: a slow client holds a connection, and nothing else. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // Longer than that of load balancers: they would send a request to a connection that is being closed.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};
/** A connection without any traffic is closed after this: its client has stopped reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** While the server closes, idle connections are closed at this interval. */
const CLOSE_IDLE_INTERVAL_MS = 100;

/** Rejects if the address is not available. */
export function listen(app: RequestListener, { host, port }: { host: string; port: number }): Promise<Listener> {
  const server = createServer(LIMITS, app);
  server.timeout = IDLE_TIMEOUT_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve({ url: urlOf(host, bound), close: (graceMs) => close(server, graceMs) });
    });
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
