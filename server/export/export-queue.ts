import { CommandError } from '@foyer/command-line';
import PQueue from 'p-queue';
import type { ExportOptions } from './options.ts';

export interface ExportQueueOptions extends Pick<ExportOptions, 'concurrency' | 'keepGoing'> {
  progress: { planned(more: number): void; done(): void };
  signal: AbortSignal;
}

/** What an export still has to make: each page and file once, some at a time. */
export class ExportQueue {
  readonly #options: ExportQueueOptions;
  readonly #queue: PQueue;
  readonly #planned = new Set<string>();
  /** Why every other file would fail, too. */
  #fatal?: CommandError;
  /** What could not be made, with the reason. */
  readonly failures = new Map<string, string>();

  constructor(options: ExportQueueOptions) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  /** @param reuse takes what cannot be made over from the last export, with `--keep-going` */
  plan(key: string, run: () => Promise<void>, reuse?: () => Promise<unknown>): void {
    const { progress, signal, keepGoing } = this.#options;
    if (this.#planned.has(key) || signal.aborted || this.#fatal) return;
    this.#planned.add(key);
    progress.planned(1);
    void this.#queue.add(async () => {
      if (signal.aborted) return;
      try {
        await run().catch(async (error: unknown) => {
          if (keepGoing && !(error instanceof CommandError)) await reuse?.();
          throw error;
        });
      } catch (error) {
        if (error instanceof CommandError) {
          this.#fatal ??= error;
          this.#queue.clear();
        } else if (!signal.aborted) this.failures.set(key, error instanceof Error ? error.message : String(error));
      }
      progress.done();
    });
  }

  /** Resolves once all that is planned is made. */
  idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Throws if the export has been stopped, or if a failure was one of all files. */
  throwIfStopped(): void {
    this.#options.signal.throwIfAborted();
    if (this.#fatal) throw this.#fatal;
  }
}
