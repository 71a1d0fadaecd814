import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `good`, `expired` and `other-name` are of an authority of their own, the file of which is `authority`. */
export type Certificate = 'good' | 'expired' | 'other-name' | 'self-signed';

export interface TlsServer {
  /** The base of its API, on the host localhost. */
  url: string;
  port: number;
  /** The file of its certificate's authority (PEM), until it is closed. */
  authority: string;
  close(): void;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Starts an HTTPS server that answers each request with an empty body. */
export async function startTls(certificate: Certificate): Promise<TlsServer> {
  const dir = mkdtempSync(join(tmpdir(), 'foyer-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
  const read = (name: string) => readFileSync(join(dir, name));
  openssl('req', '-x509', ...KEY, '-subj', '/CN=Authority', '-days', '2', '-keyout', 'ca.key', '-out', 'ca.pem');
  if (certificate === 'self-signed') {
    openssl('req', '-x509', ...KEY, '-subj', '/CN=localhost', '-days', '2', '-keyout', 'key.pem', '-out', 'cert.pem');
  } else {
    writeFileSync(
      join(dir, 'names'),
      `subjectAltName=DNS:${certificate === 'other-name' ? 'other.example' : 'localhost'}`,
    );
    openssl('req', ...KEY, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'request.pem');
    const days = certificate === 'expired' ? '-1' : '2';
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    openssl('x509', '-req', '-in', 'request.pem', ...authority, '-days', days, '-extfile', 'names', '-out', 'cert.pem');
  }
  const server = createServer({ key: read('key.pem'), cert: read('cert.pem') }, (_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/frontapi/en/`,
    port,
    authority: join(dir, 'ca.pem'),
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(dir, { recursive: true });
    },
  };
}
