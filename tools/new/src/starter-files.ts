import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  longTexts,
  readMarkdown,
  readYaml,
  STARTER_FILE,
  starterNote,
  translationFile,
  translationOf,
} from '@foyer/folder';
import type { Locale } from '@foyer/messages';
import { dump } from 'js-yaml';
import type { Choices, Profile } from './choices.ts';
import { fieldComments } from './field-comments.ts';
import { placeholderPictures } from './placeholder-pictures.ts';
import { SCHEMAS_FOLDER, schemaFiles, schemaOf } from './schema-files.ts';
import type { Files } from './write-folder.ts';

/** Has a template with every file. */
const COMPLETE: Profile = 'company';
const LEGAL_PAGES = /^page\/(?:citizen-charter|right-to-information)\./;
/** Of the template: it has Nepali translations. */
const TEMPLATE_LOCALE: Locale = 'en';
/** Instructions in the template that stand where the name goes. */
const NAME_PLACES: readonly string[] = ['Name of your organisation', 'तपाईंको संस्थाको नाम'];
/** Characters of a line of YAML. */
const LINE_WIDTH = 120;
/** VS Code offers to install the extension that reads the schemas. */
const EXTENSIONS = { recommendations: ['redhat.vscode-yaml'] };

/** A file of the template: what its YAML says, and for Markdown the text below it. */
interface Source {
  /** Its name in the template. */
  file: string;
  value: unknown;
  body?: string;
}

/** The template of a kind of organisation: files by name, each in the folder that has it last. */
type Template = ReadonlyMap<string, string>;

/** The files of a new content folder. @param templates a folder for each kind of organisation @param today as YYYY-MM-DD: its items are of this day */
export async function starterFiles(templates: string, choices: Choices, today: string): Promise<Files> {
  const template = await templateOf(templates, choices.profile);
  const names = [...template.keys()].sort();
  const files: Files = new Map();
  const accent = choices.accent ?? accentOf(read(template, 'site.yaml').value);
  for (const file of names.filter((name) => /^(?:README\.md|media\/.*\.\w+|[\w-]+\/.*\.csv)$/.test(name)))
    files.set(file, await readFile(join(template.get(file) ?? '', file)));
  const originals = names.filter((name) => /\.(?:md|yaml)$/.test(name) && name !== 'README.md' && !translationOf(name));
  const texts: string[] = [];
  for (const file of originals) {
    for (const [name, source] of inLocales((name) => read(template, name), file, names, choices)) {
      const filled = filledIn(source, name, { ...choices, accent, today });
      files.set(name, contentFile(name, filled));
      texts.push(...instructionsIn(filled, name));
    }
  }
  for (const [file, picture] of await placeholderPictures(accent)) files.set(file, picture);
  for (const [file, schema] of schemaFiles()) files.set(`${SCHEMAS_FOLDER}/${file}`, schema);
  files.set(STARTER_FILE, starterNote(texts));
  files.set('.vscode/extensions.json', `${JSON.stringify(EXTENSIONS, null, 2)}\n`);
  return files;
}

