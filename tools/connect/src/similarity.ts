import type { CallField } from '@foyer/gateway';
import leven from 'leven';
import { PATH_ALIASES } from './path-aliases.ts';
import type { Source } from './sources.ts';
import { synonymsOf } from './synonyms.ts';
import type { ValueForm } from './value-forms.ts';

/* How much a field that an API sends looks like one of ours: 0 to 1. */

/** From here on a mapping has it; below, only as a comment. */
export const SURE = 0.8;
export const POSSIBLE = 0.5;
/** Of a synonym; each one behind it in its list is less certain. */
const SYNONYM = 0.97;
const STEP = 0.008;
/** Typing errors in a name up to which it is compared. */
const TYPING_ERRORS = 2;
const MIN_COMPARED_CHARACTERS = 5;
const MISTYPED = 0.65;
const ENDING = 0.6;
/** Of a value that looks right under a name that says nothing. */
const FORM_ALONE = 0.55;
const DOCUMENT_FIRST = 0.2;
/** Objects that only wrap the fields of an item. */
const WRAPPERS = new Set(['attributes', 'fields', 'acf', 'node', 'properties']);
/** Fields of an object that stand for the whole of it: `title.rendered`, `author.full_name`. */
const ESSENCES = [
  'rendered',
  'value',
  'text',
  'url',
  'src',
  'path',
  'location',
  'full_name',
  'name',
  'title',
  'label',
  'full',
];
/** Addresses without the ending of a file: of the item's page on the API's own site. */
const OF_PAGE = /^(?:link|url|href|permalink)$/i;
/** Calls whose files are documents before pictures. */
const OF_DOCUMENTS = new Set(['notice', 'downloads', 'report', 'career']);
const ADDRESS_ENDING = /_(?:url|path|link|src|file|location)$/;
const LANGUAGES = ['en', 'eng', 'english', 'ne', 'np', 'nep', 'nepali'];
const ENDINGS_OF: Readonly<Record<string, readonly string[]>> = {
  en: ['en', 'eng', 'english'],
  ne: ['ne', 'np', 'nep', 'nepali'],
};

export interface Naming {
  /** The first part of the call's path. */
  call: string;
  locale: string;
  /** Names of the item's fields. */
  siblings?: ReadonlySet<string>;
}

export function similarity(field: CallField, source: Source, naming: Naming): number {
  if (!canBe(field, source.form)) return 0;
  if (isOfFiles(field) && source.form === 'link' && OF_PAGE.test(source.names.at(-1) ?? '')) return 0;
  // `position: 2` is an order.
  if (field.name === 'designation' && source.form === 'number') return 0;
  if (field.name === 'category' && isTypeOfRecord(source, naming)) return 0;
  const byName = nameSimilarity(field, source, naming);
  if (byName === 0) return formSimilarity(field, source);
  // Where a document is meant, a picture comes behind it.
  return isOfFiles(field) && OF_DOCUMENTS.has(naming.call) && source.form === 'document'
    ? byName + DOCUMENT_FIRST
    : byName;
}

function nameSimilarity(field: CallField, { names }: Source, naming: Naming): number {
  const own = withoutRelation(names).filter((name, index, all) => index === all.length - 1 || !WRAPPERS.has(name));
  const [first = '', second, ...deeper] = own;
  if (deeper.length > 0) return 0;
  const word = snakeCase(first);
  const score = Math.max(
    wordSimilarity(field.name, word, naming),
    // `pdf_url`, `image_path`
    isOfFiles(field) || field.form === 'location'
      ? wordSimilarity(field.name, word.replace(ADDRESS_ENDING, ''), naming) - STEP
      : 0,
  );
  if (second === undefined) return score;
  const inner = snakeCase(second);
  if (LANGUAGES.includes(inner)) return isOfLocale(inner, naming.locale) ? score : 0;
  const place = ESSENCES.indexOf(inner);
  return place === -1 ? 0 : score * (0.99 - place * 0.002);
}

/** `type: "post"` of WordPress: what every item of the list is. */
const isTypeOfRecord = ({ names, values }: Source, { call }: Naming): boolean => {
  const types = [...entitiesOf(call), 'post'];
  return names.at(-1) === 'type' && values.every((value) => types.includes(singular(snakeCase(String(value)))));
};

