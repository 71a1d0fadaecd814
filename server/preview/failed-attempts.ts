import { LRUCache } from 'lru-cache';

/** Wrong tokens of a client within a minute; after them it waits. */
const MAX_ATTEMPTS = 10;
const ATTEMPTS_WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

/** Counts wrong tokens by the address of their client. */
export class FailedAttempts {
  readonly #clients = new LRUCache<string, { failures: number }>({ max: MAX_CLIENTS, ttl: ATTEMPTS_WINDOW_MS });

  /** The seconds that a client has to wait; undefined: none. */
  waitSeconds(client: string): number | undefined {
    const { failures } = this.#clients.get(client) ?? { failures: 0 };
    return failures < MAX_ATTEMPTS ? undefined : Math.max(1, Math.ceil(this.#clients.getRemainingTTL(client) / 1000));
  }

  note(client: string): void {
    const known = this.#clients.get(client);
    if (known) known.failures += 1;
    else this.#clients.set(client, { failures: 1 });
  }
}
