import { SUMMARY_LIMIT } from '../text.ts';
import { date, html, list, object, optional, type Reading, text, withDateTexts } from './fields.ts';
import { file } from './file.ts';

/** The fields that every item has, as they come. */
export const itemFields = (read: Reading) => ({
  id: text,
  slug: optional(read, text),
  name: text,
  summary: optional(read, text),
  description: optional(read, html(read)),
  /** Given by our own API, in lists. */
  description_text: optional(read, text),
  files: list(read, 'files', file(read)),
  created_at: optional(read, date(read)),
  updated_at: optional(read, date(read)),
  published_at: optional(read, date(read)),
  created_by: optional(read, object(read, { name: text })),
  category: optional(read, object(read, { slug: text, name: text })),
  lang: optional(read, text),
});

/** An item's fields as served: dates with their texts, and `description_text`, the beginning of its text. */
export const served =
  (read: Reading) =>
  <Fields extends { description?: string | undefined; description_text?: string | undefined }>({
    description_text: given,
    ...fields
  }: Fields) => ({
    ...withDateTexts(fields),
    // At the end, whether it was given or not: an answer that is read again is the same to the byte.
    description_text: fields.description ? read.excerpt(fields.description, SUMMARY_LIMIT) : given,
  });

/**
 * Reads items for a list. Of a long text a list shows the beginning, as plain text: to sanitise all of it first would
 * cost milliseconds for each item. (What editors of a content folder write is Markdown, and becomes HTML in any case.)
 */
export const forList = (read: Reading): Reading => (read.strict ? read : { ...read, html: (value) => value });

/** An item in a list: its text is left to the item's own call, its beginning stays. */
export function withoutText<Fields extends { description?: string | undefined }>(fields: Fields) {
  const { description: _, ...rest } = fields;
  return rest;
}
