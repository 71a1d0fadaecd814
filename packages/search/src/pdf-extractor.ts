import { JobError, JobThread } from '@foyer/runtime';
import type { Logger } from 'pino';
import type { NoText, PdfText } from './pdf-text.ts';

export interface Job {
  bytes: Uint8Array<ArrayBuffer>;
}

/** The document has no text, now or later. Any other error says nothing about the document. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
}

/** For a text. The start of the thread, which loads 1.5 MB of JavaScript, takes 0.2 s, on a busy machine longer. */
const TIMEOUT_MS = 20_000;
/** The heap of the thread; its buffers are bounded by bounded-buffers.ts. */
const MAX_HEAP_MB = 128;

/** Extracts the texts of PDFs, one at a time, in a worker thread that hostile documents may kill. */
export class PdfExtractor {
  readonly #thread?: JobThread<Job, PdfText | NoText>;

  /** @param threadFile the built pdf-thread.ts; none: texts are extracted in the calling thread, without bounds of time and memory */
  constructor(log: Logger, threadFile?: string) {
    if (threadFile === undefined) return;
    this.#thread = new JobThread({
      file: threadFile,
      maxHeapMb: MAX_HEAP_MB,
      timeoutMs: TIMEOUT_MS,
      onFailure(reason, jobs) {
        // Else the document's line says why.
        if (jobs === 0) log.warn({ reason }, 'the thread that reads documents has ended between two of them');
      },
    });
  }

  /** Rejects with a PdfError, or with another error if the thread cannot work. */
  async extract(original: Buffer): Promise<PdfText> {
    // A copy, because a short Buffer may share its memory with others, and this memory is handed over.
    const bytes = new Uint8Array(original);
    const result = await (this.#thread?.run({ bytes }, [bytes.buffer]) ?? extractHere(bytes)).catch(
      (error: unknown) => {
        throw error instanceof JobError ? new PdfError(error.message) : error;
      },
    );
    if ('reason' in result) throw new PdfError(result.reason);
    return result;
  }

  /** Ends the thread; what it does is lost. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }
}

/** Not written in the import, so that the build does not put PDF.js into the caller's bundle: it is in the thread's. */
const HERE: string = './pdf-text.ts';

async function extractHere(bytes: Uint8Array<ArrayBuffer>): Promise<PdfText | NoText> {
  const { pdfTextOrReason }: typeof import('./pdf-text.ts') = await import(/* @vite-ignore */ HERE);
  return pdfTextOrReason(bytes);
}
