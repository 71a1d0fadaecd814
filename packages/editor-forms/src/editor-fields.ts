import { isDocument, isFact, type JsonSchema, kindsNamedBy } from '@foyer/folder';
import { kinds as allKinds, ITEM_NAME_FORM, type Kind } from '@foyer/model';

/* The forms of the web editor (Sveltia CMS), made from the schemas of the content folder's files. */

/** By any name, as forms have them. */
export const kinds: Readonly<Record<string, Kind>> = allKinds;

/** A field of a form, with the options of its widget. */
export interface EditorField {
  name: string;
  label: string;
  widget: string;
  /** Or the languages in which it is. */
  required: boolean | string[];
  /** In a translation: `true`, a value of its own; `duplicate`, the original's; `false`, none. */
  i18n: boolean | 'duplicate';
  fields?: EditorField[];
  [option: string]: unknown;
}

/** Whether a field that names an item of the site offers those to choose from. @param kind of the form */
export type HasPicker = (field: string, kind: string) => boolean;

/** Where an object is. */
interface Place {
  /** The kind, and the fields that lead to the object. */
  path: readonly string[];
  /** The language of originals: a translation may leave out what an item requires. Undefined inside an item. */
  locale?: string;
  /**
   * Whether the object is in a list of which a translation has its own: what stands at the same place need not be the same
   * thing, so nothing is taken over.
   */
  isOwn?: boolean;
  /** None: no field has one. */
  hasPicker?: HasPicker;
}

/**
 * Fields without a place in a form, unless they are required: the site knows them from the name of the file, or from the
 * picture; and the editor itself keeps the former addresses of a renamed item, only where no form has a field of that name.
 * A file that has them does not lose them: the editor writes back what it does not show.
 */
const LEFT_OUT = /^(?:aliases|slug|translations|description_text|mime|size|width|height|sources|.+_bs)$/;
/** Texts of several lines. */
const LONG = new Set(['summary', 'address', 'security']);
/** What the editor refuses at once. The site refuses more. */
const LINK = ['^(/|https?://|mailto:|tel:)', 'Expected an address: /contact, https://…, mailto:… or tel:…'];
const NAME = `Expected ${ITEM_NAME_FORM}`;
const FOCUS = 'Expected two shares, from the left and from the top: 30% 20%';
/** Dates with a time of day. */
const TIMES = /^(?:created|updated|published)_at$/;
/** Dates with or without one: the editor's own widgets write either form, and the other one would lose or gain a time. */
const DAYS_OR_TIMES = /^(?:date|ends|deadline|expires_at)$/;
const DAY_OR_TIME = 'Expected a date: 2027-01-15, or with a time: 2027-01-15 11:00';

/** The widget of a Markdown text. Its other mode drops what it has no button for: the alignment of columns, a table without a head. */
export const MARKDOWN = { widget: 'markdown', modes: ['raw', 'rich_text'] };

/** The fields of an object. None has a default, which the editor would write into each older file that it saves; but see `withDay`. */
export function editorFields({ properties = {}, required = [] }: JsonSchema, place: Place): EditorField[] {
  const { path, locale, isOwn = false, hasPicker = () => false } = place;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isRequired = required.includes(name);
    if ((LEFT_OUT.test(name) && !isRequired) || typeof schema !== 'object') return [];
    const picker = path.length === 1 && path[0] && hasPicker(name, path[0]) ? pickerOf(name, path[0]) : undefined;
    const { translates, ...widget } = picker ?? widgetOf(asObject(schema), { path: [...path, name], isOwn });
    return [
      {
        name,
        label: labelOf(name),
        required: isRequired && (locale === undefined || [locale]),
        ...(schema.description && { hint: schema.description }),
        ...widget,
        i18n: inTranslation(name, translates, place),
      },
    ];
  });
}

