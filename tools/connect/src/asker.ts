import { type AnswerStore, callQueue, interrupted, isQuota, type Pause } from '@foyer/api-reader';
import { openUpstream, pauseMs, saysLimit, type Upstream } from '@foyer/cms';
import { CommandError } from '@foyer/command-line';
import type { Config } from '@foyer/config';
import {
  AnswerMapping,
  type NormaliseResult,
  parseBody,
  parseJson,
  readEnvelope,
  UpstreamError,
  type UpstreamResponse,
} from '@foyer/gateway';
import { ContentError, splitPath } from '@foyer/model';
import type PQueue from 'p-queue';
import * as z from 'zod';
import { quote } from './quote.ts';
import { isObject } from './value-forms.ts';

/** Calls at once: a command can wait, the visitors of the API's other clients cannot. */
const MAX_CALLS_AT_ONCE = 2;
/** A call that is refused as one too many is repeated this often before a call that has worked is asked in its place. */
const REPEATS_BEFORE_CONTROL = 2;
/** Before the second attempt of a call that has failed. */
const RETRY_MS = 500;

/** What the API has answered to one request, or why it has not. */
export interface Reply {
  address: string;
  milliseconds: number;
  /** Of the response; undefined: there was none. */
  status?: number;
  body?: Buffer;
  paging?: UpstreamResponse['paging'];
  /** It says that there were too many calls. */
  isLimit?: boolean;
  /** Of a request without a usable response. */
  error: unknown;
}

/** JSON, with a status of success. */
export const isAnswer = ({ status, error }: Reply): boolean =>
  error === undefined && status !== undefined && status < 400;

export type ApiConfig = Config & { upstream: NonNullable<Config['upstream']> };

export interface AskerOptions {
  config: ApiConfig;
  store: AnswerStore;
  signal: AbortSignal;
  pause: Pause;
}

const stored = z.object({
  status: z.number(),
  milliseconds: z.number(),
  body: z.string(),
  paging: z
    .object({
      current_page: z.number(),
      last_page: z.number(),
      per_page: z.number(),
      total: z.number(),
      hasNext: z.boolean(),
      parameter: z.string(),
    })
    .partial()
    .optional(),
});

/** Asks the API with the gateway's client, and stores what it says. */
export class Asker {
  readonly #options: AskerOptions;
  readonly #upstream: Upstream;
  readonly #queue: PQueue;
  readonly #addresses: AnswerMapping;
  /** Sent with every request from now on, beside those of the mapping. */
  headers: Readonly<Record<string, string>> = {};
  /** An address that has been answered. */
  #control?: string;
  #pauses = 0;

