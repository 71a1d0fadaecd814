import { JobThread } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { Call } from './call.ts';
import { AnswerNormaliser, type Calendar, type NormaliserOptions } from './normalise-answer.ts';
import type { NormaliseResult, UpstreamResponse } from './normalise-result.ts';

export interface Job {
  call: Call;
  response: UpstreamResponse;
  calendar?: Calendar;
}

/**
 * A longer response is normalised in the worker thread: no response may block the event loop for more than 50 ms. HTML
 * that was written to be slow takes up to 8 ms per kilobyte, ordinary HTML 0.5 ms. A list needs only the beginnings of its
 * texts, up to 1 ms per kilobyte.
 */
const INLINE_BYTES = 8_192;
const INLINE_LIST_BYTES = 40_000;
/** Each slow part has a bound of its own; this one is for unforeseen cases. */
const TIMEOUT_MS = 10_000;
/** An answer of 5 MB needs some 60 MB of the thread's heap. */
const MAX_HEAP_MB = 512;

/** Normalises responses: short ones at once, long ones in a worker thread, so that the event loop stays free. */
export class Normaliser {
  readonly #inline: AnswerNormaliser;
  readonly #thread?: JobThread<Job, NormaliseResult>;

  /** @param threadFile the built normaliser-thread.ts; none: every response is normalised at once */
  constructor(options: NormaliserOptions, log: Logger, threadFile?: string) {
    this.#inline = new AnswerNormaliser(options);
    if (threadFile === undefined) return;
    this.#thread = new JobThread({
      file: threadFile,
      data: options,
      maxHeapMb: MAX_HEAP_MB,
      timeoutMs: TIMEOUT_MS,
      onFailure: (reason, answers) => log.error({ reason, answers }, 'the thread that reads long answers has ended'),
    });
  }

  /** Never rejects. */
  async normalise(call: Call, response: UpstreamResponse, calendar?: Calendar): Promise<NormaliseResult> {
    if (!this.#thread || response.bytes.length <= inlineBytes(call))
      return this.#inline.normalise(call, response, calendar);
    return this.#thread.run({ call, response, calendar }).catch(
      ({ message }: Error): NormaliseResult => ({
        kind: 'failed',
        status: 502,
        message: `upstream: the answer could not be read: ${message}`,
      }),
    );
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }
}

/** The list of questions contains their complete answers, so it has the bound of a single text. */
const inlineBytes = ({ list, path }: Call): number => (list && path !== 'faq' ? INLINE_LIST_BYTES : INLINE_BYTES);
