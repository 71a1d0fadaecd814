/** A picture that cannot be shown: `broken` stays so until somebody changes it, `unreachable` may be there the next time, `busy` is ours. */
export class PictureError extends Error {
  override readonly name = 'PictureError';

  constructor(
    readonly kind: 'missing' | 'broken' | 'unreachable' | 'busy',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
