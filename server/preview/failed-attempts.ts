import { isIP } from 'node:net';
import { monotonicNow } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';

/** By how much each wrong token of a client within a minute delays its next answers. */
const DELAY_MS = 100;
const MAX_DELAY_MS = 10_000;
const ATTEMPTS_WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** Counts wrong tokens by the address of their client. Nobody is locked out: behind one address there may be others, who know the token. */
export class FailedAttempts {
  readonly #clients = new LRUCache<string, { failures: number }>({
    max: MAX_CLIENTS,
    ttl: ATTEMPTS_WINDOW_MS,
    perf: { now: monotonicNow },
  });

  /** Resolves when the client may be told whether its token is the right one. */
  turn(client: string): Promise<void> {
    const { failures } = this.#clients.get(networkOf(client)) ?? { failures: 0 };
    return new Promise((resolve) => setTimeout(resolve, Math.min(failures * DELAY_MS, MAX_DELAY_MS)));
  }

  note(client: string): void {
    const network = networkOf(client);
    const known = this.#clients.get(network);
    if (known) known.failures += 1;
    else this.#clients.set(network, { failures: 1 });
  }
}

/** One client may have all addresses of an IPv6 network of 64 bits. */
function networkOf(address: string): string {
  const version = isIP(address);
  if (version === 0) return '';
  if (version === 4 || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = 8 - groups.length - tail.split(':').length;
  const all = [...groups, ...(address.includes('::') ? Array(missing).fill('0') : []), ...tail.split(':')];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16))
    .join(':');
}
