import { elementsOf } from '@foyer/model';

/* The forms in which APIs send a list: an array, Laravel's paginator, PHP's map, a map of items, groups, columns. */

export interface ListForm {
  elements: unknown[];
  /** What would be right, for each way in which the answer differs. */
  guesses: string[];
  /** Laravel's, around the list. */
  pagination?: object;
}

/** Names of a list inside a group. */
export interface ElementNames {
  own: readonly string[];
  /** A group that has an id may be an item with a list of another kind. */
  any: readonly string[];
}

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of the keys that elements of one kind have in common. */
const MIN_COMMON_KEYS = 0.5;
const YEAR = /^(?:FY\s*)?[\d०-९]{4}(?:\s*[-/.]\s*[\d०-९]{2,4})?$/i;
const QUARTER = /^(?:q\s*([1-4])|([1-4])(?:st|nd|rd|th)\s+quarter|(first|second|third|fourth)\s+quarter)$/i;
export const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Undefined for a value that is no list itself. */
export function listForm(value: unknown, names: ElementNames): ListForm | undefined {
  if (Array.isArray(value)) return groupedElements(value, names) ?? plain(value);
  if (value === null) return { elements: [], guesses: [] };
  if (!isFields(value) || Object.keys(value).length === 0) return undefined;
  if (isGroups(value)) return groupsIn(value);
  const elements = elementsOf(value);
  if (elements) return { ...plain(elements), ...('current_page' in value && { pagination: value }) };
  return itemsByName(value);
}

const plain = (elements: unknown[]): ListForm => ({
  elements: elements.map(unwrappedElement),
  guesses: elements.some((element) => elementWrapperOf(element) !== undefined)
    ? ['fields one level deeper: expected in the item itself']
    : [],
});

/** A map whose keys name groups: `{"2081/82": […], "2080/81": […]}`. Undefined if the lists are of several kinds. */
export function groupsIn(value: Fields): ListForm | undefined {
  const groups = Object.entries(value).flatMap(([label, inner]) => {
    const elements = elementsOfGroup(inner);
    return elements ? [{ label, elements }] : [];
  });
  const areYears = groups.every(({ label }) => YEAR.test(label));
  if (!areYears && !haveCommonKeys(groups.map(({ elements }) => elements[0]))) return undefined;
  // JSON.parse orders keys like "2081" by their number, the oldest first.
  const ordered = groups.every(({ label }) => /^\d+$/.test(label)) ? groups.reverse() : groups;
  return {
    elements: ordered.flatMap(({ label, elements }) => elements.map((element) => inGroup(element, { label }))),
    guesses: [`a map of groups: read as one list with their names as ${fieldOfGroup(ordered[0]?.label ?? '')}`],
  };
}

/** The elements of a group: a list, groups in it, or a single item. */
function elementsOfGroup(inner: unknown): unknown[] | undefined {
  if (Array.isArray(inner)) return inner.map(unwrappedElement);
  if (!isFields(inner)) return undefined;
  const groups = Object.entries(inner).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  if (groups.length === 0 || groups.length < Object.keys(inner).length) return [inner];
  return groups.flatMap(([label, elements]) =>
    elements.map((element) => inGroup(unwrappedElement(element), { label })),
  );
}

