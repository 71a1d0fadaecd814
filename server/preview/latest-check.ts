import type { Logger } from 'pino';

/** A page waits this long for the check of what an editor has just saved; then it says that the check is under way. */
const FINDINGS_TIMEOUT_MS = 1_000;

/** The result of the latest check. One check runs at a time: after changes during one there is one more. */
export class LatestCheck<Result> {
  readonly #check: () => Promise<Result>;
  readonly #log: Logger;
  #latest?: Promise<Result | 'failed'>;
  #isRunning = false;
  #isOutdated = false;

  /** @param check runs when a result is asked for, and there has been a change since the last one */
  constructor(check: () => Promise<Result>, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /** What is checked has changed. */
  renew(): void {
    if (this.#isRunning) this.#isOutdated = true;
    else this.#latest = undefined;
  }

  /** `pending` if the check takes longer than a page waits. `failed` is returned once: the next call checks again. */
  async result(): Promise<Result | 'pending' | 'failed'> {
    this.#latest ??= this.#run();
    const latest = this.#latest;
    const timeout = new Promise<'pending'>((resolve) =>
      setTimeout(resolve, FINDINGS_TIMEOUT_MS, 'pending' as const).unref(),
    );
    const result = await Promise.race([latest, timeout]);
    if (result === 'failed' && this.#latest === latest) this.#latest = undefined;
    return result;
  }

  async #run(): Promise<Result | 'failed'> {
    this.#isRunning = true;
    let result: Result | 'failed';
    do {
      this.#isOutdated = false;
      result = await this.#check().catch((err: unknown) => {
        this.#log.error({ err }, 'content could not be checked');
        return 'failed' as const;
      });
    } while (this.#isOutdated);
    this.#isRunning = false;
    return result;
  }
}
