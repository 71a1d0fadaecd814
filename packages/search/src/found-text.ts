import { createHash } from 'node:crypto';
import type { Locale } from '@foyer/messages';
import { calls, itemPath, type Kind, type KindName, kinds } from '@foyer/model';
import type { DocumentSource } from './document-sources.ts';
import { type ContentItem, textOfItem } from './item-text.ts';
import type { SearchDocument, SearchText } from './search-document.ts';

/** A text of a document as it was found, in one edition. */
export interface FoundText {
  key: string;
  kind: KindName;
  locale: Locale;
  text: SearchText;
  /** Of the item, the same in all editions. */
  facts: Pick<SearchDocument, 'date' | 'publishedAt' | 'expiresAt' | 'fiscalYear' | 'referenceNumber'>;
  /** Changes with the item: of a listed one, a hash of what the list says. */
  version: string;
  /** The list does not have all of the text: the item's own call does. */
  isSummary?: boolean;
}

/** A source of items. */
export type ItemSource = DocumentSource & { type: 'item' | 'items' | 'entries' };

interface FoundAt {
  locale: Locale;
  defaultLocale: Locale;
  /** The item's address, in the default edition. */
  href: string;
  /** The name of its list. */
  place?: string;
}

/** What is found of an item. */
export function foundText(
  item: ContentItem,
  source: ItemSource,
  { locale, defaultLocale, href, place }: FoundAt,
): FoundText {
  const call = source.type === 'item' ? source.call : source.list;
  const { kind } = calls[call];
  const { searched }: Kind = kinds[kind];
  const { id = '', published_at, created_at, expires_at, fiscal_year, reference_no } = item;
  const date = published_at ?? created_at;
  return {
    key: `${kind}/${item.translations?.[defaultLocale] ?? id}`,
    kind,
    locale,
    text: textOfItem(item, { locale, href, place, searched }),
    facts: {
      ...(date !== undefined && { date }),
      ...(published_at !== undefined && { publishedAt: Date.parse(published_at) }),
      ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
      ...(fiscal_year !== undefined && { fiscalYear: fiscal_year }),
      ...(reference_no !== undefined && { referenceNumber: reference_no }),
    },
    version: versionOf({ ...item, place }),
  };
}

const VERSION_CHARACTERS = 12;

/** A hash that changes with the value. */
export const versionOf = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, VERSION_CHARACTERS);

/** Whether an edition has an item in its own language: else it is found by the text of another edition. */
export const hasOwnText = (locale: Locale, { translations }: ContentItem): boolean =>
  translations === undefined || translations[locale] !== undefined;

/** The parameter of an item's path: its slug or its id. */
export const pathNameOf = (path: string, { id = '', slug }: ContentItem): string =>
  path.includes(':slug') ? (slug ?? id) : id;

interface ListPosition {
  /** In its list, from 0. */
  position: number;
  /** Of the list, if the site has set it. */
  pageSize?: number;
}

/** The address of an item, in the default edition. */
export function hrefOf(
  source: DocumentSource,
  item: ContentItem,
  { position, pageSize }: ListPosition = { position: 0 },
): string {
  const { path } = source.page;
  if (source.type !== 'entries') return itemPath(source.page, item);
  if (source.elementId === undefined) return item.files?.[0]?.location ?? path;
  const page = Math.floor(position / (pageSize ?? source.perPage)) + 1;
  return `${path}${page > 1 ? `?page=${page}` : ''}#${source.elementId}${item.id}`;
}