async function templateOf(templates: string, profile: Profile): Promise<Template> {
  const template = new Map<string, string>();
  for (const layer of new Set<Profile>([COMPLETE, profile])) {
    const dir = join(templates, layer);
    for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) template.set(relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'), dir);
  }
  const { value } = read(template, 'screens.yaml');
  const off = new Set(
    elementsOf(value).flatMap((screen) => (Reflect.get(screen, 'off') ? Reflect.get(screen, 'screen') : [])),
  );
  // A screen is named like the files of its content: blogs/, service-center.yaml, page/profile.md.
  for (const name of template.keys()) if (off.has(name.replace(/^page\//, '').split(/[/.]/)[0])) template.delete(name);
  return template;
}

const elementsOf = (value: unknown): object[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** The texts of a file that tell the editor what to write. A text about the law is to stay: only what names its own file is an instruction there. */
function instructionsIn({ value, body }: Source, name: string): string[] {
  const texts = longTexts({ value, body }).map(({ text }) => text);
  return LEGAL_PAGES.test(name) ? texts.filter((text) => text.includes(`\`${name}\``)) : texts;
}

function read(template: Template, file: string): Source {
  const dir = template.get(file) ?? '';
  const source = file.endsWith('.md') ? readMarkdown(dir, file) : readYaml(dir, file);
  if (source.faults.length > 0) throw new Error(`${file}: ${source.faults[0]?.message}`);
  return { ...source, file };
}

/** The file in the languages of the new folder: in the first one complete, in each other one only what differs. */
function inLocales(
  read: (file: string) => Source,
  file: string,
  names: readonly string[],
  { locales }: Choices,
): [name: string, source: Source][] {
  const original = read(file);
  const translated = (locale: Locale): Source | undefined =>
    names.includes(translationFile(file, locale)) ? read(translationFile(file, locale)) : undefined;
  const [main, ...others] = locales;
  const complete = main === TEMPLATE_LOCALE ? undefined : translated(main);
  const translations = others.flatMap((locale): [string, Source][] => {
    // The words of the original are what its translation into the main language has replaced.
    const words =
      locale === TEMPLATE_LOCALE
        ? complete && { ...original, value: wordsIn(original.value, complete.value) }
        : translated(locale);
    return words ? [[translationFile(file, locale), words]] : [];
  });
  const first = complete ? { ...complete, value: merged(original.value, complete.value) } : original;
  return [[file, first], ...translations];
}

/** An original with the fields of its translation in their places. The elements of the template's lists have the same order. */
function merged(original: unknown, translation: unknown): unknown {
  if (Array.isArray(original) && Array.isArray(translation))
    return original.map((element, index) => merged(element, translation[index]));
  return { ...fieldsOf(original), ...fieldsOf(translation) };
}

/** The fields of an original that its translation has too. */
function wordsIn(original: unknown, translation: unknown): unknown {
  if (Array.isArray(original) && Array.isArray(translation))
    return original.map((element, index) => wordsIn(element, translation[index]));
  const names = Object.keys(fieldsOf(translation));
  return Object.fromEntries(Object.entries(fieldsOf(original)).filter(([name]) => names.includes(name)));
}

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function accentOf(site: unknown): string {
  const accent: unknown = Reflect.get(fieldsOf(site), 'accent');
  if (typeof accent !== 'string') throw new Error('site.yaml of the template has no accent');
  return accent;
}

/**
 * A copy of a source with the name, the accent and the day in their places.
 * @param newFile its name in the new folder: texts that name their file name this one
 */
function filledIn(
  { file, value, body }: Source,
  newFile: string,
  { name, accent, today }: Choices & { today: string },
): Source {
  const renamed = (text: string) => text.replaceAll(file, newFile);
  const filled: unknown = JSON.parse(JSON.stringify(value), (key, part: unknown) => {
    if (key === 'created_at' || key === 'updated_at') return today;
    if (key === 'accent') return accent;
    if (typeof part !== 'string') return part;
    const text = renamed(part);
    return name === undefined ? text : NAME_PLACES.reduce((last, place) => last.replaceAll(place, () => name), text);
  });
  return { file, value: filled, body: body === undefined ? undefined : renamed(body) };
}

/** The text of a file, with comments that explain it. */
function contentFile(file: string, { value, body }: Source): string {
  const { schema, line } = schemaOf(file);
  const translation = translationOf(file);
  const comments = translation
    ? `# Only what differs from ${translation.original}: ids, dates and numbers are always those of the original.\n`
    : fieldComments(schema);
  const yaml = `${line}${comments}${dump(value, { lineWidth: LINE_WIDTH })}`;
  return body === undefined ? yaml : `---\n${yaml}---\n${body}`;
}
