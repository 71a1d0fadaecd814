import { CommandError, checkApiAddress, parseCommand, wholeNumber } from '@foyer/command-line';

/** The default of --max-media-mb. */
const MEDIA_MB = 2_000;
/** The default of --max-wait. */
const WAIT_SECONDS = 600;

export const USAGE = `Reads a content API into a content folder.

  npm run import -- URL DIR [options]

  URL                 the base of the API, as https://cms.example.org/frontapi/en/
  DIR                 the content folder; a second import brings what is new, and leaves what editors have changed

  --locales en,ne     the editions, the default one first; LOCALES if missing
  --site-url URL      where the old site is: links to its pages become links of the new one
  --max-media-mb N    pictures and documents that are fetched, ${MEDIA_MB} if missing; beyond it their addresses stay
  --max-wait N        seconds for which the API may ask for pauses in a row, ${WAIT_SECONDS} if missing
  --prune             deletes what the CMS does not have any more, unless an editor has changed it
  --dry-run           writes nothing, and says what would be written
  --help              this text

Of the environment: FRONTAPI_AUTHORIZATION, FRONTAPI_MAPPING, UPSTREAM_BUDGET, UPSTREAM_CONCURRENCY, UPSTREAM_TIMEOUT, UPSTREAM_MAX_BYTES,
MEDIA_ORIGINS, VIDEO_ORIGINS, SITE_TIME_ZONE, SITE_NAME, LOCALES, HTTPS_PROXY, NO_PROXY (docs/configuration.md).

Exit code: 0 everything is in the folder; 1 something is not, and the output says what; 2 wrong usage or configuration.
`;

const OPTIONS = {
  locales: { type: 'string' },
  'site-url': { type: 'string' },
  'max-media-mb': { type: 'string' },
  'max-wait': { type: 'string' },
  prune: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export interface ImportOptions {
  url: string;
  dir: string;
  locales?: string;
  siteUrl?: string;
  maxMediaBytes: number;
  maxWaitMs: number;
  prune: boolean;
  isDryRun: boolean;
}

/** Parses the command line; undefined for --help. Throws a CommandError. */
export function readOptions(args: string[]): ImportOptions | undefined {
  const { values, positionals } = parseCommand(args, OPTIONS);
  if (values.help) return undefined;
  const [url, dir, ...more] = positionals;
  if (url === undefined || dir === undefined || more.length > 0)
    throw new CommandError(
      'Expected the address of an API and a folder: npm run import -- URL DIR. --help says more.',
      2,
    );
  const siteUrl = values['site-url'];
  checkApiAddress(url);
  if (siteUrl !== undefined) checkApiAddress(siteUrl);
  return {
    url,
    dir,
    locales: values.locales,
    siteUrl,
    maxMediaBytes: wholeNumber('max-media-mb', values['max-media-mb'], MEDIA_MB) * 1_000_000,
    maxWaitMs: wholeNumber('max-wait', values['max-wait'], WAIT_SECONDS) * 1_000,
    prune: values.prune ?? false,
    isDryRun: values['dry-run'] ?? false,
  };
}
