import { MAX_FILE_BYTES, translationFile } from '@foyer/folder';
import type { Locale } from '@foyer/messages';
import { csvLine } from '@foyer/tables';
import { CORE_SCHEMA, dump } from 'js-yaml';
import { type EditionsOptions, type Item, itemsOf } from './edition-items.ts';
import { fileNames } from './file-names.ts';
import { type Fields, type FolderKind, folderKinds } from './item-parser.ts';
import type { Manifest } from './manifest.ts';
import { incompleteKinds } from './read-content.ts';

export interface FilesOptions extends EditionsOptions {
  manifest: Manifest;
}

const STAYS = 'stays as it is, as not everything that belongs to it could be read';

/**
 * The text of each file of the folder, by its path; and how many items there are of each kind. A file with all items of a
 * kind that could be read in part only is left out if an earlier import has written it: it would lose entries.
 */
export function folderFiles(options: FilesOptions): { files: Map<string, string>; counts: Map<string, number> } {
  const { report, manifest, content } = options;
  const incomplete = incompleteKinds(content);
  const files = new Map<string, string>();
  const counts = new Map<string, number>();
  const moved: Fields[] = [];
  const items = new Map(folderKinds.map((kind) => [kind, itemsOf(kind, options, moved)]));
  for (const [kind, read] of items) {
    const all = kind.name === 'redirects' ? [...read, ...newRedirects(read, moved)] : read;
    if (all.length === 0) continue;
    counts.set(kind.name, all.length);
    // Redirects come from the items of every kind, too.
    const isComplete = kind.name === 'redirects' ? incomplete.size === 0 : !incomplete.has(kind.name);
    for (const [file, text] of filesOf(kind, all, options)) {
      if (kind.source.layout !== 'markdown' && !isComplete && manifest.files[file] !== undefined) {
        report.add(file, '', STAYS);
        continue;
      }
      if (Buffer.byteLength(text) > MAX_FILE_BYTES)
        report.add(
          file,
          '',
          `larger than the ${MAX_FILE_BYTES.toLocaleString('en')} bytes that a content folder reads`,
        );
      files.set(file, text);
    }
    if (kind.source.hasTable) addTables(files, kind, all, { ...options, isComplete });
  }
  return { files, counts };
}

/** The rows of each table, in a file beside it, with the columns of all editions: they are the same rows. */
function addTables(
  files: Map<string, string>,
  kind: FolderKind,
  items: readonly Item[],
  { locales, content, manifest, report, isComplete }: FilesOptions & { isComplete: boolean },
): void {
  const names = fileNames(
    kind,
    items.map(({ fields }) => fields),
    manifest,
  );
  for (const [index, { fields }] of items.entries()) {
    const file = `${kind.name}/${names[index] ?? ''}.csv`;
    const tables = locales.map((locale) => content.get(locale)?.get(kind.name)?.tables?.get(String(fields.id)));
    // The edition may not have the table, or its rows could not be read.
    if (!isComplete && tables.includes(undefined) && manifest.files[file] !== undefined) {
      report.add(file, '', STAYS);
      continue;
    }
    const [table, ...others] = tables;
    if (!table) continue;
    const columns = new Map(table.names.map((name, place) => [name, table.rows.map((row) => row[place] ?? '')]));
    for (const [other, edition] of others.entries()) {
      if (edition && edition.rows.length !== table.rows.length)
        report.add(file, '', `without the columns of ${locales[other + 1]}, which has ${edition.rows.length} rows`);
      else
        for (const [place, name] of edition?.names.entries() ?? [])
          if (!columns.has(name)) columns.set(name, edition?.rows.map((row) => row[place] ?? '') ?? []);
    }
    const rows = table.rows.map((_, row) => [...columns.values()].map((values) => values[row] ?? ''));
    files.set(file, [[...columns.keys()], ...rows].map(csvLine).join(''));
  }
}

function newRedirects(items: readonly Item[], moved: readonly Fields[]): Item[] {
  const known = new Set(items.map(({ fields }) => fields.from));
  return moved.filter(({ from }) => !known.has(from)).map((fields) => ({ fields, others: new Map() }));
}

function filesOf(
  kind: FolderKind,
  items: readonly Item[],
  { locales, manifest }: FilesOptions,
): [file: string, text: string][] {
  const { name, source } = kind;
  const [, ...otherLocales] = locales;
  if (source.layout === 'markdown') {
    const names = fileNames(
      kind,
      items.map(({ fields }) => fields),
      manifest,
    );
    return items.flatMap(({ fields, others }, index): [string, string][] => {
      const stem = names[index] ?? '';
      const file = `${name}/${stem}.md`;
      const { slug, ...rest } = fields;
      const withSlug = slug === undefined || slug === stem ? rest : { id: rest.id, slug, ...rest };
      return [
        [file, markdownFile(withSlug)],
        ...[...others].map(([locale, own]): [string, string] => [translationFile(file, locale), markdownFile(own)]),
      ];
    });
  }
  const file = `${name}.yaml`;
  const isList = source.layout === 'list';
  const text = (values: readonly unknown[]) => yaml(isList ? values : (values[0] ?? {}));
  const translated = otherLocales.flatMap((locale): [string, string][] => {
    if (items.every(({ others }) => !others.has(locale))) return [];
    return [
      [
        translationFile(file, locale),
        text(isList ? listTranslation(items, locale) : items.map(({ others }) => others.get(locale))),
      ],
    ];
  });
  return [[file, text(items.map(({ fields }) => fields))], ...translated];
}

/** The entries of a translated list: each with the id of its original, or at its place. */
function listTranslation(items: readonly Item[], locale: Locale): Fields[] {
  const hasIds = items.every(({ fields }) => fields.id !== undefined);
  return items.flatMap(({ fields, others }) => {
    const own = others.get(locale);
    if (hasIds) return own ? [{ id: fields.id, ...own }] : [];
    return [own ?? {}];
  });
}

/** A file with front matter. A text that a translation does not have is that of the original. */
function markdownFile({ description, ...fields }: Fields): string {
  const body = typeof description === 'string' ? `${description}\n` : '';
  return `---\n${yaml(fields)}---\n${body}`;
}

const yaml = (value: unknown): string => dump(value, { lineWidth: -1, noRefs: true, schema: CORE_SCHEMA });
