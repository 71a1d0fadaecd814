import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, errors, request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';
import { monotonicNow } from '../clock.ts';
import type { Answer, Outcome, Response } from './normalise-answer.ts';
import { judge } from './policy.ts';
import { Limits, type Urgency } from './upstream-limits.ts';

export interface UpstreamOptions {
  /** Ends with a slash. */
  url: string;
  authorization?: string;
  /** Milliseconds for a call: its turn, its answer, its second attempt. */
  timeout: number;
  /** Calls at once. */
  concurrency: number;
  /** Calls a minute. */
  perMinute?: number;
  /** Of a body, unpacked. */
  maxBytes: number;
}

export interface Asked {
  urgency: Urgency;
  /** Nobody has asked for it before. */
  unseen: boolean;
  /** Nobody waits any more. */
  signal: AbortSignal;
  /** What the request is called for which it is asked first; none: it is asked for nobody yet. */
  id?: string;
}

interface Attempt extends Pick<Asked, 'signal' | 'id'> {
  address: string;
  deadline: Deadline;
  read: Read;
}

const REDIRECTS = 3;
/** Of the time for a call: an upstream that had less has not failed. */
const FAIR_SHARE = 0.5;

/** The time that an upstream has for a call. It does not run while we read what came. */
class Deadline {
  readonly #controller = new AbortController();
  #leftMs: number;
  #since = 0;
  #timer?: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    this.#leftMs = timeoutMs;
  }

  /** Aborted with a TimeoutError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  resume(): void {
    this.#since = monotonicNow();
    this.#timer = setTimeout(
      () => this.#controller.abort(new DOMException('no answer in time', 'TimeoutError')),
      this.#leftMs,
    );
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (monotonicNow() - this.#since));
    this.#since = monotonicNow();
  }
}

/** A fault that a second attempt may not meet again. */
class Passing extends Error {}

/** Reads a response; never rejects. */
type Read = (response: Response) => Promise<Outcome>;

/** A content API over HTTP, not ours: gives an answer, or a ContentError that says why not. */
export class Upstream {
  readonly origin: string;
  readonly #agent: Agent;
  readonly #limits: Limits;

  constructor(readonly options: UpstreamOptions) {
    const { url, concurrency, timeout } = options;
    this.origin = new URL(url).origin;
    this.#limits = new Limits(options);
    this.#agent = new Agent({
      connections: concurrency,
      pipelining: 1,
      maxHeaderSize: 16_384,
      connect: { timeout },
    });
  }

  /** @param address path and query below the API's base, e.g. `blogs?page=2` */
  async get(address: string, { urgency, unseen, signal, id }: Asked, read: Read): Promise<Answer> {
    const deadline = new Deadline(this.options.timeout);
    const inTime = AbortSignal.any([signal, deadline.signal]);
    let hasBegun = false;
    const attempt = () => {
      deadline.resume();
      return this.#limits.run(
        () => {
          hasBegun = true;
          return this.#attempt({ address, signal: inTime, deadline, id, read });
        },
        { id: address, urgency, unseen, signal: inTime },
      );
    };
    try {
      // What has taken all its time is not repeated: an upstream that is slow needs it, and one that hangs would hang again.
      return await attempt().catch((error: unknown) => {
        if (!(error instanceof Passing) || inTime.aborted) throw error;
        return attempt();
      });
    } catch (error) {
      // The upstream was not even asked: it is not to blame.
      if (!hasBegun && isTimeout(error))
        throw new ContentError(503, 'too many calls are waiting', { retryAfter: 1_000 });
      throw asContentError(error);
    } finally {
      deadline.pause();
    }
  }

  /** Somebody waits now for a call that was made for later. */
  hurry(address: string): void {
    this.#limits.hurry(address, 'visitor');
  }

  /** Whether it is being asked at all. */
  get open(): boolean {
    return this.#limits.open;
  }

  async #attempt(attempt: Attempt): Promise<Answer> {
    const { address, signal } = attempt;
    const began = monotonicNow();
    try {
      const answer = await this.#request(new URL(address, this.options.url), attempt);
      this.#limits.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof ContentError) throw error;
      // Neither a visitor who has gone nor a call that had waited for its turn too long is a failure of the upstream.
      const wasCutShort = monotonicNow() - began < this.options.timeout * FAIR_SHARE;
      const isOurs = signal.aborted && (!isTimeout(signal.reason) || wasCutShort);
      if (!isOurs) this.#limits.failed();
      throw error instanceof Passing ? error : new Passing(describe(error), { cause: error });
    }
  }

  async #request(url: URL, call: Attempt, redirects = 0): Promise<Answer> {
    const { address, signal, id, read } = call;
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#agent,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br, deflate',
        'x-requested-with': 'XMLHttpRequest',
        ...(id && { 'x-request-id': id }),
        ...(this.options.authorization && { authorization: this.options.authorization }),
      },
      signal,
    });
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump();
      return this.#request(this.#redirected(url, headers.location, redirects), call, redirects + 1);
    }
    const bytes = await readBody(body, headers['content-encoding'], this.options.maxBytes);
    call.deadline.pause();
    const outcome = await read({ bytes, status: statusCode });
    if (outcome.kind === 'answer') return outcome.answer;
    if (outcome.kind === 'garbled') throw new Passing(outcome.message);
    if (outcome.kind === 'failed') {
      this.#limits.succeeded();
      throw new ContentError(outcome.status, outcome.message);
    }
    const retryAfter = headers['retry-after'];
    const verdict = judge({
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      hasParameters: /[?/]/.test(address),
      message: outcome.message,
    });
    if (verdict.kind === 'passing') throw new Passing(verdict.error.message);
    if (verdict.kind === 'limited') this.#limits.pause(verdict.wait);
    else this.#limits.succeeded();
    throw verdict.error;
  }

  /** Where a redirect leads, within the upstream: its credentials are for nobody else. */
  #redirected(from: URL, location: string | string[] | undefined, redirects: number): URL {
    const to = typeof location === 'string' && URL.canParse(location, from) ? new URL(location, from) : undefined;
    if (to?.origin !== this.origin) throw new ContentError(502, 'upstream: a redirect that leads elsewhere');
    if (redirects >= REDIRECTS) throw new ContentError(502, `upstream: more than ${REDIRECTS} redirects`);
    return to;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

function asContentError(error: unknown): unknown {
  if (error instanceof ContentError) return error;
  const cause = error instanceof Passing ? error.cause : error;
  const message = error instanceof Error ? error.message : String(error);
  return new ContentError(
    isTimeout(cause) ? 504 : 502,
    `upstream: ${isTimeout(error) ? 'no answer in time' : message}`,
    {
      cause,
    },
  );
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error instanceof errors.UndiciError) return `${error.code}: ${error.message}`;
  return 'code' in error ? `${error.code}: ${error.message}` : error.message;
}

async function readBody(body: Readable, encoding: string | string[] | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(body, encoding)) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new ContentError(502, `upstream: the answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unpacked(body: Readable, encoding: string | string[] | undefined): AsyncIterable<Buffer> {
  const unpack =
    encoding === 'gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined;
  if (!unpack) return body;
  body.on('error', (error) => unpack.destroy(error));
  return body.pipe(unpack);
}
