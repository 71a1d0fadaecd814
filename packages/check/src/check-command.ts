import { parseArgs } from 'node:util';
import { type Command, CommandError, print } from '@foyer/command-line';
import { readConfig } from '@foyer/config';
import { checkContent, readContent } from './check-content.ts';
import type { Finding, Level } from './findings.ts';
import type { LinkedSite } from './linked-site.ts';
import { FORMATS, reports } from './reports.ts';

/* npm run content:check: what editors should look at in a content folder. */

const USAGE = `Usage: npm run content:check -- [DIR] [--format ${FORMATS.join('|')}] [--strict]

Checks the content folder DIR, or else that of CONTENT_DIR: faults, and advice. LOCALES names its languages.

  --format text    a line for each finding, file:line:column (default)
  --format json    {"findings": [{file, line, column, level, rule, message}], "notes": [text]}
  --format github  commands for a GitHub workflow, which shows them beside the lines
  --strict         advice also ends with 1
  --help           shows this

Findings are written to stdout, everything else to stderr. It ends with 0 if there is no fault, 1 if there are faults,
2 for a wrong argument or configuration.
`;

/** @param linkedSite the site to which the folder's links lead */
export const checkCommand =
  (linkedSite: LinkedSite): Command =>
  async ({ args, env, stdout, stderr }) => {
    const options = readArguments(args);
    if (typeof options === 'string') throw new CommandError(`${options}\nSee: npm run content:check -- --help`, 2);
    const { dir: givenDir, format, strict, help } = options;
    if (help) {
      print(stdout, USAGE);
      return 0;
    }
    const config = readConfig(givenDir === undefined ? env : { ...env, CONTENT_DIR: givenDir });
    const { contentDir: dir, site, upstream } = config;
    const content = await readContent({ dir, timeZone: site.timeZone, locales: site.locales, needsSite: !upstream });
    const checked = await checkContent(content, config, linkedSite);
    print(stdout, reports[format](dir, checked));
    print(stderr, `${summary(checked.findings)}\n`);
    return checked.findings.some(({ level }) => strict || level === 'fault') ? 1 : 0;
  };

/** The arguments; a sentence about what is wrong with them. */
function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { format: { type: 'string' }, strict: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    const [dir, unexpected] = positionals;
    // An unset variable of a script: the default folder is not what it means.
    if (dir === '') return 'Empty argument: expected one folder.';
    if (unexpected !== undefined) return `Unexpected argument ${unexpected}: expected one folder.`;
    const format = FORMATS.find((known) => known === (values.format ?? 'text'));
    if (!format) return `Unknown format ${values.format}: expected ${FORMATS.join(', ')}.`;
    return { dir, format, strict: values.strict ?? false, help: values.help ?? false };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The rest explains how a name with a hyphen would be written.
    return `${error.message.split('. ', 1)[0]}.`;
  }
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  const [faults, advice] = [count('fault'), count('advice')];
  const ofFaults = faults === 0 ? 'no faults' : `${faults} ${faults === 1 ? 'fault' : 'faults'}`;
  return advice === 0 ? ofFaults : `${ofFaults}, ${advice} ${advice === 1 ? 'piece' : 'pieces'} of advice`;
}
