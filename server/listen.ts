import { createServer, type RequestListener, type Server } from 'node:http';

export interface Listening {
  url: string;
  /** Takes no more requests; resolves once those under way have been answered, or cut off after so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Milliseconds. Whoever is slower than that costs a connection, and nothing else. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // Longer than a balancer keeps an idle connection: else it would send a request into one that is just being closed.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
};
/** Of a connection on which nothing moves, as when a reader has stopped reading. */
const IDLE = 60_000;
/** Milliseconds between two looks for connections whose last request has been answered, while the server closes. */
const CLOSING_INTERVAL_MS = 100;

/** Rejects where the address cannot be had. */
export function listen(app: RequestListener, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createServer(LIMITS, app);
  server.timeout = IDLE;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve({ url: urlOf(host, bound), close: (patience) => close(server, patience) });
    });
  });
}

function close(server: Server, patience: number): Promise<void> {
  return new Promise((closed) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), patience);
    // A request that was there before the end began has its connection kept alive for the next one.
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSING_INTERVAL_MS);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(closeIdle);
      closed();
    });
    server.closeIdleConnections();
  });
}

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
