import {
  type AnswerStore,
  type CallFailure,
  callQueue,
  concernsAllCalls,
  fatalFailure,
  interrupted,
  isQuota,
  type Pause,
  seconds,
} from '@foyer/api-reader';
import { pauseMs, requestsOf, Upstream } from '@foyer/cms';
import { CommandError } from '@foyer/command-line';
import type { Config } from '@foyer/config';
import {
  type AnswerFault,
  AnswerShaper,
  callPathOf,
  type NormalisedAnswer,
  type NormaliseResult,
  type UpstreamResponse,
} from '@foyer/gateway';
import type { ApiFiles } from '@foyer/images';
import { type CallPath, ContentError, splitPath } from '@foyer/model';
import type PQueue from 'p-queue';

/** What a call has answered. */
export interface ReadAnswer {
  data: object;
  /** How it differs from the contract's form. */
  guesses: AnswerFault[];
}

/** Attempts of a call that fails for another reason than a pause, each of which the client makes twice. */
const ATTEMPTS = 3;
/** A pause without a time of its own, for a second attempt. */
const RETRY_MS = 1_000;

export interface ReaderOptions {
  config: Config & { upstream: NonNullable<Config['upstream']> };
  /** None: nothing may be written. */
  store?: AnswerStore;
  signal: AbortSignal;
  /** Of all calls. */
  pause: Pause;
}

/** Reads a content API with the gateway's client: its concurrency, budget and pauses. */
export class ApiReader {
  readonly #options: ReaderOptions;
  readonly #upstream: Upstream;
  readonly #queue: PQueue;
  readonly #shaper: AnswerShaper;
  #pauses = 0;
  #answers = 0;

  constructor(options: ReaderOptions) {
    const { config } = options;
    this.#options = options;
    this.#shaper = new AnswerShaper(config.upstream.mapping);
    this.#upstream = new Upstream({
      url: config.upstream.url,
      authorization: config.upstream.authorization,
      ...requestsOf(config.upstream.mapping),
      outgoing: config.outgoing,
      locales: config.site.locales,
      timeoutMs: config.upstreamTimeoutMs,
      concurrency: config.upstreamConcurrency,
      maxBytes: config.upstreamMaxBytes,
    });
    this.#queue = callQueue(config, config.upstreamConcurrency);
  }

  get origin(): string {
    return this.#upstream.origin;
  }

  /** How files of the API's origin are requested. */
  get files(): ApiFiles {
    return this.#upstream.files;
  }

  /**
   * The `data` of a call in the contract's form; undefined for 404. Rejects with a CommandError if no call can succeed, else with a
   * ContentError.
   * @param address path and query below the API's base, behind the edition: `ne/blogs?page=2`
   */
  async read(address: string): Promise<ReadAnswer | undefined> {
    const { store, signal } = this.#options;
    const stored = await store?.read(address);
    const shaped = stored && this.#read(address, { bytes: stored, status: 200 });
    if (shaped?.kind === 'answer') {
      this.#answers += 1;
      return answerOf(shaped.answer);
    }
    for (let failures = 0; ; ) {
      if (signal.aborted) throw interrupted();
      // An import that is stopped does not wait for its budget.
      const result = await this.#queue.add(
        async () => {
          await this.#options.pause.end();
          return this.#attempt(address);
        },
        { signal },
      );
      if ('answer' in result) return result.answer;
      if (signal.aborted) throw interrupted();
      const pause = this.#pauseAfter(result);
      if (pause === undefined) failures += 1;
      if (pause === undefined && (this.#answers === 0 || concernsAllCalls(result) || !isTransient(result)))
        throw this.#answers === 0 || concernsAllCalls(result) ? this.#fatal(result) : result.error;
      if (failures >= ATTEMPTS) throw result.error;
      this.#wait(pause ?? RETRY_MS, pause !== undefined);
    }
  }

  /** How many paths of the API a call has. */
  partsOf(path: CallPath): number {
    return this.#shaper.mapping.partsOf(path);
  }

  /** Forms of dates of a call, by its path: `news/7`. */
  dateFormats(base: string): readonly string[] {
    const path = callPathOf(base);
    return path ? this.#shaper.mapping.dates(path) : [];
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  async #attempt(address: string): Promise<{ answer: ReadAnswer | undefined } | CallFailure> {
    const { store, signal } = this.#options;
    let status: number | undefined;
    let body: Uint8Array | undefined;
    const normalise = async (response: UpstreamResponse): Promise<NormaliseResult> => {
      status = response.status;
      body = response.bytes;
      return this.#read(address, response);
    };
    try {
      const request = { priority: 'inventory', isUnlisted: false, signal } as const;
      const answer = await this.#upstream.get(address, request, normalise);
      if (store && body) await store.write(address, body);
      this.#succeeded();
      return { answer: answerOf(answer) };
    } catch (error) {
      if (error instanceof CommandError) throw error;
      if (!(error instanceof ContentError) || error.status !== 404) return { error, status };
      if (status === 404) this.#options.pause.succeeded();
      return { answer: undefined };
    }
  }

  #read(address: string, response: UpstreamResponse): NormaliseResult {
    const { path } = splitPath(`/${address}`, this.#options.config.site.locales);
    const [base = ''] = path.slice(1).split('?');
    const call = callPathOf(base);
    if (!call) return { kind: 'failed', status: 404, message: 'no such call' };
    try {
      const shaped = this.#shaper.shape({ path: call, base }, response);
      if (shaped.kind !== 'shaped') return shaped;
      return { kind: 'answer', answer: { data: shaped.data, faults: shaped.faults } };
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 502;
      return { kind: 'failed', status, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #succeeded(): void {
    this.#answers += 1;
    this.#options.pause.succeeded();
    this.#pauses = 0;
  }

  /** Milliseconds for which the API wants no calls; undefined for any other failure. */
  #pauseAfter(failure: CallFailure): number | undefined {
    const { error } = failure;
    if (isQuota(failure) && !(error instanceof ContentError && error.status === 429)) {
      // The calls in progress are refused together: that is one pause.
      if (this.#options.pause.isActive) return 0;
      this.#pauses += 1;
      return pauseMs(this.#pauses);
    }
    if (!(error instanceof ContentError) || (error.status !== 429 && error.status !== 503)) return undefined;
    // Without a time of its own the client decides how long it waits, and names it at the next call.
    return error.retryAfterMs ?? 0;
  }

  #wait(milliseconds: number, isAsked: boolean): void {
    const { pause } = this.#options;
    if (pause.begin(milliseconds, isAsked ? 'The API' : undefined)) return;
    throw new CommandError(
      `${this.origin} has asked for a pause for ${seconds(pause.failingMs)}. The import gives up. Run the same command again later: it goes on where it has stopped. UPSTREAM_BUDGET limits the calls a minute.`,
    );
  }

  #fatal(failure: CallFailure): CommandError {
    return fatalFailure(this.#options.config.upstream.url, failure);
  }
}

/** Whether another attempt may succeed: no connection, no answer in time, a status from 500 on. */
const isTransient = ({ error, status }: CallFailure): boolean =>
  error instanceof ContentError && error.status >= 500 && (status === undefined || status >= 500);

const answerOf = ({ data, faults }: NormalisedAnswer): ReadAnswer => ({ data, guesses: faults });
