/** Why content could not be had. `status` is what our own API answers: 400, 404, 429, 502, 503 or 504. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  /** Milliseconds after which asking again has some use. */
  readonly retryAfter?: number;
  constructor(
    readonly status: number,
    message: string,
    { cause, retryAfter }: { cause?: unknown; retryAfter?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/** The status of the page that could not be made because of this error: the visitor's fault, nothing there, ours, or the upstream's. */
export function pageStatus(error: unknown): number {
  if (!(error instanceof ContentError)) return 500;
  return error.status === 400 || error.status === 404 ? error.status : 503;
}
