import { groupBy, ITEM_NAME, ITEM_NAME_FORM, isAboutGate } from '@foyer/model';
import type * as z from 'zod';
import { type ContentFile, SITE_FILE } from './content-files.ts';
import { type Fault, faultAt, faultsOf } from './faults.ts';
import type { MediaFiles } from './media-files.ts';
import { type LenientResult, parseLenient } from './parse-lenient.ts';
import { MAX_YAML_DEPTH } from './parse-yaml.ts';
import { isWithinBounds } from './value-bounds.ts';
import type { Misread } from './yaml-positions.ts';

/** Values of one item, those in its lists included: an album of a thousand images has as many. They are parsed without a pause. */
const MAX_ITEM_VALUES = 5_000;

export interface ItemContext {
  media: MediaFiles;
  /** Returns, and forgets, the Markdown fields that the schema could not convert since the last call. */
  takeMarkdownFaults(): { text: string; message: string }[];
}

/**
 * Parses the fields of an item with a schema. Invalid parts are dropped, and each is added to `faults`.
 * @param base the path of the item in its file
 * @param defaults replacements for invalid fields, instead of dropping them
 * @param isItem false for a file with a single object: a field that seems to hide a part of it hides that part
 * @param own of a translation, the fields that it has itself: the faults of the others are those of its original
 * @returns undefined if the item cannot be shown
 */
export function parseItem<T extends z.ZodType<object>>(
  { media, takeMarkdownFaults }: ItemContext,
  schema: T,
  source: ContentFile,
  fields: unknown,
  faults: Fault[],
  {
    base = [],
    defaults,
    own,
    isItem = true,
  }: { base?: PropertyKey[]; defaults?: object; own?: object; isItem?: boolean } = {},
): z.output<T> | undefined {
  if (!isWithinBounds(fields, { maxValues: MAX_ITEM_VALUES, maxDepth: MAX_YAML_DEPTH })) {
    faults.push(faultAt(source, base, `more than ${MAX_ITEM_VALUES.toLocaleString('en')} values`));
    return undefined;
  }
  const completed = withMediaFacts(fields, media);
  takeMarkdownFaults();
  const { issues, value }: LenientResult<z.output<T>> = parseLenient(schema, completed, {
    defaults,
    mayHideAll: source.file !== SITE_FILE,
  });
  const isReported = ([field]: readonly PropertyKey[]) =>
    own === undefined || (field !== undefined && Object.hasOwn(own, field));
  const reported = issues.filter(({ path }) => isReported(path));
  faults.push(...faultsOf(source, reported, base));
  for (const { text, message } of takeMarkdownFaults()) {
    const path = pathOf(completed, text) ?? [];
    if (isReported(path)) faults.push(faultAt(source, [...base, ...path], message));
  }
  for (const { path, message } of misreadBelow(source, base)) {
    const part = path.slice(base.length);
    // A field for a number has read the number.
    if (isReported(part) && typeof valueAt(value, part) === 'string') faults.push(faultAt(source, path, message));
  }
  // Without its date, an item would be published before its time, or for ever.
  const hasInvalidDate = issues.some(({ path }) => path[0] === 'published_at' || path[0] === 'expires_at');
  // Wherever it has slipped to.
  const isHidden = isItem && issues.some(({ message }) => isAboutGate(message));
  // A translation has the names of its original, which has their faults.
  return value && !hasInvalidDate && !isHidden ? withValidNames(value, source, base, own ? [] : faults) : undefined;
}

/** By the elements of a list. */
const misreadByElement = new WeakMap<ContentFile, ReadonlyMap<string, Misread[]>>();

/** What YAML misreads in an item. */
function misreadBelow(source: ContentFile, [index]: readonly PropertyKey[]): readonly Misread[] {
  if (index === undefined || source.misread.length === 0) return source.misread;
  const known = misreadByElement.get(source) ?? new Map(groupBy(source.misread, ({ path: [first = ''] }) => first));
  misreadByElement.set(source, known);
  return known.get(String(index)) ?? [];
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );

/**
 * Checks that the item's id and slug can stand in an address, and its category's. An invalid slug is dropped; with an invalid
 * id, an item that has a page of its own cannot be shown, and the result is undefined.
 */
function withValidNames<T extends object>(
  item: T,
  source: ContentFile,
  base: PropertyKey[],
  faults: Fault[],
): T | undefined {
  const fault = (path: PropertyKey[], text: string) => {
    const message = `expected ${ITEM_NAME_FORM}, not ${text}`;
    // No field says so.
    const isOfFile = 'slug' in source && source.slug === text;
    faults.push(
      isOfFile
        ? faultAt(source, [], `the file's name: ${message}: rename the file`)
        : faultAt(source, [...base, ...path], message),
    );
  };
  const isInvalid = (name: 'id' | 'slug') => {
    const text: unknown = Reflect.get(item, name);
    if (typeof text !== 'string' || ITEM_NAME.test(text)) return false;
    // Both may come from the file's name: that is one fault, not two.
    if (name === 'slug' && text === Reflect.get(item, 'id')) return true;
    fault([name], text);
    return true;
  };
  // An element of a list has no page of its own.
  const hasNoAddress = isInvalid('id') && base.length === 0;
  if (isInvalid('slug')) Reflect.deleteProperty(item, 'slug');
  const category = 'category' in item && base.length === 0 ? categorySlugOf(item.category) : undefined;
  if (category !== undefined && !ITEM_NAME.test(category)) fault(['category', 'slug'], category);
  return hasNoAddress ? undefined : item;
}

const categorySlugOf = (category: unknown): string | undefined =>
  typeof category === 'object' && category !== null && 'slug' in category && typeof category.slug === 'string'
    ? category.slug
    : undefined;

/** A copy of the value in which each object with a location below `/media/` has the file's facts. The editor's fields win. */
function withMediaFacts(value: unknown, media: MediaFiles): unknown {
  if (Array.isArray(value)) return value.map((element) => withMediaFacts(element, media));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMediaFacts(field, media)]);
  const facts = 'location' in value && typeof value.location === 'string' ? media.factsOf(value.location) : undefined;
  return { ...facts, ...Object.fromEntries(fields) };
}

/** The path of a text in a value; undefined if it is not there. */
function pathOf(value: unknown, text: string): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.trim() === text.trim() ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const path = pathOf(part, text);
    if (path) return [name, ...path];
  }
  return undefined;
}
