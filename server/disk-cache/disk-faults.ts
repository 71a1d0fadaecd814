import type { Logger } from 'pino';
import { boundedWarnings } from '../observability/log.ts';

/** What went wrong with an entry: `dropped` before it was written, `damaged` and removed, `failed` because the system refused. */
export type DiskFault = 'dropped' | 'damaged' | 'failed';

export interface DiskFaultsOptions {
  dir: string;
  /** What the entries are, for log lines. */
  kind: 'answers' | 'pictures';
  log: Logger;
  onFault?: (fault: DiskFault) => void;
}

/** A cause of failures is taken to be over when it has not occurred for this long. */
const RECOVERED_AFTER_MS = 10_000;

/** Reports faults on disk to the operator: each one to the metrics, a bounded number to the log. */
export class DiskFaults {
  readonly #options: DiskFaultsOptions;
  readonly #warnDamaged: (fields: object) => void;
  readonly #warnDropped: (fields: object) => void;
  /** When each cause of failures occurred last. */
  readonly #causes = new Map<string, number>();
  /** Of all causes, since the last recovery. */
  #failures = 0;

  constructor(options: DiskFaultsOptions) {
    this.#options = options;
    this.#warnDamaged = boundedWarnings(options.log, 'damaged file removed');
    this.#warnDropped = boundedWarnings(options.log, `${options.kind} not stored`, 1);
  }

  damaged(reason: string): void {
    this.#options.onFault?.('damaged');
    this.#warnDamaged({ dir: this.#options.dir, reason });
  }

  dropped(reason: string): void {
    this.#options.onFault?.('dropped');
    this.#warnDropped({ dir: this.#options.dir, reason });
  }

  /** Logged once for each cause, until it is over. */
  failed(operation: 'read' | 'write', error: unknown): void {
    const { dir, kind, log, onFault } = this.#options;
    const cause = codeOf(error) ?? String(error);
    onFault?.('failed');
    this.#failures += 1;
    if (!this.#causes.has(cause))
      log.warn({ dir, cause, err: error }, `${kind} cannot be ${operation === 'read' ? 'read' : 'stored'}`);
    this.#causes.set(cause, performance.now());
  }

  /** An operation has succeeded. */
  succeeded(): void {
    if (this.#causes.size === 0) return;
    const over = performance.now() - RECOVERED_AFTER_MS;
    for (const [cause, at] of this.#causes) if (at <= over) this.#causes.delete(cause);
    if (this.#causes.size > 0) return;
    const { dir, kind, log } = this.#options;
    log.info({ dir, failures: this.#failures }, `${kind} can be stored and read again`);
    this.#failures = 0;
  }
}

/** Of an error of the system: `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
