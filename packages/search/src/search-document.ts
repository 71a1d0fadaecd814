import type { Locale } from '@foyer/messages';
import { type Edition, editionPath, type KindName } from '@foyer/model';

/** The key of a page of the site, such as /contact. Items of the kind `page` have keys of their own. */
export const sitePageKey = (id: string): string => `site-page/${id}`;

/** An item of the content, or a page of the site, as the search finds it: its texts in each edition that has it. */
export interface SearchDocument {
  /** Kind and id: `notice/5`. The id is that of the default edition. */
  key: string;
  kind: KindName;
  texts: Partial<Record<Locale, SearchText>>;
  /** ISO 8601: of publication, else of creation. */
  date?: string;
  /** By the wall clock: it is found from then on, and until then. */
  publishedAt?: number;
  expiresAt?: number;
  /** In Bikram Sambat, as the content writes it. */
  fiscalYear?: string;
  referenceNumber?: string;
  /** There was no room for all of its text. */
  isShortened?: boolean;
}

/** A string, or a text that is held in another form. As JSON it is a string. */
export interface HeldText {
  /** Of the string. */
  readonly length: number;
  toString(): string;
}

/** What an edition says about an item. */
export interface SearchText {
  id: string;
  name: string;
  /** In the default edition. */
  href: string;
  /** The language of the item's texts, if it is not that of the edition. */
  lang?: string;
  /** The list in which the item is. */
  place?: string;
  summary?: string;
  /** Everything else that the item says, as plain text. */
  text: HeldText;
  /** The names of its fields in the contract, as words: what a page shows as labels. */
  labels: string;
  /** Names of things that the item is about: tags, category, fields that its kind searches. */
  keywords: string;
  files: SearchFile[];
  facts: Facts;
}

export interface SearchFile {
  name: string;
  href: string;
  /** Of a PDF, once it has been read. */
  text?: HeldText;
  mime?: string;
  size?: number;
}

/** What a direct answer shows. */
export interface Facts {
  designation?: string;
  address?: string;
  phones?: string[];
  email?: string;
  hours?: { days: string; open?: string; close?: string }[];
}

/**
 * The text of a document in an edition, or in another one if that edition lacks it: then with its language, and with the address
 * in that other edition unless it is the default one, whose items all editions show.
 */
export function textFor({ texts }: SearchDocument, { locale, locales }: Edition): SearchText | undefined {
  const own = texts[locale];
  if (own) return own;
  const other = locales.find((candidate) => texts[candidate]);
  const text = other && texts[other];
  if (!text) return undefined;
  const isPage = text.href.startsWith('/') && !text.files.some(({ href }) => href === text.href);
  return {
    ...text,
    lang: text.lang ?? other,
    href: isPage ? editionPath(text.href, { locale: other, locales }) : text.href,
  };
}

export const mapTexts = (
  texts: SearchDocument['texts'],
  map: (text: SearchText) => SearchText,
): SearchDocument['texts'] => Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, map(text)]));

/** Whether a document may be found at a time. */
export const isVisible = ({ publishedAt = 0, expiresAt = Number.POSITIVE_INFINITY }: SearchDocument, now: number) =>
  publishedAt <= now && now < expiresAt;
