/** One request that serves every caller of its key. */
interface InFlightRequest<T> {
  result: Promise<T>;
  controller: AbortController;
  /** Readers with a signal that has not been aborted. */
  callers: number;
  /** A caller without a signal cannot abort: the request runs to its end. */
  isUnabortable: boolean;
}

/** The request, and its handlers. A result that is not current is for its callers only, not for a cache. */
export interface CoalescedLoad<T> {
  load(signal: AbortSignal): Promise<T>;
  loaded(value: T, isCurrent: boolean): void;
  failed(error: unknown, state: { isCurrent: boolean; isAborted: boolean }): void;
}

/**
 * Coalesces requests: one in-flight request per key serves all its callers, and is aborted when the last of them aborts.
 * A detached request still serves its callers, but is no longer current: the next caller starts another one.
 */
export class CoalescedRequests<T> {
  readonly #inFlight = new Map<string, InFlightRequest<T>>();
  readonly #abandoned: () => Error;

  /** @param abandoned the reason of the abort when the last caller has aborted */
  constructor(abandoned: () => Error) {
    this.#abandoned = abandoned;
  }

  /** Joins the in-flight request of a key, or starts one. Rejects with the signal's reason when the caller aborts. */
  join(key: string, load: () => CoalescedLoad<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const request = this.#inFlight.get(key) ?? this.#start(key, load());
    if (!signal) {
      request.isUnabortable = true;
      return request.result;
    }
    request.callers += 1;
    return new Promise((resolve, reject) => {
      const abort = () => {
        request.callers -= 1;
        if (request.callers === 0 && !request.isUnabortable) {
          request.controller.abort(this.#abandoned());
          this.#finish(key, request);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      request.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
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
    const request: InFlightRequest<T> = { result, controller, callers: 0, isUnabortable: false };
    // All callers may have aborted before it rejects.
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