/** Whether a map has years as its keys: of lists, or, as 2081/82 is no id of a PHP map, of anything. */
export const isGroups = (value: unknown): boolean =>
  isFields(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(
    ([key, inner]) => YEAR.test(key) && (Array.isArray(inner) || (isFields(inner) && !/^\d+$/.test(key))),
  );

/** A map of items by a name of theirs: `{"annual-report": {…}, "offer": {…}}`. */
function itemsByName(value: Fields): ListForm | undefined {
  const items = Object.entries(value);
  if (items.length < 2 || !items.every(([, item]) => isFields(item)) || !haveCommonKeys(Object.values(value)))
    return undefined;
  return {
    elements: items.map(([slug, item]) => (isFields(item) && !('id' in item) ? { slug, ...item } : item)),
    guesses: ['a map of items: expected a list'],
  };
}

/** An array of groups: `[{"year": "2081/82", "reports": […]}, …]`. */
function groupedElements(groups: unknown[], names: ElementNames): ListForm | undefined {
  // Of a list of thousands of items, the first shows that it is none of groups.
  if (!groupOf(groups[0], names)) return undefined;
  const read = groups.map((group) => groupOf(group, names));
  if (!read.every((group) => group !== undefined)) return undefined;
  return {
    elements: read.flatMap(({ elements, ...group }) =>
      elements.map((element) => inGroup(unwrappedElement(element), group)),
    ),
    guesses: [`a list of groups: read as one list with their names as ${fieldOfGroup(read[0]?.label ?? '')}`],
  };
}

interface Group {
  elements: unknown[];
  label: string;
  slug?: string;
}

function groupOf(group: unknown, names: ElementNames): Group | undefined {
  if (!isFields(group)) return undefined;
  const { id, slug, name, title, ...others } = group;
  const lists = Object.entries(others).filter((entry): entry is [string, unknown[]] => isArrayOfFields(entry[1]));
  const [list] = lists;
  const label = [name, title, ...Object.values(others), slug].find(isLabel);
  if (!list || lists.length > 1 || label === undefined) return undefined;
  const [key, elements] = list;
  // An item has an id too, and may contain a list of another kind.
  const listNames = [...names.own, ...(id === undefined ? names.any : [])];
  return listNames.includes(key)
    ? { elements, label: String(label), ...(isLabel(slug) && { slug: String(slug) }) }
    : undefined;
}

const isLabel = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** An element with the name of its group, unless it has the field. */
function inGroup(element: unknown, { label, slug = slugOf(label) }: Omit<Group, 'elements'>): unknown {
  if (!isFields(element)) return element;
  const field = fieldOfGroup(label);
  if (field === 'fiscal_year') return { fiscal_year: label, ...element };
  return field === 'quarter'
    ? { quarter: quarterOf(label), ...element }
    : { category: { slug, name: label }, ...element };
}

const fieldOfGroup = (label: string): 'fiscal_year' | 'quarter' | 'category' =>
  YEAR.test(label) ? 'fiscal_year' : QUARTER.test(label) ? 'quarter' : 'category';

function quarterOf(label: string): number {
  const [, letter, ordinal, word = ''] = QUARTER.exec(label) ?? [];
  return Number(letter ?? ordinal ?? ORDINALS.indexOf(word.toLowerCase()) + 1);
}

const slugOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || label;

/** Lists of the same length, one for each field: `{"date": […], "title": […]}`, or one of them with the other fields. */
export function columnsIn(value: Fields): ListForm | undefined {
  const columns = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [first] = columns;
  if (!first || columns.length < 2 || !columns.some(([, inner]) => inner.every(isScalar))) return undefined;
  const { length } = first[1];
  if (length === 0 || columns.some(([, inner]) => inner.length !== length)) return undefined;
  const ofItems = columns.filter(([, inner]) => inner.every(isFields));
  const [items] = ofItems.length === 1 ? ofItems : [];
  const elements = Array.from({ length }, (_, index) => {
    const fields = Object.fromEntries(columns.map(([key, inner]) => [key, inner[index]]));
    if (!items) return fields;
    const { [items[0]]: item, ...others } = fields;
    return { ...others, ...(isFields(item) && item) };
  });
  return {
    elements,
    guesses: [
      `lists of the same length (${columns.map(([key]) => key).join(', ')}): read as one list with these fields`,
    ],
  };
}

/** The property with the fields of an object: `attributes` of JSON:API and Strapi, `node` of GraphQL. */
function wrapperOf(value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  if ('id' in value && isFields(value.attributes)) return 'attributes';
  return isFields(value.node) ? 'node' : undefined;
}

/** That of an element: also the name of the model, as CakePHP sends it. */
function elementWrapperOf(element: unknown): string | undefined {
  const wrapper = wrapperOf(element);
  if (wrapper !== undefined || !isFields(element)) return wrapper;
  const [only, ...more] = Object.entries(element);
  return only && more.length === 0 && isFields(only[1]) ? only[0] : undefined;
}

/** An object with the fields that are one level deeper. */
export const unwrapped = (value: unknown): unknown => withoutWrapper(value, wrapperOf(value));
const unwrappedElement = (element: unknown): unknown => withoutWrapper(element, elementWrapperOf(element));

function withoutWrapper(value: unknown, wrapper: string | undefined): unknown {
  if (wrapper === undefined || !isFields(value)) return value;
  const { [wrapper]: fields, ...rest } = value;
  return isFields(fields) ? { ...fields, ...rest } : value;
}

const isArrayOfFields = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

/** Whether a value is a list of objects, which are not columns or texts. */
export const isListOfFields = (value: unknown): boolean => {
  if (Array.isArray(value)) return isArrayOfFields(value);
  if (!isFields(value) || Object.keys(value).length === 0) return false;
  return isGroups(value) || (elementsOf(value)?.every(isFields) ?? false);
};

/** Whether objects are of one kind. */
function haveCommonKeys(elements: unknown[]): boolean {
  const keys = elements.map((element) => new Set(isFields(element) ? Object.keys(element) : []));
  const all = new Set(keys.flatMap((set) => [...set]));
  const common = [...all].filter((key) => keys.every((set) => set.has(key)));
  return all.size > 0 && common.length / all.size >= MIN_COMMON_KEYS;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Settings as many tables have them: `[{"key": "phone", "value": "01-5550100"}, …]`. */
export function settingsIn(value: unknown): Fields | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const settings = value.map((element): [string, unknown] | undefined => {
    if (!isFields(element) || !('value' in element)) return undefined;
    const name = element.key ?? element.name ?? element.slug ?? element.field;
    return typeof name === 'string' ? [name, element.value] : undefined;
  });
  return settings.every((setting) => setting !== undefined) ? Object.fromEntries(settings) : undefined;
}
