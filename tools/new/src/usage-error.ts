/** The command line is wrong; the message says what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
