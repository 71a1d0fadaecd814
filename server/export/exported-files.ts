import type { Locale } from '@foyer/messages';
import type { Dataset, Locales, Site } from '@foyer/model';
import type { SearchDocument, TermsPart } from '@foyer/search';

/* Files of an export beside those of a server, for its script browser-answers.ts. */

/** The file with the complete list or table of a call, below its path. */
export const ALL_ITEMS = '/_all';

/** The folder of the search index. It is in parts: everything but the long texts, and parts of these. */
export const INDEX_PATH = '/search-index';

/** What decides how the script writes dates and links. */
export interface SiteOfExport {
  locales: Locales;
  timeZone: string;
  calendar?: 'ad' | 'both';
}

/** A table with all of its rows. */
export interface CompleteTable {
  dataset: Omit<Dataset, 'pagination'>;
  site: SiteOfExport;
}

/** What the first search loads. */
export interface IndexHead extends SiteOfExport {
  index: TermsPart[];
  /** Without long texts. */
  documents: SearchDocument[];
  /** What the site calls its screens, by edition. */
  screens: Partial<Record<Locale, Site['screens']>>;
  /** Number of the parts of the texts. */
  parts: number;
}

/** The part of a document's texts, by its key: another document moves none. */
export function textPartOf(key: string, parts: number): number {
  let hash = 0;
  for (const character of key) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % parts;
}

/** The long texts of a document by its edition: its own, and those of its files. */
export type LongTexts = Partial<Record<string, { text: string; files: (string | null)[] }>>;
