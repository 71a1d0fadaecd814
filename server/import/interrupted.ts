import { CommandError } from '../command-line/command-error.ts';

/** The operator has interrupted the import. */
export const interrupted = () =>
  new CommandError('Stopped. Run the same command again: it goes on where it has stopped.');
