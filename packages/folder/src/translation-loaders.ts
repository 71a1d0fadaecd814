import { join } from 'node:path';
import type { Locale } from '@foyer/messages';
import type * as z from 'zod';
import { cachedParser, type ParseStorage } from './cached-parser.ts';
import { linesBefore, listMarkdownFiles, type MarkdownFile, readMarkdown, readYaml } from './content-files.ts';
import { tableFileOf } from './data-tables.ts';
import { withoutFacts } from './facts.ts';
import { type Fault, faultAt, limitFaults } from './faults.ts';
import { pathExists, UnreadableFileError } from './file-system.ts';
import { markDraft, mayNameMore, publishedFields } from './hidden-items.ts';
import { emptyFaults, frontMatter, inspectData, inspectTable } from './kind-loaders.ts';
import { LastValidTranslations, type LoadedTranslations, type Translated } from './last-valid-translations.ts';
import { namesIn } from './named-files.ts';
import { parseListTranslation } from './parse-list-translation.ts';
import {
  fieldsOf,
  isObject,
  langOf,
  originalFaults,
  type ParsedTranslations,
  parseTranslation,
  type TranslationContext,
  type TranslationValues,
} from './parse-translation.ts';
import { isOwnFault, withOriginalColumns } from './translated-columns.ts';
import { originalOf, translationFile } from './translation-files.ts';

/*
 * Loaders for the translations of a kind, for the three layouts. The fields of a translation replace those of the original
 * as they are in the file, and the kind's schema parses the result.
 */

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
  toStored({ faults, translations = [], mediaOfHiddenItems = [] }) {
    const valid = translations.flatMap(({ faults, translated, place }) =>
      translated && faults.length === 0 ? [{ index: 0, place, item: translated.item, own: [...translated.own] }] : [],
    );
    return faults.length === 0 && valid.length === translations.length
      ? { items: valid, mediaOfHiddenItems }
      : undefined;
  },
  fromStored: ({ items, mediaOfHiddenItems }) => ({
    faults: [],
    translations: items.map(({ place, item, own }) => ({
      place,
      faults: [],
      translated: { item, own: new Set(own) },
    })),
    mediaOfHiddenItems,
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
  let current: LoadedTranslations = { translations: new Map(), mediaOfHiddenItems: [] };
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
  const mediaOfHiddenItems = () => namesIn(source.text);
  if (wrongOriginal.length > 0)
    return { faults: wrongOriginal, translations: [], mediaOfHiddenItems: mediaOfHiddenItems() };
  const faults = [...source.faults];
  const ownFields = frontMatter(source, faults);
  const draftFaults: Fault[] = [];
  const own = withoutFacts(ownFields);
  const allFields = withOriginalColumns({ ...baseFields, ...own }, baseFields);
  const fields = publishedFields(context, source, allFields, draftFaults);
  if ('draft' in ownFields) faults.push(...draftFaults);
  if (fields === undefined && faults.length === 0)
    return { faults: [], translations: [], mediaOfHiddenItems: mediaOfHiddenItems() };
  context.onFileRead?.(source);
  const isUsable = fields !== undefined && source.isParsed && base.isParsed;
  const values = { original: baseFields, own, merged: fieldsOf(fields) };
  const translated = isUsable ? parseText(context, schema, { source, base }, values, faults) : undefined;
  markDraft(translated?.item, allFields);
  return {
    faults: [],
    translations: [{ place: original, faults, translated }],
    mediaOfHiddenItems: mayNameMore({ item: translated?.item, faults }) ? mediaOfHiddenItems() : [],
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
  const ofTable: Fault[] = [];
  const isReported = isOwnFault(values.own, values.original);
  const data = ofText + inspectTable(context, translated?.item, source.file, ofTable, isReported);
  // It is the head that has to be corrected.
  for (const { file, line, message } of ofTable)
    faults.push(faultAt(source, ['columns'], `${file}:${line}: ${message}`));
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
  let current: LoadedTranslations = { translations: new Map(), mediaOfHiddenItems: [] };
  return async () => {
    const file = translationFile(original, locale);
    const parsed = await parseFiles(pathExists(join(dir, file)) ? [file] : []);
    const isUnparsable = parsed.some(({ translations }) => translations === undefined);
    if (isUnparsable) {
      reportFaults(context, parsed);
      current = { ...current, mediaOfHiddenItems: mediaOfHiddenItemsOf(parsed) };
    } else current = resolve(context, lastValid, parsed);
    return current;
  };
}

function resolve(
  context: TranslationContext,
  lastValid: LastValidTranslations,
  parsed: readonly ParsedTranslations[],
): LoadedTranslations {
  reportFaults(context, parsed);
  const translations = lastValid.resolve(parsed.flatMap(({ translations = [] }) => translations));
  return { translations, mediaOfHiddenItems: mediaOfHiddenItemsOf(parsed) };
}

const mediaOfHiddenItemsOf = (parsed: readonly ParsedTranslations[]): string[] =>
  parsed.flatMap(({ mediaOfHiddenItems = [] }) => mediaOfHiddenItems);

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
