import { join } from 'node:path';
import type { Locale } from '@foyer/messages';
import { Turn } from '@foyer/runtime';
import type * as z from 'zod';
import { cachedParser, type ParseStorage } from './cached-parser.ts';
import {
  type ContentFile,
  linesBefore,
  listMarkdownFiles,
  type MarkdownFile,
  readMarkdown,
  readYaml,
} from './content-files.ts';
import { tableFileOf } from './data-tables.ts';
import { type Counterpart, counterpartFinder, idOf, withoutFacts } from './facts.ts';
import { type Fault, faultAt, limitFaults } from './faults.ts';
import { pathExists, UnreadableFileError } from './file-system.ts';
import {
  emptyFaults,
  frontMatter,
  inspectData,
  inspectTable,
  type LoaderContext,
  markDraft,
  mayNameMore,
  publishedFields,
} from './kind-loaders.ts';
import {
  LastValidTranslations,
  type LoadedTranslations,
  type ParsedTranslation,
  type Translated,
} from './last-valid-translations.ts';
import { namesIn } from './named-files.ts';
import { parseItem } from './parse-item.ts';
import { FILE_START } from './text-position.ts';
import { isInLanguage, originalOf, translationFile } from './translation-files.ts';

/*
 * Loaders for the translations of a kind, for the three layouts. The fields of a translation replace those of the original
 * as they are in the file, and the kind's schema parses the result.
 */

export interface TranslationContext extends LoaderContext {
  locale: Locale;
  /** The language of an original that does not say its own. */
  defaultLocale: Locale;
}

interface ParsedTranslations {
  /** Faults of the file itself, not of a translation. */
  faults: Fault[];
  /** None: the file, or its original, cannot be parsed. */
  translations?: ParsedTranslation[];
  /** The files of `media/` that it names, if some of it is a draft, or cannot be shown because of its faults. */
  unshown?: readonly string[];
}

/** Parses the translations of changed files. A translation changes with its original. */
const translationParser = (
  context: TranslationContext,
  parseFile: (file: string) => ParsedTranslations | Promise<ParsedTranslations>,
) =>
  cachedParser(context, parseFile, {
    storage,
    sourcesOf: (file) => [file, originalOf(file), ...(context.tables ? [tableFileOf(file)] : [])],
  });

const storage: ParseStorage<ParsedTranslations> = {
  toStored({ faults, translations = [], unshown = [] }) {
    const valid = translations.flatMap(({ faults, translated, place }) =>
      translated && faults.length === 0 ? [{ index: 0, place, item: translated.item, own: [...translated.own] }] : [],
    );
    return faults.length === 0 && valid.length === translations.length ? { items: valid, unshown } : undefined;
  },
  fromStored: ({ items, unshown }) => ({
    faults: [],
    translations: items.map(({ place, item, own }) => ({
      place,
      faults: [],
      translated: { item, own: new Set(own) },
    })),
    unshown,
  }),
};

/** Loads the translation of a file with a single object, e.g. `contact.ne.yaml`. */
export function singleTranslationLoader<T extends z.ZodType<object>>(
  context: TranslationContext,
  original: string,
  schema: T,
) {
  const { dir, locale } = context;
  const parseFiles = translationParser(context, (file): ParsedTranslations => {
    const source = readYaml(dir, file);
    context.onFileRead?.(source);
    const wrongOriginal = originalFaults(context, file, undefined);
    if (wrongOriginal.length > 0) return { faults: wrongOriginal, translations: [] };
    const faults = [...source.faults, ...emptyFaults(source)];
    const base = readYaml(dir, original);
    const originalFields = fieldsOf(base.value);
    const own = withoutFacts(frontMatter(source, faults));
    const isUsable = source.isParsed && isObject(base.value);
    const values = { original: originalFields, own, merged: { ...originalFields, ...own } };
    const translated = isUsable
      ? parseTranslation(context, schema, source, values, faults, { isItem: false })
      : undefined;
    return { faults: [], translations: [{ place: original, faults, translated }] };
  });
  const lastValid = new LastValidTranslations();
  return async (): Promise<LoadedTranslations> => {
    const file = translationFile(original, locale);
    const parsed = await parseFiles(pathExists(join(dir, file)) ? [file] : []);
    return resolve(context, lastValid, parsed);
  };
}

/** Loads the translations of a folder of Markdown files, e.g. `news/*.ne.md`. */
export function markdownTranslationLoader<T extends z.ZodType<object>>(
  context: TranslationContext,
  folder: string,
  schema: T,
) {
  const { locale } = context;
  const parseFiles = translationParser(context, (file) => parseMarkdownTranslation(context, schema, file));
  const lastValid = new LastValidTranslations();
  let lastParsed: readonly ParsedTranslations[] | undefined;
  let current: LoadedTranslations = { translations: new Map(), unshown: [] };
  return async () => {
    const files = translationsIn(context, folder, locale);
    // The loader of the originals reports why the folder cannot be listed.
    if (!files) return current;
    const parsed = await parseFiles(files);
    if (parsed === lastParsed) reportFaults(context, parsed);
    else current = resolve(context, lastValid, parsed);
    lastParsed = parsed;
    return current;
  };
}

