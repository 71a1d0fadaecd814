import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@foyer/config';
import { type Purge, purgedTags } from '@foyer/gateway';
import { openAgent, type ProcessMetrics } from '@foyer/runtime';
import type { Logger } from 'pino';
import { request } from 'undici';

/** A shared cache that does not answer must not hold up the end of the process. */
const CLOSE_MS = 2_000;
/** An editor who saves five files causes one call; other replicas hear of a purge within this time. */
const GATHER_MS = 1_000;
const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** More than one call of a CDN takes become a purge of everything. */
const MAX_TAGS = 100;

type Webhook = NonNullable<Config['purgeWebhook']>;

/**
 * Tells a shared cache, such as a CDN, which tags are out of date: PURGE_WEBHOOK, one call at a time with all tags since the last
 * one, repeated until it succeeds.
 */
export class PurgeWebhook {
  readonly #webhook: Webhook;
  readonly #options: { config: Pick<Config, 'outgoing'>; log: Logger; metrics?: ProcessMetrics };
  readonly #agent;
  #tags = new Set<string>();
  #running?: Promise<void>;
  /** Ends pauses: the last call of a process is made at once. */
  readonly #closing = new AbortController();

  constructor(webhook: Webhook, options: { config: Pick<Config, 'outgoing'>; log: Logger; metrics?: ProcessMetrics }) {
    this.#webhook = webhook;
    this.#options = options;
    this.#agent = openAgent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }, options.config.outgoing);
  }

  /** Every process of the site has carried out the purge: a shared cache that asks again now gets what is new. */
  purged(what: Purge): void {
    for (const tag of purgedTags(what)) this.#tags.add(tag);
    if (this.#tags.size > MAX_TAGS) this.#tags = new Set(purgedTags({ all: true }));
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Makes the call that is due, once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.#running, wait(CLOSE_MS, undefined, { ref: false })]);
    await this.#agent.destroy();
  }

  async #run(): Promise<void> {
    let pauseMs = GATHER_MS;
    for (let failures = 0; this.#tags.size > 0; ) {
      await this.#pause(pauseMs);
      const tags = [...this.#tags];
      this.#tags.clear();
      const failure = await this.#call(tags);
      this.#options.metrics?.webhookCalled(failure ? 'failed' : 'ok');
      pauseMs = failure ? Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) : GATHER_MS;
      if (failure) {
        failures += 1;
        for (const tag of tags) this.#tags.add(tag);
        this.#options.log.error({ err: failure, tags, pauseMs }, 'PURGE_WEBHOOK failed: shared caches show old pages');
        if (this.#closing.signal.aborted) return;
      } else {
        failures = 0;
        this.#options.log.info({ tags }, 'shared caches are purged');
      }
    }
  }

  /** @returns why it failed */
  async #call(tags: readonly string[]): Promise<unknown> {
    const { url, header, body } = this.#webhook;
    const { userAgent } = this.#options.config.outgoing;
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(header && { [header[0]]: header[1].replaceAll('{tags}', tags.join(' ')) }),
    };
    try {
      const response = await request(url, {
        method: 'POST',
        headers,
        body: body.replaceAll('{tags}', JSON.stringify(tags)),
        dispatcher: this.#agent,
      });
      await response.body.dump();
      const { statusCode } = response;
      return statusCode >= 200 && statusCode < 300 ? undefined : new Error(`status ${statusCode}`);
    } catch (error) {
      return error;
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
