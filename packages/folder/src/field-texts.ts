import { ANSWER_TEXTS } from './field-texts-of-answers.ts';
import { ITEM_TEXTS } from './field-texts-of-items.ts';
import { SITE_TEXTS } from './field-texts-of-site.ts';

/*
 * What each field of the content folder is, in words for an editor: for the JSON Schemas, which show them while an editor
 * types. A key is a field with as many of the fields around it, and the kind before them, as tell it from others.
 */

/** The tables have no key in common. */
const TEXTS: Readonly<Record<string, string>> = { ...ITEM_TEXTS, ...SITE_TEXTS };

const BIKRAM_SAMBAT = 'The same date in Bikram Sambat, as a text. Without it the site computes it.';
const IN_BIKRAM_SAMBAT = /_bs$/;

export const fieldTextKeys: readonly string[] = Object.keys(TEXTS);

export const apiTextKeys: readonly string[] = Object.keys(ANSWER_TEXTS);

/** The key of a field's text; undefined if the field has none. @param path the kind, the fields around it, the field */
export const fieldTextKey = (
  path: readonly string[],
  texts: Readonly<Record<string, string>> = TEXTS,
): string | undefined => path.map((_, index) => path.slice(index).join('.')).find((key) => Object.hasOwn(texts, key));

/** The words for a field. @param path the kind, the fields around it, the field */
export function fieldText(path: readonly string[], texts = TEXTS): string | undefined {
  if (IN_BIKRAM_SAMBAT.test(path.at(-1) ?? '')) return BIKRAM_SAMBAT;
  const key = fieldTextKey(path, texts);
  return key && texts[key];
}

const ALL_TEXTS = { ...TEXTS, ...ANSWER_TEXTS };

/** The words for a field of an answer. */
export const apiFieldText = (path: readonly string[]): string | undefined => fieldText(path, ALL_TEXTS);
