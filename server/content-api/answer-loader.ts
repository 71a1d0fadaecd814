import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CachedAnswer } from './answer-cache.ts';
import type { Call } from './call.ts';
import type { ListedCalls } from './listed-calls.ts';
import {
  type Dropped,
  type NormalisedAnswer,
  type NormaliseResult,
  normalisedAnswer,
  type UpstreamResponse,
} from './normalise-answer.ts';
import type { Normaliser } from './normaliser.ts';
import { type CacheTimes, type Lifetime, lifetimeOf } from './policy.ts';
import type { StoredAnswer } from './stored-answer.ts';
import type { UpstreamRequest } from './upstream.ts';

export interface UpstreamClient {
  /** Rejects with a ContentError. @param normalise reads the response's body; never rejects */
  get(
    address: string,
    request: UpstreamRequest,
    normalise: (response: UpstreamResponse) => Promise<NormaliseResult>,
  ): Promise<NormalisedAnswer>;
  /** Moves a queued call ahead: a visitor waits for it now. */
  prioritise?(address: string): void;
}

export interface AnswerLoaderOptions {
  upstream: UpstreamClient;
  normaliser: Normaliser;
  /** Adds the known facts about images to an answer, in place. @returns texts with more images than are described */
  describeImages?: (data: object) => Dropped[];
  times: CacheTimes;
  log: Logger;
}

/** Items in one log line. */
const MAX_LOGGED_DROPS = 20;
/** Calls whose logged drops are remembered. */
const MAX_REMEMBERED_DROPS = 2_000;
const ETAG_CHARACTERS = 22;

/** Loads answers from the upstream, and restores stored ones: normalised, and serialised as our own API sends them. */
export class AnswerLoader {
  readonly #options: AnswerLoaderOptions;
  readonly #listedCalls: ListedCalls;
  /** The dropped items that were logged last, as JSON, by address. */
  readonly #loggedDrops = new LRUCache<string, string>({ max: MAX_REMEMBERED_DROPS });

  /** @param listedCalls notes the items of all pages of a list that the upstream has not paged */
  constructor(options: AnswerLoaderOptions, listedCalls: ListedCalls) {
    this.#options = options;
    this.#listedCalls = listedCalls;
  }

  /** Calls the upstream. Rejects with a ContentError. */
  async load(call: Call, request: UpstreamRequest): Promise<CachedAnswer> {
    const { upstream, normaliser, times } = this.#options;
    const answer = await upstream.get(call.address, request, (response) => normaliser.normalise(call, response));
    this.#logDrops(call, [...answer.dropped, ...this.#describe(answer)]);
    if (answer.listedItems) this.#listedCalls.noteItems(call.path, answer.listedItems);
    return serialise(answer, lifetimeOf(times, answer.changesAt));
  }

  /** Normalises a stored answer, which is as untrusted as an upstream's. It lives no longer than one that arrives now. Rejects with a ContentError. */
  async restore(call: Call, { body, freshUntil, staleUntil }: StoredAnswer): Promise<CachedAnswer> {
    const result = await this.#options.normaliser.normalise(call, { bytes: body, status: 200 });
    const answer = normalisedAnswer(result);
    const max = lifetimeOf(this.#options.times, answer.changesAt);
    // Logged when it was loaded.
    this.#describe(answer);
    return serialise(answer, {
      freshUntil: Math.min(freshUntil, max.freshUntil),
      staleUntil: Math.min(staleUntil, max.staleUntil),
      changesAt: answer.changesAt,
    });
  }

  #describe({ data }: NormalisedAnswer): Dropped[] {
    return this.#options.describeImages?.(data) ?? [];
  }

  /** Logs dropped items once, until others are dropped. */
  #logDrops({ address, logAddress }: Call, dropped: object[]): void {
    const text = JSON.stringify(dropped);
    if (dropped.length > 0 && this.#loggedDrops.get(address) !== text) {
      this.#options.log.warn(
        { call: logAddress, dropped: dropped.slice(0, MAX_LOGGED_DROPS), count: dropped.length },
        'content does not fit',
      );
    }
    this.#loggedDrops.set(address, text);
  }
}

function serialise({ data }: NormalisedAnswer, lifetime: Lifetime): CachedAnswer {
  const body = Buffer.from(JSON.stringify({ error: false, data }));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_CHARACTERS)}"`;
  return { data, body, etag, ...lifetime };
}
