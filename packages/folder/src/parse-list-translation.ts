import { join } from 'node:path';
import { TimeSlice } from '@foyer/runtime';
import type * as z from 'zod';
import { type ContentFile, readYaml } from './content-files.ts';
import { type Counterpart, counterpartFinder, idOf, withoutFacts } from './facts.ts';
import { type Fault, faultAt } from './faults.ts';
import { pathExists } from './file-system.ts';
import { markDraft, mayNameMore, publishedFields } from './hidden-items.ts';
import { emptyFaults } from './kind-loaders.ts';
import type { ParsedTranslation } from './last-valid-translations.ts';
import { namesIn } from './named-files.ts';
import {
  fieldsOf,
  inLanguage,
  isObject,
  langOf,
  missingOriginal,
  type ParsedTranslations,
  parseTranslation,
  type TranslationContext,
} from './parse-translation.ts';
import { isInLanguage } from './translation-files.ts';

export async function parseListTranslation<T extends z.ZodType<object>>(
  context: TranslationContext,
  schema: T,
  file: string,
  original: string,
): Promise<ParsedTranslations> {
  const source = readYaml(context.dir, file);
  context.onFileRead?.(source);
  const mediaOfHiddenItems = () => namesIn(source.text);
  if (!pathExists(join(context.dir, original)))
    return {
      faults: [...source.faults, missingOriginal(file, original)],
      translations: [],
      mediaOfHiddenItems: mediaOfHiddenItems(),
    };
  const elements: unknown = source.value ?? [];
  const empty = emptyFaults(source);
  if (!source.isParsed || empty.length > 0)
    return { faults: [...source.faults, ...empty], mediaOfHiddenItems: mediaOfHiddenItems() };
  if (!Array.isArray(elements)) {
    const fault = faultAt(source, [], 'expected a list: lines that begin with "- "');
    return { faults: [...source.faults, fault], mediaOfHiddenItems: mediaOfHiddenItems() };
  }
  const base = readYaml(context.dir, original);
  const baseElements: unknown = base.value ?? [];
  if (!base.isParsed || !Array.isArray(baseElements))
    return { faults: source.faults, mediaOfHiddenItems: mediaOfHiddenItems() };
  const faults = [...source.faults];
  const translations = new Map<number, ParsedTranslation>();
  const slice = new TimeSlice();
  const find = counterpartFinder(baseElements);
  for (const [index, element] of elements.entries()) {
    const counterpart = find(element, index);
    const message = counterpartFault(context, original, element, counterpart, translations);
    if (message) faults.push(faultAt(source, [index], message));
    else if (counterpart) {
      const translation = parseElement(context, schema, source, index, element, counterpart);
      if (translation) translations.set(counterpart.index, translation);
    }
    if (slice.isUsedUp) await slice.end();
  }
  const parsed = [...translations.values()];
  const areAllKnown =
    parsed.length === elements.length &&
    !parsed.some(({ faults, translated }) => mayNameMore({ item: translated?.item, faults }));
  return { faults, translations: parsed, mediaOfHiddenItems: areAllKnown ? [] : mediaOfHiddenItems() };
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
  if (isInLanguage(langOf(counterpart.element), locale, defaultLocale)) return inLanguage('its original', locale);
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
