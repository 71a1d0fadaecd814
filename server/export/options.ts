import { CommandError, parseCommand } from '@foyer/command-line';
import type { Layout } from './file-layout.ts';

const CONCURRENCY = 4;

export const USAGE = `Writes the site as files, for any static host.

  npm run export -- DIR [options]

  DIR               the folder of the export; a second export writes what has changed, and removes what is gone

  --layout NAME     files (/news/7.html, if missing) for hosts with rules: nginx, Netlify, Cloudflare Pages;
                    folders (/news/7/index.html) for any other
  --concurrency N   pages that are made at the same time, ${CONCURRENCY} if missing
  --keep-going      exports although a page could not be made: its last file stays
  --next            prints when the content of the last export changes by itself, and exports nothing
  --help            this text

The content is that of the server: CONTENT_DIR, FRONTAPI_URL, LOCALES, SITE_URL and the others of docs/configuration.md.

Exit code: 0 the export is complete; 1 a page is missing or the content has faults, which the output names; 2 wrong usage or configuration.
`;

const OPTIONS = {
  layout: { type: 'string' },
  concurrency: { type: 'string' },
  'keep-going': { type: 'boolean' },
  next: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export interface ExportOptions {
  dir: string;
  layout: Layout;
  concurrency: number;
  keepGoing: boolean;
  /** Print the time of the next change alone. */
  printsNext: boolean;
}

/** Parses the command line; undefined for --help. Throws a CommandError. */
export function readOptions(args: string[]): ExportOptions | undefined {
  const { values, positionals } = parseCommand(args, OPTIONS);
  if (values.help) return undefined;
  const [dir, ...more] = positionals;
  if (dir === undefined || more.length > 0)
    throw new CommandError('Expected a folder: npm run export -- DIR. --help says more.', 2);
  const { layout = 'files', concurrency = String(CONCURRENCY) } = values;
  if (layout !== 'files' && layout !== 'folders')
    throw new CommandError(`--layout ${layout}: expected files or folders.`, 2);
  if (!/^[1-9]\d?$/.test(concurrency))
    throw new CommandError(`--concurrency ${concurrency}: expected a whole number from 1 to 99.`, 2);
  return {
    dir,
    layout,
    concurrency: Number(concurrency),
    keepGoing: values['keep-going'] ?? false,
    printsNext: values.next ?? false,
  };
}
