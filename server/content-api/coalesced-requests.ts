/** One request that serves every reader of its key. */
interface InFlightRequest<T> {
  result: Promise<T>;
  controller: AbortController;
  /** Readers with a signal that has not been aborted. */
  readers: number;
  /** A reader without a signal never leaves: the request runs to its end. */
  isPinned: boolean;
}

/** The request, and its handlers. A result that is not current is for its readers only, not for a cache. */
export interface CoalescedLoad<T> {
  load(signal: AbortSignal): Promise<T>;
  loaded(value: T, isCurrent: boolean): void;
  failed(error: unknown, state: { isCurrent: boolean; isAborted: boolean }): void;
}

/**
 * Coalesces requests: one in-flight request per key serves all its readers, and is aborted when the last of them leaves.
 * A detached request still serves its readers, but is no longer current: the next reader starts another one.
 */
export class CoalescedRequests<T> {
  readonly #inFlight = new Map<string, InFlightRequest<T>>();
  readonly #abandoned: () => Error;

  /** @param abandoned the reason of the abort when the last reader has left */
  constructor(abandoned: () => Error) {
    this.#abandoned = abandoned;
  }

  /** Joins the in-flight request of a key, or starts one. Rejects with the signal's reason when the reader leaves. */
  join(key: string, load: () => CoalescedLoad<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const request = this.#inFlight.get(key) ?? this.#start(key, load());
    if (!signal) {
      request.isPinned = true;
      return request.result;
    }
    request.readers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        request.readers -= 1;
        if (request.readers === 0 && !request.isPinned) {
          request.controller.abort(this.#abandoned());
          this.#finish(key, request);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      request.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Detaches the requests whose keys match: their results are of content before a purge. */
  detach(matches: (key: string) => boolean): void {
    for (const key of this.#inFlight.keys()) if (matches(key)) this.#inFlight.delete(key);
  }

  #start(key: string, { load, loaded, failed }: CoalescedLoad<T>): InFlightRequest<T> {
    const controller = new AbortController();
    const result = load(controller.signal).then(
      (value) => {
        loaded(value, this.#finish(key, request));
        return value;
      },
      (error: unknown) => {
        failed(error, { isCurrent: this.#finish(key, request), isAborted: controller.signal.aborted });
        throw error;
      },
    );
    const request: InFlightRequest<T> = { result, controller, readers: 0, isPinned: false };
    // All readers may have left before it rejects.
    result.catch(() => {});
    this.#inFlight.set(key, request);
    return request;
  }

  /** @returns whether the request was current */
  #finish(key: string, request: InFlightRequest<T>): boolean {
    if (this.#inFlight.get(key) !== request) return false;
    this.#inFlight.delete(key);
    return true;
  }
}
