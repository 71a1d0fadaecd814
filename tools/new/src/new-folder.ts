import { parseArgs } from 'node:util';
import {
  type Command,
  type CommandContext,
  CommandError,
  checkCommand,
  NEW_COMMAND,
  print,
  serveCommand,
} from '@foyer/command-line';
import { NEW_SETTINGS, SETTINGS_FILE } from '@foyer/editor-forms';
import { readChoice } from './choices.ts';
import { askForMissing, type Given } from './questions.ts';
import { SCHEMAS_FOLDER, schemaFiles } from './schema-files.ts';
import { starterFiles } from './starter-files.ts';
import { UsageError } from './usage-error.ts';
import { refuseOccupied, replaceFolder, writeFolder } from './write-folder.ts';

/* npm run new -- DIR: writes a new content folder. Exits with 1 if it cannot be written, and with 2 for a wrong command line. */

const HELP = `${NEW_COMMAND} DIR [options]

Writes a content folder with everything that a site needs: one item of each kind, with comments that explain each field.
On a terminal it asks for what is not given.

  --for KIND          company, cooperative, municipality, school or ngo: its screens, labels and pages; a company's if not given
  --name NAME         the name of the organisation
  --accent COLOUR     its colour, such as "#1f4b5c"
  --locales en,ne     the languages, the main one first; only English if not given
  --with-cms          with the settings of the web editor, which writes to a git repository

${NEW_COMMAND} DIR --schemas

Renews the schemas in DIR, by which programs for editors complete fields and mark mistakes: after an update of Foyer.
`;

/** @param template the folder with the template of each kind of organisation */
export const newFolder =
  (template: string): Command =>
  async (context) => {
    try {
      return await run(context, template);
    } catch (error) {
      if (error instanceof UsageError) throw new CommandError(`${error.message}\n\n${HELP.trimEnd()}`, 2);
      throw error;
    }
  };

async function run(context: CommandContext, template: string): Promise<number> {
  const { args, stdout, interruption } = context;
  const { values, positionals } = readArguments(args);
  if (values.help) {
    print(stdout, HELP);
    return 0;
  }
  const [dir, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`expected one folder, not also ${others.join(', ')}`);
  if (values.schemas) {
    if (!dir || Object.keys(values).length > 1)
      throw new UsageError('--schemas: expected a folder, and no other option');
    const files = schemaFiles();
    await replaceFolder(dir, SCHEMAS_FOLDER, files, interruption());
    print(stdout, `${dir}/${SCHEMAS_FOLDER} has ${files.size} schemas.\n`);
    return 0;
  }
  if (dir) await refuseOccupied(dir);
  const given = await complete(
    {
      dir,
      profile: values.for === undefined ? undefined : readChoice.profile(values.for),
      name: values.name === undefined ? undefined : readChoice.name(values.name),
      accent: values.accent === undefined ? undefined : readChoice.accent(values.accent),
      locales: values.locales === undefined ? undefined : readChoice.locales(values.locales),
    },
    context,
  );
  if (!given.dir) throw new UsageError('expected a folder that is not there yet');
  const { profile = 'company', locales = readChoice.locales('en') } = given;
  const choices = { ...given, profile, locales };
  const files = await starterFiles(template, choices, today());
  if (values['with-cms']) files.set(SETTINGS_FILE, NEW_SETTINGS);
  await writeFolder(given.dir, files, interruption());
  print(stdout, nextSteps(given.dir, files.size, choices.locales));
  if (values['with-cms'])
    print(stdout, `\nThe web editor: name your repository in ${given.dir}/${SETTINGS_FILE} (docs/web-editor.md).\n`);
  return 0;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        for: { type: 'string' },
        name: { type: 'string' },
        accent: { type: 'string' },
        locales: { type: 'string' },
        'with-cms': { type: 'boolean' },
        schemas: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Asks on a terminal for what is missing. */
async function complete(given: Given, { stdin, stderr }: CommandContext): Promise<Given> {
  return stdin.isTTY && stderr.isTTY ? askForMissing(given, { input: stdin, output: stderr }) : given;
}

/** By this machine's clock and zone. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA').format();
}

function nextSteps(dir: string, count: number, locales: readonly string[]): string {
  return `${dir} has ${count} files.

To see the site at http://localhost:3000:
  ${serveCommand(dir, locales)}
To look for mistakes:
  ${checkCommand(dir, locales)}
Begin with site.yaml and home.yaml. README.md in ${dir} says where everything is.
`;
}