function parseMarkdownTranslation<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  file: string,
): ParsedTranslations {
  const { dir } = context;
  const original = originalOf(file);
  const source = readMarkdown(dir, file);
  const base = readMarkdown(dir, original);
  const baseFields = fieldsOf(base.value);
  const wrongOriginal = originalFaults(context, file, langOf(baseFields));
  const unshown = () => namesIn(source.text);
  if (wrongOriginal.length > 0) return { faults: wrongOriginal, translations: [], unshown: unshown() };
  const faults = [...source.faults];
  const ownFields = frontMatter(source, faults);
  const draftFaults: Fault[] = [];
  const allFields = { ...baseFields, ...withoutFacts(ownFields) };
  const fields = publishedFields(context, source, allFields, draftFaults);
  if ('draft' in ownFields) faults.push(...draftFaults);
  if (fields === undefined && faults.length === 0) return { faults: [], translations: [], unshown: unshown() };
  context.onFileRead?.(source);
  const isUsable = fields !== undefined && source.isParsed && base.isParsed;
  const values = { original: baseFields, own: withoutFacts(ownFields), merged: fieldsOf(fields) };
  const translated = isUsable ? parseText(context, schema, { source, base }, values, faults) : undefined;
  markDraft(translated?.item, allFields);
  return {
    faults: [],
    translations: [{ place: original, faults, translated }],
    unshown: mayNameMore({ item: translated?.item, faults }) ? unshown() : [],
  };
}

/** Parses the fields of a Markdown translation, and remembers its text: that of the original if its own is blank. */
function parseText<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  { source, base }: { source: MarkdownFile; base: MarkdownFile },
  values: TranslationValues,
  faults: Fault[],
): Translated | undefined {
  const { file, body, bodyLine } = source.body.trim() ? source : base;
  const text = body.trim();
  const { slug } = base;
  // As in an original, the schema sees the body only if it is blank.
  const merged = { id: slug, slug, ...values.merged, description: text ? undefined : body };
  const translated = parseTranslation(context, schema, source, { ...values, merged }, faults);
  const line = bodyLine + linesBefore(text, body);
  // The faults of the original's text are those of the original.
  const ofText = inspectData(context, text, { file, line }, file === source.file ? faults : []);
  const data = ofText + inspectTable(context, translated?.item, source.file, []);
  if (translated) context.texts.set(translated.item, text, { file, line, data });
  return translated;
}

/** Loads the translation of a file with a list, e.g. `faq.ne.yaml`. */
export function listTranslationLoader<T extends z.ZodType<object>>(
  context: TranslationContext,
  original: string,
  schema: T,
) {
  const { dir, locale } = context;
  const parseFiles = translationParser(context, (file) => parseListTranslation(context, schema, file, original));
  const lastValid = new LastValidTranslations();
  let current: LoadedTranslations = { translations: new Map(), unshown: [] };
  return async () => {
    const file = translationFile(original, locale);
    const parsed = await parseFiles(pathExists(join(dir, file)) ? [file] : []);
    const isUnparsable = parsed.some(({ translations }) => translations === undefined);
    if (isUnparsable) {
      reportFaults(context, parsed);
      current = { ...current, unshown: unshownIn(parsed) };
    } else current = resolve(context, lastValid, parsed);
    return current;
  };
}

async function parseListTranslation<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  file: string,
  original: string,
): Promise<ParsedTranslations> {
  const source = readYaml(context.dir, file);
  context.onFileRead?.(source);
  const unshown = () => namesIn(source.text);
  if (!pathExists(join(context.dir, original)))
    return { faults: [...source.faults, missingOriginal(file, original)], translations: [], unshown: unshown() };
  const elements: unknown = source.value ?? [];
  const empty = emptyFaults(source);
  if (!source.isParsed || empty.length > 0) return { faults: [...source.faults, ...empty], unshown: unshown() };
  if (!Array.isArray(elements)) {
    const fault = faultAt(source, [], 'expected a list: lines that begin with "- "');
    return { faults: [...source.faults, fault], unshown: unshown() };
  }
  const base = readYaml(context.dir, original);
  const baseElements: unknown = base.value ?? [];
  if (!base.isParsed || !Array.isArray(baseElements)) return { faults: source.faults, unshown: unshown() };
  const faults = [...source.faults];
  const translations = new Map<number, ParsedTranslation>();
  const turn = new Turn();
  const find = counterpartFinder(baseElements);
  for (const [index, element] of elements.entries()) {
    const counterpart = find(element, index);
    const message = counterpartFault(context, original, element, counterpart, translations);
    if (message) faults.push(faultAt(source, [index], message));
    else if (counterpart) {
      const translation = parseElement(context, schema, source, index, element, counterpart);
      if (translation) translations.set(counterpart.index, translation);
    }
    if (turn.isOver) await turn.end();
  }
  const parsed = [...translations.values()];
  const areAllKnown =
    parsed.length === elements.length &&
    !parsed.some(({ faults, translated }) => mayNameMore({ item: translated?.item, faults }));
  return { faults, translations: parsed, unshown: areAllKnown ? [] : unshown() };
}

