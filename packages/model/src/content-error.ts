/** A failed call of the content API. `status` is the status of our own API's answer: 400, 404, 405, 414, 429, 502, 503 or 504. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  /** Milliseconds after which another request may succeed. */
  readonly retryAfterMs?: number;
  constructor(
    readonly status: number,
    message: string,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The status of a page that fails with this error: 400 or 404 as they are, 503 for the upstream's failures, 500 for our own. */
export function pageStatus(error: unknown): number {
  if (!(error instanceof ContentError)) return 500;
  return error.status === 400 || error.status === 404 ? error.status : 503;
}
