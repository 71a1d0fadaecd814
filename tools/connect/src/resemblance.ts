import type { CallField } from '@foyer/gateway';
import { exampleOf, expressionFor, isAddress } from './expressions.ts';
import { isOfFiles, type Naming, POSSIBLE, SURE, similarity } from './similarity.ts';
import { type Item, type Source, sourcesOf } from './sources.ts';
import { isObject, type ValueForm } from './value-forms.ts';

/* Which field of an API looks like one of ours: by its name, and by the form of its values. */

/** A field of ours that the API seems to have under another name or in another form. */
export interface Resemblance {
  field: string;
  /** The API's fields, as JMESPath. */
  from: readonly string[];
  /** JMESPath on an item as received. */
  expression: string;
  isSure: boolean;
  /** The field is required, and this is the only one that may be it: it is used, and a person must look. */
  isOnlyChoice: boolean;
  /** A value as received. */
  example: unknown;
}

/** Finds, for each field of ours that is missing or has another form, what it may be called. @param items as received */
export function findResemblances(
  items: readonly Item[],
  contract: readonly CallField[],
  { call, locale }: Naming,
): Resemblance[] {
  const sources = sourcesOf(items);
  const naming: Naming = { call, locale, siblings: new Set(items.flatMap((item) => Object.keys(item))) };
  const fits = new Set(contract.filter((field) => isFit(field, sources)).map(({ name }) => name));
  const wanted = contract.filter(({ name }) => !fits.has(name));
  const candidates = wanted
    .flatMap((field) =>
      sources
        .filter(({ names: [root = ''] }) => !fits.has(root))
        .map((source) => ({ field, source, score: similarity(field, source, naming) })),
    )
    .filter(({ score }) => score >= POSSIBLE)
    .sort((a, b) => rankOf(b) - rankOf(a));
  const used: Source[] = [];
  const chosen = new Map<string, { field: CallField; sources: Source[]; score: number }>();
  for (const { field, source, score } of candidates) {
    if (used.some((other) => overlaps(other, source))) continue;
    const earlier = chosen.get(field.name);
    if (
      earlier &&
      !(isOfFiles(field) && field.isList && score >= SURE && [...earlier.sources, source].every(isAddress))
    )
      continue;
    const expression = expressionFor(field, source, naming);
    if (expression === undefined || expression === field.name) continue;
    used.push(source);
    if (earlier) earlier.sources.push(source);
    else chosen.set(field.name, { field, sources: [source], score });
  }
  // The only date of an item is the one that every screen shows, and that never hides the item.
  const published = chosen.get('published_at');
  const created = wanted.find(({ name }) => name === 'created_at');
  if (published && created && !chosen.has('created_at')) {
    chosen.set('created_at', { ...published, field: created });
    chosen.delete('published_at');
  }
  return contract.flatMap(({ name }) => {
    const found = chosen.get(name);
    const [first, ...more] = found?.sources ?? [];
    const expression = found && first && expressionFor(found.field, first, naming, more);
    if (!found || !first || expression === undefined) return [];
    const from = found.sources.map(({ path }) => path);
    const isAlone = candidates.filter(({ field }) => field === found.field).length === 1;
    const isOnlyChoice = found.score < SURE && found.field.isRequired && isAlone;
    const isSure = found.score >= SURE || isOnlyChoice;
    return [{ field: name, from, expression, isSure, isOnlyChoice, example: exampleOf(first) }];
  });
}

/** A required field chooses first. */
const rankOf = ({ field, source, score }: { field: CallField; source: Source; score: number }): number =>
  score + (field.isRequired ? 1 : 0) - source.names.length / 1000;

/** Whether one of two fields contains the other. */
const overlaps = (a: Source, b: Source): boolean =>
  a.names.every((name, index) => b.names[index] === name) || b.names.every((name, index) => a.names[index] === name);

const STRUCTURED: readonly ValueForm[] = ['object', 'objects', 'texts'];

/** Whether the API has a field under our name and in a form that can be read. */
function isFit({ name, fields, isList, form }: CallField, sources: readonly Source[]): boolean {
  const source = sources.find(({ names }) => names.length === 1 && names[0] === name);
  if (!source) return false;
  if (fields.length > 0) {
    const elements = source.values.flat().filter(isObject);
    if (elements.length === 0) return false;
    return fields.every((inner) => !inner.isRequired || elements.some((element) => inner.name in element));
  }
  return isList || form === undefined || !STRUCTURED.includes(source.form);
}