/** Offers the items that a field may name; undefined for a field that names none. A translation has the same. */
function pickerOf(field: string, formKind: string): Widget | undefined {
  const [kind] = kindsNamedBy(field, formKind) ?? [];
  if (kind === undefined) return undefined;
  const isList = kinds[kind]?.folder?.layout === 'list';
  const place = isList ? { collection: '_singletons', file: kind } : { collection: kind };
  const [value, name] = isList ? [`${kind}.*.id`, `${kind}.*.name`] : ['{{slug}}', 'name'];
  return { widget: 'relation', ...place, value_field: value, display_fields: [name], search_fields: [name] };
}

/** The form in which an object is written with all of its fields. */
const asObject = (schema: JsonSchema): JsonSchema => {
  const written = schema.anyOf?.find((each) => each.type === 'object');
  return written ? { ...written, description: schema.description } : schema;
};

function inTranslation(name: string, translates: Widget['translates'], { path, isOwn }: Place): EditorField['i18n'] {
  const isSame = isFact(name) || name === 'lang';
  if (isOwn) return !isSame || name === 'id' || name === 'slug';
  if (translates && !isSame) return translates;
  // The list or object of a translation replaces the original's as a whole, so it repeats what is the same.
  return path.length > 1 && 'duplicate';
}

interface Widget extends Record<string, unknown> {
  widget: string;
  /** Whether languages differ in it, and how. */
  translates?: EditorField['i18n'];
}

function widgetOf(schema: JsonSchema, place: Place): Widget {
  const { enum: values, items, properties } = schema;
  const name = place.path.at(-1) ?? '';
  if (values) return { widget: 'select', options: values.filter((value) => value !== null) };
  if (properties)
    return { widget: 'object', collapsed: 'auto', fields: editorFields(schema, place), translates: 'duplicate' };
  if (typeof items === 'object' && !Array.isArray(items)) return listWidget(items, place);
  switch (schema['x-foyer']) {
    case 'flag':
      return { widget: 'boolean' };
    case 'number':
      return { widget: 'number', value_type: 'float' };
    case 'date':
      if (DAYS_OR_TIMES.test(name)) return { widget: 'string', pattern: [schema.pattern, DAY_OR_TIME] };
      return TIMES.test(name)
        ? { widget: 'datetime', format: 'YYYY-MM-DD HH:mm:ss', translates: name === 'updated_at' }
        : { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' };
    case 'location':
      return { widget: isDocument(place.path) ? 'file' : 'image' };
    case 'link':
      return { widget: 'string', pattern: LINK };
    case 'colour':
      return { widget: 'color', allowInput: true };
    case 'markdown':
      return { ...MARKDOWN, translates: true };
    default:
      return {
        widget: LONG.has(name) ? 'text' : 'string',
        ...(schema.pattern && { pattern: [schema.pattern, name === 'focus' ? FOCUS : NAME] }),
        translates: true,
      };
  }
}

function listWidget(items: JsonSchema, { path, isOwn }: Place): Widget {
  if (!items.properties) {
    const { translates, ...widget } = widgetOf(items, { path, isOwn });
    return { widget: 'list', field: { name: 'value', label: labelOf(path.at(-1) ?? ''), ...widget }, translates };
  }
  // Pictures and documents are the same in every language, with texts of their own.
  const isOfFiles = 'location' in items.properties;
  const fields = editorFields(items, { path, isOwn: isOwn || !isOfFiles });
  return { ...listOf(fields), collapsed: isOfFiles ? false : 'auto', translates: isOfFiles ? 'duplicate' : true };
}

/** What stands for an element whose fields are not shown. */
const TITLES = ['name', 'question', 'title', 'label', 'from'];

/** A list of objects. */
export function listOf(fields: EditorField[]): { widget: string; summary?: string; fields: EditorField[] } {
  const title = TITLES.find((name) => fields.some((field) => field.name === name));
  return { widget: 'list', ...(title && { summary: `{{fields.${title}}}` }), fields };
}

/** `published_at`: Published at */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/[a-z](?=[A-Z])/g, '$& ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
