import { readdir, readFile, writeFile } from 'node:fs/promises';
import { compileMessage, typeOf } from './compile-message.mjs';
import { sourceFiles } from './freshness.mjs';

/*
 * Compiles the catalogues of packages/messages/src, <locale>.json, to modules: an interface text is a string, or a function of
 * its parameters (docs/translating.md). Without ICU's parser in the browser a catalogue has less than 2 kB.
 */

const FOLDER = 'packages/messages/src';
const SOURCES = ['shared', 'client', 'server', 'packages', 'tools'];
/** The catalogue whose keys and parameters the others have. */
const REFERENCE = 'en';
const NOTE =
  '/* Written by the build and by `npm run check` (scripts/build/messages.mjs) from the catalogues of this folder. */';
const UNFORMATTED = '// biome-ignore-all format: written by the build';

/**
 * @typedef {import('./compile-message.mjs').Message} Message
 * @typedef {import('./compile-message.mjs').Parameters} Parameters
 * @typedef {Record<string, string>} Catalogue
 */

/**
 * Writes the modules. Rejects with a sentence for each fault.
 * @param {string} [folder]
 * @param {readonly string[]} [sourceFolders] where the messages are used
 * @returns {Promise<void>}
 */
export async function writeMessages(folder = FOLDER, sourceFolders = SOURCES) {
  const locales = (await readdir(folder)).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
  locales.sort((a, b) => Number(b === REFERENCE) - Number(a === REFERENCE) || (a < b ? -1 : 1));
  const faults = [];
  /** @type {Map<string, Map<string, Message>>} */
  const compiled = new Map();
  for (const locale of locales) {
    const file = `${folder}/${locale}.json`;
    const result = compileCatalogue(JSON.parse(await readFile(file, 'utf8')), locale);
    compiled.set(locale, result.messages);
    faults.push(...result.faults.map((fault) => `${file}: ${fault}`));
  }
  const reference = compiled.get(REFERENCE) ?? new Map();
  for (const [locale, messages] of compiled) {
    faults.push(...differences(messages, reference).map((fault) => `${folder}/${locale}.json: ${fault}`));
  }
  const used = await usedNames(sourceFolders, folder);
  const unused = [...reference.keys()].filter((key) => !used.has(key));
  faults.push(...unused.map((key) => `${folder}/${REFERENCE}.json: ${key} is not used`));
  if (faults.length > 0) throw new Error(faults.join('\n'));

  for (const [locale, messages] of compiled) {
    const inOrder = new Map([...reference.keys()].map((key) => [key, messages.get(key)]));
    await writeChanged(`${folder}/${locale}.ts`, catalogueModule(/** @type {Map<string, Message>} */ (inOrder)));
  }
  await writeChanged(`${folder}/index.ts`, indexModule(reference, locales));
}

/**
 * @param {Catalogue} catalogue
 * @param {string} locale
 */
