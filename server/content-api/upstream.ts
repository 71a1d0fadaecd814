import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, errors, request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';
import { monotonicNow } from '../clock.ts';
import { Deadline } from './deadline.ts';
import type { NormalisedAnswer, NormaliseResult, UpstreamResponse } from './normalise-answer.ts';
import { classifyFailure } from './policy.ts';
import { type Priority, UpstreamLimits } from './upstream-limits.ts';

export interface UpstreamOptions {
  /** Ends with a slash. */
  url: string;
  authorization?: string;
  /** For a call with its time in the queue and its second attempt. */
  timeoutMs: number;
  /** Calls at once. */
  concurrency: number;
  callsPerMinute?: number;
  /** Of a body after decompression. */
  maxBytes: number;
}

export interface UpstreamRequest {
  priority: Priority;
  /** No earlier answer leads to the call: a visitor may have invented it. */
  isUnlisted: boolean;
  /** Aborted when the last caller has aborted. */
  signal: AbortSignal;
  /** Of the visitor's request that caused the call; none: no visitor waits. */
  requestId?: string;
}

/** Reads a response's body; never rejects. */
type Normalise = (response: UpstreamResponse) => Promise<NormaliseResult>;

interface Attempt extends Pick<UpstreamRequest, 'signal' | 'requestId'> {
  address: string;
  deadline: Deadline;
  normalise: Normalise;
}

const MAX_REDIRECTS = 3;
/** A timeout is the upstream's failure only if at least this share of the time was left after the queue. */
const MIN_TIME_SHARE = 0.5;
const MAX_HEADER_BYTES = 16_384;

/** A failure that a second attempt may not meet. */
class TransientError extends Error {}

/** The HTTP client of a content API. */
export class Upstream {
  readonly origin: string;
  readonly #options: UpstreamOptions;
  readonly #agent: Agent;
  readonly #limits: UpstreamLimits;

  constructor(options: UpstreamOptions) {
    const { url, concurrency, timeoutMs } = options;
    this.#options = options;
    this.origin = new URL(url).origin;
    this.#limits = new UpstreamLimits(options);
    this.#agent = new Agent({
      connections: concurrency,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: { timeout: timeoutMs },
    });
  }

  /** Rejects with a ContentError. @param address path and query below the API's base, e.g. `blogs?page=2` */
  async get(
    address: string,
    { priority, isUnlisted, signal, requestId }: UpstreamRequest,
    normalise: Normalise,
  ): Promise<NormalisedAnswer> {
    const deadline = new Deadline(this.#options.timeoutMs);
    const inTime = AbortSignal.any([signal, deadline.signal]);
    let hasBegun = false;
    const attempt = () => {
      deadline.resume();
      return this.#limits.run(
        () => {
          hasBegun = true;
          return this.#attempt({ address, signal: inTime, deadline, requestId, normalise });
        },
        { id: address, priority, isUnlisted, signal: inTime },
      );
    };
    try {
      // A timeout is not retried: a slow upstream needs all of its time, and one that hangs would hang again.
      return await attempt().catch((error: unknown) => {
        if (!(error instanceof TransientError) || inTime.aborted) throw error;
        return attempt();
      });
    } catch (error) {
      // The time has passed in our own queue: no failure of the upstream.
      if (!hasBegun && isTimeout(error))
        throw new ContentError(503, 'too many calls are waiting', { retryAfterMs: 1_000 });
      throw asContentError(error);
    } finally {
      deadline.pause();
    }
  }

  /** Moves a queued call ahead of revalidation and inventory. */
  prioritise(address: string): void {
    this.#limits.setPriority(address, 'visitor');
  }

  async #attempt(attempt: Attempt): Promise<NormalisedAnswer> {
    const { address, signal } = attempt;
    const startedAt = monotonicNow();
    try {
      const answer = await this.#request(new URL(address, this.#options.url), attempt);
      this.#limits.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ContentError) throw error;
      // A caller that aborted, and a call that spent most of its time in the queue, are no failures of the upstream.
      const hadLittleTime = monotonicNow() - startedAt < this.#options.timeoutMs * MIN_TIME_SHARE;
      const isAbortOrQueueTimeout = signal.aborted && (!isTimeout(signal.reason) || hadLittleTime);
      if (!isAbortOrQueueTimeout) this.#limits.failed();
      throw error instanceof TransientError ? error : new TransientError(describeError(error), { cause: error });
    }
  }

  async #request(url: URL, attempt: Attempt, redirects = 0): Promise<NormalisedAnswer> {
    const { address, signal, requestId, normalise } = attempt;
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br, deflate',
        'x-requested-with': 'XMLHttpRequest',
        ...(requestId && { 'x-request-id': requestId }),
        ...(this.#options.authorization && { authorization: this.#options.authorization }),
      },
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump();
      return this.#request(this.#redirectTarget(url, headers.location, redirects), attempt, redirects + 1);
    }
    const bytes = await readBody(body, headers['content-encoding'], this.#options.maxBytes);
    attempt.deadline.pause();
    const result = await normalise({ bytes, status: statusCode });
    if (result.kind === 'answer') return result.answer;
    if (result.kind === 'not-json') throw new TransientError(result.message);
    if (result.kind === 'failed') {
      this.#limits.succeeded();
      throw new ContentError(result.status, result.message);
    }
    const retryAfter = headers['retry-after'];
    const failure = classifyFailure({
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      hasParameters: /[?/]/.test(address),
      message: result.message,
    });
    if (failure.kind === 'transient') throw new TransientError(failure.error.message);
    if (failure.kind === 'rate-limited') this.#limits.pause(failure.waitMs);
    else this.#limits.succeeded();
    throw failure.error;
  }

  /** Redirects stay within the upstream's origin: its credentials must not reach another one. */
  #redirectTarget(from: URL, location: string | string[] | undefined, redirects: number): URL {
    const to = typeof location === 'string' && URL.canParse(location, from) ? new URL(location, from) : undefined;
    if (to?.origin !== this.origin) throw new ContentError(502, 'upstream: a redirect that leads elsewhere');
    if (redirects >= MAX_REDIRECTS) throw new ContentError(502, `upstream: more than ${MAX_REDIRECTS} redirects`);
    return to;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

function asContentError(error: unknown): unknown {
  if (error instanceof ContentError) return error;
  const cause = error instanceof TransientError ? error.cause : error;
  const message = error instanceof Error ? error.message : String(error);
  return new ContentError(
    isTimeout(cause) ? 504 : 502,
    `upstream: ${isTimeout(error) ? 'no answer in time' : message}`,
    {
      cause,
    },
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error instanceof errors.UndiciError) return `${error.code}: ${error.message}`;
  return 'code' in error ? `${error.code}: ${error.message}` : error.message;
}

async function readBody(body: Readable, encoding: string | string[] | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(body, encoding)) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new ContentError(502, `upstream: the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decompressed(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Buffer> {
  const stream =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined;
  if (!stream) return body;
  body.on('error', (error) => stream.destroy(error));
  return body.pipe(stream);
}
