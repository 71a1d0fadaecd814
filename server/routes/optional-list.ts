import { isNotFound } from '@foyer/gateway';

/** For `catch`: an organisation need not have every list. Throws for any other failure. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
