import { CommandError } from '@foyer/command-line';
import { UpstreamError } from '@foyer/gateway';

/** A failed call, with the status of the response if there was one. */
export interface CallFailure {
  error: unknown;
  status?: number;
}

/** A failure because of which nothing can be imported. */
export function fatalFailure(url: string, { error }: CallFailure): CommandError {
  if (error instanceof UpstreamError) return new CommandError(error.message, 1, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new CommandError(`${url} cannot be read: ${message.replace(/\.$/, '')}.`, 1, { cause: error });
}

/** Whether no other call will succeed either. */
export const concernsAllCalls = ({ status }: CallFailure): boolean => status === 401 || status === 403;

/** Whether the API asks for fewer calls, though with a status that means something else. */
export const isQuota = ({ status }: CallFailure): boolean => status === 422;
