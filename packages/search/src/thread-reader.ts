import type { Locale } from '@foyer/messages';
import { type CallPath, ContentError, type Locales, type Parameters } from '@foyer/model';
import { type ContentReader, type DocumentText, StaleAnswerError } from './content-reader.ts';

/* The search's thread asks its process, which has the gateway: messages there and back. */

/** What the thread asks for. */
type Asked =
  | { call: CallPath; parameters: Parameters; locale: Locale }
  | { revisions: true }
  /** The address of a document. */
  | { document: string };

/** A question of the thread. */
export type Question = { question: number } & Asked;
/** The answer to it. `status`: it failed with a ContentError. */
export type Reply = { reply: number } & (
  | { value: unknown }
  | { failure: string; status?: number; retryAfterMs?: number; isStale?: boolean }
);

/** What a thread need know to read. */
export interface ReaderFacts {
  locales: Locales;
  hasRevisions: boolean;
  readsDocuments: boolean;
}

export const factsOf = ({ locales, revisions, readDocument }: ContentReader): ReaderFacts => ({
  locales,
  hasRevisions: revisions !== undefined,
  readsDocuments: readDocument !== undefined,
});

/** Answers a question of the thread. Never rejects. */
export async function replyTo(reader: ContentReader, question: Question, signal: AbortSignal): Promise<Reply> {
  const { question: reply } = question;
  try {
    return { reply, value: await answerTo(reader, question, signal) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ContentError)) return { reply, failure };
    const { status, retryAfterMs } = error;
    return { reply, failure, status, retryAfterMs, isStale: error instanceof StaleAnswerError };
  }
}

async function answerTo(reader: ContentReader, question: Question, signal: AbortSignal): Promise<unknown> {
  if ('call' in question) return reader.read(question.call, question.parameters, question.locale, signal);
  if ('document' in question) return reader.readDocument?.(question.document, signal);
  return reader.revisions?.();
}

/** The reader of the thread. */
export class ThreadReader implements ContentReader {
  readonly locales: Locales;
  readonly revisions?: ContentReader['revisions'];
  readonly readDocument?: ContentReader['readDocument'];
  readonly #post: (question: Question) => void;
  readonly #asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #last = 0;

  constructor({ locales, hasRevisions, readsDocuments }: ReaderFacts, post: (question: Question) => void) {
    this.locales = locales;
    this.#post = post;
    if (hasRevisions) this.revisions = () => this.#ask<ReadonlyMap<string, string>>({ revisions: true });
    if (readsDocuments)
      this.readDocument = (document, signal) =>
        this.#ask<DocumentText>({ document }, signal).catch(() => ({ isUnavailable: true }));
  }

  read(call: CallPath, parameters: Parameters, locale: Locale, signal: AbortSignal): Promise<object> {
    return this.#ask<object>({ call, parameters, locale }, signal);
  }

  /** Settles the question that the process has answered. */
  receive(reply: Reply): void {
    const asked = this.#asked.get(reply.reply);
    this.#asked.delete(reply.reply);
    if ('value' in reply) {
      asked?.resolve(reply.value);
      return;
    }
    const { failure, status, retryAfterMs, isStale } = reply;
    if (isStale) asked?.reject(new StaleAnswerError());
    else asked?.reject(status === undefined ? new Error(failure) : new ContentError(status, failure, { retryAfterMs }));
  }

  /** @param Value what the process answers, which is of the same build */
  #ask<Value>(asked: Asked, signal?: AbortSignal): Promise<Value> {
    this.#last += 1;
    const question = this.#last;
    return new Promise<Value>((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      const end = () => {
        signal?.removeEventListener('abort', abort);
        this.#asked.delete(question);
      };
      this.#asked.set(question, {
        resolve(value) {
          end();
          resolve(value as Value);
        },
        reject(error) {
          end();
          reject(error);
        },
      });
      this.#post({ question, ...asked });
    });
  }
}
