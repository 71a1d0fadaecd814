import type { CallField } from '@foyer/gateway';
import { isOfFiles, type Naming, SURE, similarity } from './similarity.ts';
import { type Item, type Source, sourcesOf } from './sources.ts';
import { isEmpty, isObject } from './value-forms.ts';

/* JMESPath that makes one of our fields of what an API sends. */

/** The expression for a field; undefined if there is none. @param more further addresses of files */
export function expressionFor(
  field: CallField,
  source: Source,
  naming: Naming,
  more: readonly Source[] = [],
): string | undefined {
  const { path, form } = source;
  if (isOfFiles(field)) return filesFrom(field, [source, ...more], naming);
  const hasFields = field.fields.length > 0;
  if (hasFields && field.isList) return objectsFrom(field.fields, source, { ...naming, call: field.name });
  if (hasFields && form === 'object') return objectFrom(field.fields, source, { ...naming, call: field.name });
  if (hasFields) return objectOfText(field.name, source, naming);
  if (field.isList && form !== 'texts') return separated(source);
  return path;
}

/** Whether an address stands in a text of its own. */
export const isAddress = ({ form }: Source): boolean => form === 'picture' || form === 'document' || form === 'link';

const isFile = ({ form }: Source): boolean => form === 'picture' || form === 'document';

function filesFrom({ isList, fields }: CallField, sources: readonly Source[], naming: Naming) {
  const [source] = sources;
  if (!source) return undefined;
  const { path, form, isBlankSomewhere } = source;
  const ofFile = { ...naming, call: 'file' };
  if (form === 'objects') return objectsFrom(fields, source, ofFile);
  if (form === 'texts') return `${path}[].{location: @}`;
  if (form === 'object') {
    const inner = objectFrom(fields, source, ofFile);
    return inner === undefined ? undefined : isList ? `[${inner}]` : inner;
  }
  if (!isList) return guarded(source, `{location: ${path}}`);
  if (sources.length === 1 && !isBlankSomewhere) return `[{location: ${path}}]`;
  return `[${sources.map((each) => each.path).join(', ')}][?@].{location: @}`;
}

/** `nav[].{label: title, href: url}` */
function objectsFrom(fields: readonly CallField[], { path, values }: Source, naming: Naming): string | undefined {
  const pairs = pairsOf(fields, values.flat().filter(isObject), naming);
  if (!pairs) return undefined;
  return pairs.every(([name, inner]) => name === inner) ? path : `${path}[].{${joined(pairs)}}`;
}

/** `{name: author.full_name}` */
function objectFrom(fields: readonly CallField[], source: Source, naming: Naming): string | undefined {
  const pairs = pairsOf(fields, source.values.filter(isObject), naming);
  if (!pairs) return undefined;
  if (pairs.every(([name, inner]) => name === inner)) return source.path;
  return guarded(source, `{${joined(pairs.map(([name, inner]) => [name, `${source.path}.${inner}`]))}}`);
}

const joined = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([name, inner]) => `${name}: ${inner}`).join(', ');

/** Each of our fields with its name there; undefined if a required one is not there. */
function pairsOf(fields: readonly CallField[], items: readonly Item[], naming: Naming) {
  const sources = sourcesOf(items).filter(
    ({ names, form }) => (names.length === 1 || (names.length === 2 && names[0] === 'attributes')) && form !== 'object',
  );
  const pairs: [string, string][] = [];
  const used = new Set<string>();
  const inOrder = [...fields].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  for (const field of inOrder) {
    if (field.fields.length > 0) continue;
    const [best] = sources
      .filter(({ path }) => !used.has(path))
      .map((source) => ({ source, score: similarity(field, source, naming) }))
      .sort((a, b) => b.score - a.score);
    if (best && best.score >= SURE) {
      used.add(best.source.path);
      pairs.push([field.name, best.source.path]);
    } else if (field.isRequired) {
      const address = field.form === 'location' ? sources.find(isFile) : undefined;
      if (!address) return undefined;
      used.add(address.path);
      pairs.push([field.name, address.path]);
    }
  }
  return pairs.length > 0 ? pairs : undefined;
}

/** An object whose name the API sends as a text. */
function objectOfText(field: string, source: Source, { siblings }: Naming): string {
  const { path, values } = source;
  if (field !== 'category') return guarded(source, `{name: ${path}}`);
  const own = [`${path}_slug`, 'category_slug', `${path}_id`, 'category_id'].find((name) => siblings?.has(name));
  if (own !== undefined) return guarded(source, `{slug: ${own}, name: ${path}}`);
  const hasWords = values.some((value) => /\s/.test(String(value)));
  const slug = hasWords ? `lower(replace(${path}, ' ', '-'))` : `lower(${path})`;
  return guarded(source, `{slug: ${slug}, name: ${path}}`);
}

/** Several texts in one: `01-4220000, 01-4220001`. */
function separated({ path, values }: Source): string {
  const separator = [', ', ',', ' / ', '/'].find((known) =>
    values.some((value) => typeof value === 'string' && value.includes(known)),
  );
  return separator === undefined ? `[${path}]` : `split(${path}, '${separator}')`;
}

/** The empty text where the API has one: it counts as missing. */
const guarded = ({ path, isBlankSomewhere }: Source, expression: string): string =>
  isBlankSomewhere ? `${path} && ${expression}` : expression;

/** A value for a comment. */
export const exampleOf = ({ values }: Source): unknown => values.find((value) => !isEmpty(value));
