import { type ParseArgsConfig, parseArgs } from 'node:util';
import { httpUrl, mayHaveSecret } from '@foyer/config';
import { CommandError } from './command-error.ts';

/** The options of a command by their names, and its other words. Throws a CommandError, 2. */
export function parseCommand<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    // The rest explains how a name with a hyphen would be written.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ', 1);
    throw new CommandError(`${sentence}. --help says what is known.`, 2);
  }
}

/** The value of an option. Throws a CommandError, 2. */
export function wholeNumber(name: string, text: string | undefined, missing: number): number {
  if (text === undefined) return missing;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} ${text}: expected a whole number.`, 2);
}

/** Throws a CommandError, 2, for what is no address of an API. */
export function checkApiAddress(url: string): void {
  if (httpUrl.safeParse(url).success) return;
  if (mayHaveSecret(url))
    throw new CommandError(
      'The address has a user name, a password, a query or a fragment: leave it out. A token goes into FRONTAPI_AUTHORIZATION.',
      2,
    );
  throw new CommandError(`${url} is no http(s) address: expected one as https://cms.example.org/frontapi/en/.`, 2);
}