/** Strapi's relations: `category.data.attributes`. */
function withoutRelation(names: readonly string[]): readonly string[] {
  const end = names.findLastIndex((name) => name !== 'data' && name !== 'attributes');
  return end > 0 || names.length > 1 ? names.slice(0, end + 1) : names;
}

function wordSimilarity(field: string, word: string, naming: Naming): number {
  const [, stem = '', language] = /^(.+?)(?:_(en|eng|english|ne|np|nep|nepali))?$/.exec(word) ?? [];
  if (language !== undefined && !isOfLocale(language, naming.locale)) return 0;
  const entity = entitiesOf(naming.call).find((name) => stem.startsWith(`${name}_`));
  const short = entity === undefined ? stem : stem.slice(entity.length + 1);
  if (short === field) return 1;
  const synonyms = synonymsOf(naming.call, field);
  const place = Math.min(
    ...[stem, short].map((name) => synonyms.indexOf(name)).map((at) => (at === -1 ? Infinity : at)),
  );
  if (place !== Infinity) return SYNONYM - place * STEP;
  const isMistyped = [field, ...synonyms].some(
    (name) => Math.min(name.length, short.length) >= MIN_COMPARED_CHARACTERS && leven(name, short) <= TYPING_ERRORS,
  );
  if (isMistyped) return MISTYPED;
  return [field, ...synonyms].some((name) => name.length > 3 && short.endsWith(`_${name}`)) ? ENDING : 0;
}

/** What an API may call the items of a call: `post` for those of blogs, so that `post_id` is their id. */
export const entitiesOf = (call: string): string[] =>
  [call, ...(aliases.get(call) ?? [])].map((name) => singular(snakeCase(name)));

const aliases: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(PATH_ALIASES));

/** `news` and `about_us` have no other number. */
export const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x)es$/, '$1')
    .replace(/(?<!new|[ius])s$/, '');

const isOfLocale = (language: string, locale: string): boolean => ENDINGS_OF[locale]?.includes(language) ?? false;

/** `publishedOn` and `Published On` as `published_on`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();

function formSimilarity({ name }: CallField, { names, form }: Source): number {
  if (names.length > 1) return 0;
  const isMeant =
    (name === 'files' && (form === 'picture' || form === 'document')) ||
    (name === 'description' && form === 'html') ||
    (name === 'created_at' && form === 'date');
  return isMeant ? FORM_ALONE : 0;
}

/** Whether a field is a file, or has files. */
export const isOfFiles = ({ fields }: Pick<CallField, 'fields'>): boolean =>
  fields.some(({ name, isRequired }) => name === 'location' && isRequired);

const OF_TEXT: readonly ValueForm[] = ['text', 'number', 'email', 'flag', 'date', 'html'];
const FORMS: Readonly<Record<string, readonly ValueForm[]>> = {
  text: OF_TEXT,
  markdown: ['html', 'text', 'link'],
  date: ['date'],
  number: ['number'],
  flag: ['flag', 'number'],
  link: ['link', 'document', 'email', 'text'],
  location: ['picture', 'document', 'link', 'text'],
  colour: ['text'],
};

/** Whether values of this form can be read as the field. */
function canBe(field: CallField, form: ValueForm): boolean {
  if (isOfFiles(field))
    return ['picture', 'document', 'link', 'object', ...(field.isList ? ['objects', 'texts'] : [])].includes(form);
  if (field.fields.length > 0) return field.isList ? form === 'objects' : ['text', 'object'].includes(form);
  if (field.isList) return ['texts', 'text', 'number', 'email'].includes(form);
  if (field.values) return ['text', 'number'].includes(form);
  // Their values say more than their names.
  if (field.isRequired && field.name !== 'id' && field.name !== 'slug' && form === 'number' && field.form === 'text')
    return false;
  if (field.name === 'email' || field.name === 'apply_email') return form === 'email';
  if (field.name === 'phone') return form === 'text' || form === 'number';
  return field.form !== undefined && (FORMS[field.form]?.includes(form) ?? false);
}