  constructor(options: AskerOptions) {
    const { config } = options;
    const atOnce = Math.min(MAX_CALLS_AT_ONCE, config.upstreamConcurrency);
    this.#options = options;
    this.#addresses = new AnswerMapping(config.upstream.mapping);
    this.#upstream = openUpstream(
      { ...config, upstreamConcurrency: atOnce, upstreamCallsPerMinute: undefined },
      config.upstream,
    );
    this.#queue = callQueue(config, atOnce);
  }

  /**
   * Never asks for what is stored. Rejects with a CommandError if the API wants no calls for too long, or the command is stopped.
   * @param address path and query below the API's base, behind the edition
   */
  async ask(address: string, headers: Readonly<Record<string, string>> = this.headers): Promise<Reply> {
    const { config, store } = this.#options;
    // A call that the mapping leads elsewhere is another one.
    const { locale, path } = splitPath(`/${address}`, config.site.locales);
    const target = [locale, this.#addresses.addressOf(path.slice(1))];
    const key = JSON.stringify([target, headers, config.upstream.mapping?.headers]);
    const earlier = await store.read(key);
    const { data } = stored.safeParse(earlier && parseJson(earlier));
    if (data) {
      const isGood = data.status < 400;
      if (isGood) this.#control ??= address;
      const reply = { address, ...data, body: Buffer.from(data.body, 'base64') };
      return withoutContent({ ...reply, error: isGood ? undefined : notFound('the API has no such call') });
    }
    const reply = await this.#answered(address, headers);
    const { status, milliseconds, body, paging } = reply;
    if (body && status !== undefined && (isAnswer(reply) || status === 404)) {
      const entry: z.output<typeof stored> = { status, milliseconds, body: body.toString('base64'), paging };
      await store.write(key, Buffer.from(JSON.stringify(entry)));
    }
    return withoutContent(reply);
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  async #answered(address: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
    let hasFailed = false;
    let controlWorks = false;
    for (let repeats = 0; ; ) {
      const reply = await this.#request(address, headers);
      const asksForPause = this.#pauseOf(reply);
      if (asksForPause !== undefined) {
        repeats += 1;
        this.#wait(asksForPause);
        // The limit may have ended between a refusal and the control: only a refusal between two that work is the call's own.
        const didWork = controlWorks;
        controlWorks = maybeOwn(reply) && repeats >= REPEATS_BEFORE_CONTROL && (await this.#controlWorks(address));
        if (didWork && controlWorks) return reply;
        continue;
      }
      const isTransient = reply.status === undefined ? isUnanswered(reply) : reply.status >= 500;
      if (!isTransient || hasFailed) return reply;
      hasFailed = true;
      this.#options.pause.begin(RETRY_MS);
    }
  }

  /** Whether a call that has worked before still does: then a refusal concerns the other call alone. */
  async #controlWorks(address: string): Promise<boolean> {
    if (this.#control === undefined || this.#control === address) return false;
    for (;;) {
      const { status, error } = await this.#request(this.#control, this.headers);
      if (status !== undefined) return status < 400;
      // The client itself pauses after a refusal, for about as long.
      const waitMs = error instanceof ContentError ? error.retryAfterMs : undefined;
      if (waitMs === undefined) return false;
      this.#wait(waitMs);
    }
  }

  /** Milliseconds for which the API wants no calls; undefined: it has answered, or has failed. */
  #pauseOf(reply: Reply): number | undefined {
    const { error } = reply;
    // The first calls are no quota's: such an API refuses them for another reason.
    if (maybeOwn(reply) && this.#control === undefined) return undefined;
    const isPaused = error instanceof ContentError && (error.status === 429 || error.status === 503);
    if (!isPaused && !isQuota(reply)) return undefined;
    if (error instanceof ContentError && error.retryAfterMs) return error.retryAfterMs;
    // The calls in progress are refused together: that is one pause.
    if (this.#options.pause.isActive) return 0;
    this.#pauses += 1;
    return pauseMs(this.#pauses);
  }

  #wait(milliseconds: number): void {
    const { pause, config } = this.#options;
    if (pause.begin(milliseconds, 'The API')) return;
    throw new CommandError(
      `${new URL(config.upstream.url).host} asks for a pause of ${Math.round((pause.failingMs + milliseconds) / 1_000)} s. Run the same command again later: it goes on where it has stopped. --max-wait N waits longer, UPSTREAM_BUDGET limits the calls a minute.`,
    );
  }

  async #request(address: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const { pause, signal } = this.#options;
    // A command that is stopped does not wait for its budget.
    const reply = await this.#queue
      .add(
        async () => {
          await pause.end();
          return this.#attempt(address, headers);
        },
        { signal },
      )
      .catch((error: unknown) => {
        throw signal.aborted ? interrupted() : error;
      });
    if (signal.aborted) throw interrupted();
    if (reply.status !== undefined && reply.status < 400) {
      this.#control ??= address;
      this.#pauses = 0;
    }
    if (reply.status !== undefined && (reply.status < 400 || reply.status === 404)) pause.succeeded();
    return reply;
  }

  async #attempt(address: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const startedAt = performance.now();
    const reply: Reply = { address, milliseconds: 0, error: undefined };
    const receive = async (response: UpstreamResponse): Promise<NormaliseResult> => {
      const { status, bytes, paging } = response;
      reply.status = status;
      reply.body = Buffer.from(bytes);
      reply.paging = paging;
      const body = parseBody(response);
      if (body.kind !== 'body') return body;
      const envelope = readEnvelope(body.json, status);
      reply.isLimit = envelope.kind === 'refused' && saysLimit(envelope.message);
      if (status >= 400 || reply.isLimit)
        return envelope.kind === 'refused' ? envelope : { kind: 'refused', message: '' };
      return { kind: 'answer', answer: { data: {}, faults: [] } };
    };
    try {
      const request = { priority: 'inventory', isUnlisted: false, isOptional: true } as const;
      await this.#upstream.get(address, { ...request, signal: this.#options.signal, headers }, receive);
    } catch (error) {
      reply.error = error;
    }
    reply.milliseconds = Math.round(performance.now() - startedAt);
    return reply;
  }
}

/** Whether it may be the failure of this call alone: 422 without words is a limit, or an input that is refused. */
const maybeOwn = (reply: Reply): boolean => isQuota(reply) && !reply.isLimit;

const notFound = (sentence: string) => new UpstreamError(404, { code: 'not-found', sentence });

/** An answer that names a failure, and has nothing else, has failed whatever its status is. */
function withoutContent(reply: Reply): Reply {
  const json = isAnswer(reply) && reply.body ? parseJson(reply.body) : undefined;
  if (!isObject(json) || Object.values(json).some(hasContent)) return reply;
  const says = [json.message, json.msg, json.error].find((text) => typeof text === 'string' && text !== '');
  if (says === undefined || readEnvelope(json, 200).kind !== 'refused') return reply;
  return { ...reply, error: notFound(`the API reports a failure with status ${reply.status}: ${quote(says)}`) };
}

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** No connection: another attempt may succeed. What had no answer in time would take as long again. */
const isUnanswered = ({ error }: Reply): boolean =>
  error instanceof ContentError &&
  error.status !== 404 &&
  error.status !== 504 &&
  !/redirect|larger than/.test(error.message);
