import { createServer, type RequestListener } from 'node:http';

export interface Listening {
  url: string;
  /** Resolves once every request has been answered. */
  close(): Promise<void>;
}

/** Rejects where the address cannot be had. */
export function listen(app: RequestListener, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createServer(app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve({
        url: urlOf(host, bound),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeIdleConnections();
          }),
      });
    });
  });
}

export const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
