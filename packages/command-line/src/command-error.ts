/** Why a command cannot go on, as a sentence for the operator that says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** @param exitCode 1: something is to be corrected or repeated; 2: wrong usage or configuration */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
