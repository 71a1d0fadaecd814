import { parseArgs } from 'node:util';
import { ImportError } from '../import/import-error.ts';

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
SEARCH, SITE_TIME_ZONE, LOCALES, DATA_DIR, NODE_EXTRA_CA_CERTS (docs/configuration.md).

Exit code: 0 every call is usable; 1 some are not, or a mapping would read more; 2 wrong usage, or the API cannot be read.
`;

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

/** Parses the command line; undefined for --help. Throws an ImportError. */
export function readOptions(args: string[]): ConnectOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0)
    throw new ImportError('Expected the address of an API: npm run connect -- URL. --help says more.', 2);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ImportError(`${url} is no http(s) address: expected one as https://cms.example.org/frontapi/en/.`, 2);
  if (new URL(url).username || new URL(url).password)
    throw new ImportError('The address has a name or a password: set FRONTAPI_AUTHORIZATION instead.', 2);
  return {
    url,
    mapping: values.mapping,
    file: values.file ?? MAPPING_FILE,
    writes: values.write ?? false,
    locales: values.locales,
    isJson: values.json ?? false,
    maxWaitMs: secondsOf(values['max-wait']) * 1_000,
    isFresh: values.fresh ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        write: { type: 'boolean' },
        file: { type: 'string' },
        mapping: { type: 'string' },
        locales: { type: 'string' },
        json: { type: 'boolean' },
        'max-wait': { type: 'string' },
        fresh: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // The rest explains how a name with a hyphen would be written.
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ', 1);
    throw new ImportError(`${sentence}. --help says what is known.`, 2);
  }
}

function secondsOf(text: string | undefined): number {
  if (text === undefined) return WAIT_SECONDS;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ImportError(`--max-wait ${text}: expected a whole number.`, 2);
}
