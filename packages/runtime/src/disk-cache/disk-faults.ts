import type { Logger } from 'pino';
import { boundedWarnings } from '../log.ts';
import type { DiskFault } from '../metrics.ts';

export interface DiskFaultsOptions {
  dir: string;
  /** What the entries are, in log lines. */
  kind: 'answers' | 'pictures' | 'texts of documents';
  log: Logger;
  /** Called for each fault. */
  onFault?: (fault: DiskFault) => void;
}

/** A cause of failures counts as resolved when it has not occurred for this long. */
const RECOVERED_AFTER_MS = 10_000;

/** Reports the faults of a disk cache: each one to `onFault`, a bounded number to the log. */
export class DiskFaults {
  readonly #options: DiskFaultsOptions;
  readonly #warnDamaged: (fields: object) => void;
  readonly #warnDropped: (fields: object) => void;
  /** When each unresolved cause of failures last occurred, by `performance.now()`. */
  readonly #causes = { read: new Map<string, number>(), write: new Map<string, number>() };
  /** Failures of all causes since the last recovery. */
  #failures = 0;

  constructor(options: DiskFaultsOptions) {
    this.#options = options;
    this.#warnDamaged = boundedWarnings(options.log, 'damaged file removed');
    this.#warnDropped = boundedWarnings(options.log, `${options.kind} not stored`, 1);
  }

  /** Reports an entry that is removed because its file is damaged. */
  damaged(reason: string): void {
    this.#options.onFault?.('damaged');
    this.#warnDamaged({ dir: this.#options.dir, reason });
  }

  /** Reports an entry that is not written. */
  dropped(reason: string): void {
    this.#options.onFault?.('dropped');
    this.#warnDropped({ dir: this.#options.dir, reason });
  }

  /** Reports a failed operation. It is logged once for each cause, until the cause is resolved. */
  failed(operation: 'read' | 'write', error: unknown): void {
    const { dir, kind, log, onFault } = this.#options;
    const cause = codeOf(error) ?? String(error);
    onFault?.('failed');
    this.#failures += 1;
    if (!this.#causes.read.has(cause) && !this.#causes.write.has(cause))
      log.warn({ dir, cause, err: error }, `${kind} cannot be ${operation === 'read' ? 'read' : 'stored'}`);
    this.#causes[operation].set(cause, performance.now());
  }

  /** Notes that an operation succeeded: once no cause of failures is left, the recovery is logged. A full disk can still be read. */
  succeeded(operation: 'read' | 'write'): void {
    const { read, write } = this.#causes;
    if (this.#causes[operation].size === 0) return;
    const resolvedBefore = performance.now() - RECOVERED_AFTER_MS;
    for (const [cause, lastAt] of this.#causes[operation])
      if (lastAt <= resolvedBefore) this.#causes[operation].delete(cause);
    if (read.size + write.size > 0) return;
    const { dir, kind, log } = this.#options;
    log.info({ dir, failures: this.#failures }, `${kind} can be stored and read again`);
    this.#failures = 0;
  }
}

/** The code of a system error, like `ENOENT`; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
