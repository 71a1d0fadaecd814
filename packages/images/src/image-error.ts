/**
 * Why an image cannot be shown, or a document not be read. `missing`: there is no original. `broken`: the original cannot be used until an editor or
 * operator changes it. `unreachable`: its origin does not answer properly now. `busy`: this server has too much to do.
 */
export class ImageError extends Error {
  override readonly name = 'ImageError';

  constructor(
    readonly kind: 'missing' | 'broken' | 'unreachable' | 'busy',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
