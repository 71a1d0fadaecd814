import { isDeepStrictEqual } from 'node:util';
import {
  contradictions,
  counterpartFinder,
  idOf,
  isInLanguage,
  isMarkedKind,
  UNTRANSLATED,
  withoutFacts,
} from '@foyer/folder';
import type { Locale } from '@foyer/messages';
import type { Locales } from '@foyer/model';
import type { Fields, FolderKind } from './item-parser.ts';
import type { SourceItems } from './read-content.ts';
import type { Report } from './report.ts';

/* The items of several editions as a folder has them: originals, and for each other language what differs. */

export interface EditionsOptions {
  locales: Locales;
  /** By edition, then by kind. */
  content: ReadonlyMap<Locale, ReadonlyMap<string, SourceItems>>;
  report: Report;
  /** The fields of an item as its file has them. @param label names the item in the report */
  writeFields(fields: Fields, label: string): Fields;
}

/** What becomes of one item: its fields in the default edition, or in the first that has it, and in the others. */
export interface Item {
  fields: Fields;
  others: Map<Locale, Fields>;
}

/** The items of a kind with their translations. @param moved receives a redirect for each address that changes */
export function itemsOf(kind: FolderKind, options: EditionsOptions, moved: Fields[]): Item[] {
  const { locales, content, report, writeFields } = options;
  const [defaultLocale, ...otherLocales] = locales;
  const read = (locale: Locale) =>
    (content.get(locale)?.get(kind.name)?.items ?? []).map((fields) => ({
      translations: fields.translations,
      fields: writeFields(fields, `${kind.name} ${idOf(fields) ?? ''} (${locale})`),
    }));
  const originals = read(defaultLocale);
  const items = originals.map(({ fields, translations }) => ({
    fields: marked(fields, defaultLocale),
    translations,
    others: new Map(),
  }));
  if (kind.name === 'screens')
    for (const { fields } of otherLocales.flatMap(read)) {
      const own = items.find((item) => item.fields.screen === fields.screen)?.fields;
      // One file has the texts of all languages.
      if (own)
        for (const name of ['name', 'summary'])
          if (fields[name]) own[name] = { ...Object(own[name]), ...Object(fields[name]) };
    }
  if (UNTRANSLATED.has(`${kind.name}.yaml`)) return items;
  const hasAllOriginals = content.get(defaultLocale)?.get(kind.name)?.isComplete !== false;
  for (const locale of otherLocales) {
    const find = counterpartFinder(items.map(({ fields }) => fields));
    const byOtherId = new Map(items.map((item) => [propertyOf(item.translations, locale), item.fields.id]));
    for (const [index, { fields, translations }] of read(locale).entries()) {
      const id = idOf(fields);
      const originalId = propertyOf(translations, defaultLocale) ?? (id === undefined ? undefined : byOtherId.get(id));
      const counterpart = find(originalId === undefined ? fields : { id: originalId }, index);
      const item = counterpart && items[counterpart.index];
      const isOwn = isInLanguage(fields.lang, locale, locale);
      if (item && isOwn) {
        addTranslation(kind, item, fields, locale, options);
        if (id !== undefined && id !== idOf(item.fields))
          moved.push(...redirectsOf(kind, locale, id, idOf(item.fields)));
      } else if (!item && !hasAllOriginals) {
        report.add(
          `${kind.name} ${id ?? ''} (${locale})`,
          '',
          `left out, as its original in ${defaultLocale} may be among those that could not be read`,
        );
      } else if (!item && id !== undefined && isMarkedKind(kind.source)) {
        // One that the default edition does not have is written with its language.
        items.push({
          fields: { ...marked(fields, defaultLocale), lang: fields.lang ?? locale },
          translations,
          others: new Map(),
        });
      } else if (!item)
        report.add(`${kind.name} (${locale})`, '', `an entry that ${defaultLocale} does not have: left out`);
    }
  }
  return items;
}

/** The fields without those that a folder knows from its files. */
function marked({ translations: _, lang, ...fields }: Fields, defaultLocale: Locale): Fields {
  return lang === undefined || lang === defaultLocale ? fields : { ...fields, lang };
}

function addTranslation(
  kind: FolderKind,
  { fields: original, others }: Item,
  fields: Fields,
  locale: Locale,
  { report, locales }: EditionsOptions,
): void {
  if (!isInLanguage(original.lang, locales[0], locales[0])) return;
  const { translations: _t, lang: _l, ...own } = fields;
  for (const { path, value, originalValue = 'nothing' } of contradictions(own, original))
    if (path.at(-1) !== 'id' && path.at(-1) !== 'slug')
      report.add(
        `${kind.name} ${idOf(fields) ?? ''} (${locale})`,
        path.join('.'),
        `${value} is not that of the original, ${originalValue}: the original's is shown`,
      );
  const different = Object.entries(withoutFacts(own)).filter(
    ([name, value]) => !isDeepStrictEqual(value, original[name]),
  );
  // A field that only the original has must not be shown here.
  const missing = Object.keys(withoutFacts(original)).filter(
    (name) => !(name in own) && name !== 'lang' && name !== 'updated_at',
  );
  const isSame = different.every(([name]) => name === 'updated_at') && missing.length === 0;
  if (isSame) return;
  // The name of a category follows other translations, unless the translation has its own.
  const named = ['category', 'department', 'parent'].filter(
    (name) => name in own && !different.some(([other]) => other === name),
  );
  others.set(
    locale,
    Object.fromEntries([
      ...Object.entries(own).filter(([name]) => named.includes(name) || different.some(([other]) => other === name)),
      ...missing.map((name) => [name, null]),
    ]),
  );
}

/** Ends of addresses of pages that are not those of their calls. */
const ENDS: Partial<Record<string, string>> = { career: '/show' };

/** An address of another edition that a folder, whose translations have the ids of their originals, does not have. */
function redirectsOf({ name, definition }: FolderKind, locale: Locale, id: string, originalId = ''): Fields[] {
  const hasPage = Object.keys(definition.calls).some((path) => path.startsWith(`${name}/{`));
  const pathOf = (item: string) => `/${locale}/${name}/${item}${ENDS[name] ?? ''}`;
  return hasPage ? [{ from: pathOf(id), to: pathOf(originalId) }] : [];
}

function propertyOf(value: unknown, name: string): string | undefined {
  const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof field === 'string' || typeof field === 'number' ? String(field) : undefined;
}
