import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, errors, request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';

export interface UpstreamOptions {
  /** Ends with a slash. */
  url: string;
  authorization?: string;
  /** Milliseconds for a call, its second attempt included. */
  timeout: number;
  /** Calls at once. */
  concurrency: number;
  /** Of a body, unpacked. */
  maxBytes: number;
}

/** The first attempt's share of the time, so that a second one has some left. */
const FIRST_ATTEMPT = 0.6;

/** What an answer without success means to us; other 4xx are final as they are. */
const statusFor = (status: number) => (status === 404 || status === 429 ? status : 502);

/** A fault that a second attempt may not meet again. */
class Passing extends Error {}

/** A content API over HTTP, not ours: gives an answer's `data` as it came, or a ContentError that says why not. */
export class Upstream {
  readonly origin: string;
  readonly #agent: Agent;

  constructor(readonly options: UpstreamOptions) {
    this.origin = new URL(options.url).origin;
    this.#agent = new Agent({ connections: options.concurrency, pipelining: 1, maxHeaderSize: 16_384 });
  }

  /** @param address path and query below the API's base, e.g. `blogs?page=2` */
  async get(address: string): Promise<unknown> {
    const deadline = Date.now() + this.options.timeout;
    try {
      return await this.#attempt(address, this.options.timeout * FIRST_ATTEMPT);
    } catch (error) {
      if (!(error instanceof Passing)) throw error;
      const left = deadline - Date.now();
      if (left <= 0) throw asContentError(error);
      return await this.#attempt(address, left).catch((second: unknown) => {
        throw asContentError(second);
      });
    }
  }

  async #attempt(address: string, timeout: number): Promise<unknown> {
    try {
      const response = await request(new URL(address, this.options.url), {
        dispatcher: this.#agent,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'gzip, br, deflate',
          'x-requested-with': 'XMLHttpRequest',
          ...(this.options.authorization && { authorization: this.options.authorization }),
        },
        signal: AbortSignal.timeout(timeout),
      });
      const { statusCode, headers, body } = response;
      const bytes = await readBody(body, headers['content-encoding'], this.options.maxBytes);
      if (statusCode >= 500) throw new Passing(`status ${statusCode}`);
      return dataOf(statusCode, bytes);
    } catch (error) {
      if (error instanceof Passing || error instanceof ContentError) throw error;
      throw new Passing(describe(error), { cause: error });
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function asContentError(error: unknown): unknown {
  if (!(error instanceof Passing)) return error;
  const timedOut = error.cause instanceof Error && error.cause.name === 'TimeoutError';
  return new ContentError(timedOut ? 504 : 502, `upstream: ${error.message}`, { cause: error.cause });
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

/** The envelope (CONTRACT.md): success is `error` being exactly false and nothing else, whatever the status. */
function dataOf(status: number, bytes: Buffer): unknown {
  const answer = parse(bytes, status);
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) {
    throw new ContentError(statusFor(status), `upstream: status ${status}, not the API's envelope`);
  }
  if (answer.error !== false || status >= 400) {
    const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : 'error is not false';
    throw new ContentError(statusFor(status), `upstream: status ${status}: ${message.slice(0, 200)}`);
  }
  return 'data' in answer ? answer.data : undefined;
}

function parse(bytes: Buffer, status: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (status >= 400) throw new ContentError(statusFor(status), `upstream: status ${status}`);
    throw new Passing(`not JSON (${bytes.length} bytes, starting ${JSON.stringify(bytes.toString('utf8', 0, 40))})`, {
      cause: error,
    });
  }
}