export function compileCatalogue(catalogue, locale) {
  /** @type {Map<string, Message>} */
  const messages = new Map();
  const faults = [];
  for (const [key, text] of Object.entries(catalogue)) {
    if (!/^[a-z]\w*$/i.test(key)) faults.push(`${key} is not a name`);
    try {
      messages.set(key, compileMessage(text, locale));
    } catch (error) {
      faults.push(`${key}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { messages, faults };
}

/**
 * @param {Map<string, Message>} messages
 * @param {Map<string, Message>} reference
 */
function differences(messages, reference) {
  const faults = [...messages.keys()].filter((key) => !reference.has(key)).map((key) => `${key} is not in English`);
  for (const [key, { parameters }] of reference) {
    const own = messages.get(key)?.parameters;
    if (!own) faults.push(`${key} is missing`);
    else if (signature(own) !== signature(parameters))
      faults.push(`${key} has the parameters ${signature(own)}, not ${signature(parameters)}`);
  }
  return faults;
}

/** The names of the parameters, and which of them are tags: a number may be a plural in one language only. @param {Parameters} parameters */
function signature(parameters) {
  const names = [...parameters].map(([name, type]) => (type.includes('=>') ? `<${name}>` : `{${name}}`));
  return names.sort().join(' ') || 'none';
}

/**
 * What sources name after a point, in quotes, or when they take the messages apart.
 * @param {readonly string[]} folders
 * @param {string} catalogues
 */
async function usedNames(folders, catalogues) {
  const files = (await Promise.all(folders.map(sourceFiles))).flat();
  const used = new Set();
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || file.startsWith(`${catalogues}/`)) continue;
    const text = await readFile(file, 'utf8');
    for (const [, name, quotedName] of text.matchAll(/\.(\w+)|'(\w+)'/g)) used.add(name ?? quotedName);
    for (const [, names = ''] of text.matchAll(/\{([^{}]*)\} = (?:useMessages|messagesOf)\(/g)) {
      for (const [name] of names.matchAll(/\w+/g)) used.add(name);
    }
  }
  return used;
}

/** @param {Map<string, Message>} messages */
function catalogueModule(messages) {
  const rows = [...messages].map(([key, { code }]) => `  ${key}: ${code},`);
  const helpers = ['digits', 'plural', 'timeOfDay'].filter((name) => rows.some((row) => row.includes(`${name}('`)));
  return [
    UNFORMATTED,
    NOTE,
    ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from './format.ts';`] : []),
    '',
    'export default {',
    ...rows,
    '};',
    '',
  ].join('\n');
}

/**
 * @param {Map<string, Message>} messages
 * @param {string[]} locales
 */
function indexModule(messages, locales) {
  const members = [...messages].map(([key, { parameters }]) => {
    if (parameters.size === 0) return `  readonly ${key}: string;`;
    const hasTags = [...parameters.values()].some((type) => type.includes('=>'));
    const head = `${hasTags ? '<Node>' : ''}(values: ${typeOf(parameters)})`;
    return `  readonly ${key}: ${head} => ${hasTags ? '(string | Node)[]' : 'string'};`;
  });
  return [
    UNFORMATTED,
    NOTE,
    '',
    'export interface Messages {',
    ...members,
    '}',
    `export type Locale = ${locales.map((locale) => `'${locale}'`).join(' | ')};`,
    'export const catalogues: Record<Locale, () => Promise<{ default: Messages }>> = {',
    ...locales.map((locale) => `  ${locale}: () => import('./${locale}.ts'),`),
    '};',
    '',
  ].join('\n');
}

const ROW = /^ {2}(\w+): (.+)$/gm;

/**
 * A catalogue's module for browsers: the texts without their keys, which would be a third of the file.
 * @param {string} source of the module
 */
export function textsModule(source) {
  return source
    .replace(ROW, '  $2')
    .replace('export default {', 'export default [')
    .replace(/\};\n$/, '];\n');
}

/**
 * The index for browsers, which adds the keys to the texts.
 * @param {string} source of a catalogue's module: the texts have the same order in all of them
 * @param {readonly string[]} locales
 */
export function browserIndex(source, locales) {
  const keys = [...source.matchAll(ROW)].map(([, key]) => key);
  return [
    `const keys = '${keys.join(' ')}'.split(' ');`,
    'const withKeys = ({ default: texts }) => ({',
    '  default: Object.fromEntries(keys.map((key, index) => [key, texts[index]])),',
    '});',
    'export const catalogues = {',
    ...locales.map((locale) => `  ${locale}: () => import('./${locale}.ts').then(withKeys),`),
    '};',
  ].join('\n');
}

/** An unchanged file is not written: `npm run dev` builds at each change. @param {string} path @param {string} text */
async function writeChanged(path, text) {
  const written = await readFile(path, 'utf8').catch(() => undefined);
  if (written !== text) await writeFile(path, text);
}

if (process.argv[1] === import.meta.filename) await writeMessages();
