import { CommandError, checkApiAddress, parseCommand, wholeNumber } from '@foyer/command-line';

/** The default of --max-wait. */
const WAIT_SECONDS = 300;
/** The default of --file. */
export const MAPPING_FILE = 'mapping.yaml';

export const USAGE = `Asks a content API every call of the contract, and says what fits.

  npm run connect -- URL [options]

  URL               the base of the API, as https://cms.example.org/frontapi/en/

  --write           writes the proposed mapping; a file that has been changed since stays
  --file FILE       where --write writes it, ${MAPPING_FILE} if missing
  --mapping FILE    applies this mapping; FRONTAPI_MAPPING if missing
  --locales en,ne   the editions, the default one first; LOCALES if missing
  --json            one JSON document on stdout (docs/connecting.md)
  --max-wait N      seconds for which the API may ask for pauses in a row, ${WAIT_SECONDS} if missing
  --fresh           asks again what an earlier run has received
  --help            this text

Of the environment: FRONTAPI_AUTHORIZATION, UPSTREAM_BUDGET, UPSTREAM_CONCURRENCY, UPSTREAM_TIMEOUT, UPSTREAM_MAX_BYTES,
SEARCH, SITE_TIME_ZONE, LOCALES, DATA_DIR, HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS (docs/configuration.md).

Exit code: 0 every call is usable; 1 some are not, or a mapping would read more; 2 wrong usage, or the API cannot be read.
`;

const OPTIONS = {
  write: { type: 'boolean' },
  file: { type: 'string' },
  mapping: { type: 'string' },
  locales: { type: 'string' },
  json: { type: 'boolean' },
  'max-wait': { type: 'string' },
  fresh: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface ConnectOptions {
  url: string;
  /** A mapping to apply. */
  mapping?: string;
  /** Where a proposed mapping is written. */
  file: string;
  writes: boolean;
  locales?: string;
  isJson: boolean;
  maxWaitMs: number;
  isFresh: boolean;
}

/** Parses the command line; undefined for --help. Throws a CommandError. */
export function readOptions(args: string[]): ConnectOptions | undefined {
  const { values, positionals } = parseCommand(args, OPTIONS);
  if (values.help) return undefined;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0)
    throw new CommandError('Expected the address of an API: npm run connect -- URL. --help says more.', 2);
  checkApiAddress(url);
  return {
    url,
    mapping: values.mapping,
    file: values.file ?? MAPPING_FILE,
    writes: values.write ?? false,
    locales: values.locales,
    isJson: values.json ?? false,
    maxWaitMs: wholeNumber('max-wait', values['max-wait'], WAIT_SECONDS) * 1_000,
    isFresh: values.fresh ?? false,
  };
}