/** Why an element of a translated list translates nothing; undefined if it does. */
function counterpartFault(
  { locale, defaultLocale }: TranslationContext,
  original: string,
  element: unknown,
  counterpart: Counterpart | undefined,
  translations: ReadonlyMap<number, unknown>,
): string | undefined {
  const id = idOf(element);
  if (!isObject(element) || Array.isArray(element)) return 'expected fields: lines like "name: …"';
  if (!counterpart) {
    return id === undefined ? `${original} has no element at this place` : `there is no id ${id} in ${original}`;
  }
  if (translations.has(counterpart.index)) return 'an earlier element translates the same one';
  if (isInLanguage(langOf(counterpart.element), locale, defaultLocale)) return `its original is in ${locale} already`;
  return undefined;
}

function parseElement<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  source: ContentFile,
  index: number,
  element: unknown,
  counterpart: Counterpart,
): ParsedTranslation | undefined {
  const ownFields = fieldsOf(element);
  const own = withoutFacts(ownFields);
  const original = fieldsOf(counterpart.element);
  const faults: Fault[] = [];
  const draftFaults: Fault[] = [];
  const allFields = { ...original, ...own };
  const merged = publishedFields(context, source, allFields, draftFaults, [index]);
  if ('draft' in ownFields) faults.push(...draftFaults);
  if (merged === undefined && faults.length === 0) return undefined;
  const values = { original, own, merged: fieldsOf(merged) };
  const translated =
    merged === undefined ? undefined : parseTranslation(context, schema, source, values, faults, { base: [index] });
  markDraft(translated?.item, allFields);
  return { place: idOf(counterpart.element) ?? counterpart.index, faults, translated };
}

interface TranslationValues {
  /** The fields of the original, as they are in its file. */
  original: object;
  /** Those of the translation. */
  own: object;
  /** Those of the original, replaced by the translation's. */
  merged: object;
}

/** Parses a translation; in the place of an invalid field it gets that of the original. */
function parseTranslation<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  source: ContentFile,
  { original, own, merged }: TranslationValues,
  faults: Fault[],
  options: { base?: PropertyKey[]; isItem?: boolean } = {},
): Translated | undefined {
  const item = parseItem(context, schema, source, merged, faults, { ...options, own, defaults: original });
  if (!item) return undefined;
  // The text is in this language whatever the original's `lang` says.
  if ('lang' in merged) Reflect.set(item, 'lang', context.locale);
  return { item, own: new Set(Object.keys(own)) };
}

/** The fault of a translation that has no original, or whose original is in its language. */
function originalFaults({ dir, locale, defaultLocale }: TranslationContext, file: string, lang: unknown): Fault[] {
  const original = originalOf(file);
  if (!pathExists(join(dir, original))) return [missingOriginal(file, original)];
  return isInLanguage(lang, locale, defaultLocale)
    ? [{ file, ...FILE_START, message: `${original} is in ${locale} already` }]
    : [];
}

const missingOriginal = (file: string, original: string): Fault => ({
  file,
  ...FILE_START,
  message: `there is no ${original} that it translates`,
});

function resolve(
  context: TranslationContext,
  lastValid: LastValidTranslations,
  parsed: readonly ParsedTranslations[],
): LoadedTranslations {
  reportFaults(context, parsed);
  const translations = lastValid.resolve(parsed.flatMap(({ translations = [] }) => translations));
  return { translations, unshown: unshownIn(parsed) };
}

const unshownIn = (parsed: readonly ParsedTranslations[]): string[] => parsed.flatMap(({ unshown = [] }) => unshown);

function reportFaults({ report }: TranslationContext, parsed: readonly ParsedTranslations[]): void {
  for (const { faults, translations = [] } of parsed) {
    report(limitFaults([...faults, ...translations.flatMap((translation) => translation.faults)]));
  }
}

const NO_FILES: readonly string[] = [];

/** Undefined if the folder cannot be listed. */
function translationsIn({ files }: TranslationContext, folder: string, locale: Locale): readonly string[] | undefined {
  try {
    return listMarkdownFiles(files, folder).translations.get(locale) ?? NO_FILES;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return undefined;
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): object => (isObject(value) && !Array.isArray(value) ? value : {});
const langOf = (fields: unknown): unknown => (isObject(fields) && 'lang' in fields ? fields.lang : undefined);
