import type { z } from 'zod';
import { ITEM_NAME } from '../content-api/call.ts';
import { faultAt, faultsOf, type Source } from './content-files.ts';
import type { Fault } from './faults.ts';
import type { Media } from './media-files.ts';
import { type Fitted, parseFitting } from './parse-lenient.ts';
import { isBounded } from './parse-yaml.ts';

/** Values of one item, its lists' included: an album of a thousand pictures has as many. They are checked at one go. */
const ITEM_VALUES = 5_000;

export interface Fitting {
  media: Media;
  /** The texts within a file that are Markdown and could not be converted since this was last called. */
  unconverted(): { text: string; message: string }[];
}

/** What fits of some fields; what does not is a fault. */
export function whatFits<T extends z.ZodType<object>>(
  { media, unconverted }: Fitting,
  schema: T,
  source: Source,
  given: unknown,
  faults: Fault[],
  { base = [], defaults }: { base?: PropertyKey[]; defaults?: object } = {},
): z.output<T> | undefined {
  if (!isBounded(given, { left: ITEM_VALUES })) {
    faults.push(faultAt(source, base, `more than ${ITEM_VALUES.toLocaleString('en')} values`));
    return undefined;
  }
  const fields = withFiles(given, media);
  unconverted();
  const { issues, value }: Fitted<z.output<T>> = parseFitting(schema, fields, defaults);
  const isEarly = issues.some(({ path }) => path[0] === 'published_at');
  faults.push(...faultsOf(source, issues, base));
  for (const { text, message } of unconverted()) {
    faults.push(faultAt(source, [...base, ...(pathTo(fields, text) ?? [])], message));
  }
  // Without its date an item would be published before its time.
  return value && !isEarly ? named(value, source, base, faults) : undefined;
}

/** An item that an address can lead to: its slug is left out where no address can hold it, and with such an id a page has none. */
function named<T extends object>(item: T, source: Source, base: PropertyKey[], faults: Fault[]): T | undefined {
  const isWrong = (name: 'id' | 'slug') => {
    const text: unknown = Reflect.get(item, name);
    if (typeof text !== 'string' || ITEM_NAME.test(text)) return false;
    // An item that has both from its file's name has one fault.
    if (name === 'slug' && text === Reflect.get(item, 'id')) return true;
    faults.push(faultAt(source, [...base, name], `expected letters, digits, - and _, not ${text}`));
    return true;
  };
  // What stands in a list has no address of its own.
  const isLost = isWrong('id') && base.length === 0;
  if (isWrong('slug')) Reflect.deleteProperty(item, 'slug');
  return isLost ? undefined : item;
}

/** The value with, beside each location below `/media/`, what is known of that file. What the editor wrote wins. */
function withFiles(value: unknown, media: Media): unknown {
  if (Array.isArray(value)) return value.map((element) => withFiles(element, media));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withFiles(field, media)]);
  const known = 'location' in value && typeof value.location === 'string' ? media.file(value.location) : undefined;
  return { ...known, ...Object.fromEntries(fields) };
}

/** Where a text stands in a value. */
function pathTo(value: unknown, text: string): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.trim() === text.trim() ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const path = pathTo(part, text);
    if (path) return [name, ...path];
  }
  return undefined;
}
