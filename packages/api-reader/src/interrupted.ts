import { CommandError } from '@foyer/command-line';

/** The operator has interrupted the import. */
export const interrupted = () =>
  new CommandError('Stopped. Run the same command again: it goes on where it has stopped.');
