import { type ContentSchema, contentSchemas } from '@foyer/folder';
import { ITEM_NAME, ITEM_NAME_FORM, type Locales } from '@foyer/model';
import { type EditorField, editorFields, type HasPicker, kinds, labelOf, listOf, MARKDOWN } from './editor-fields.ts';
import type { EditorSettings } from './editor-settings.ts';

/** A form, and the files that it writes. */
interface Form {
  name: string;
  label: string;
  /** Whether there are translations. */
  i18n: boolean;
  fields: EditorField[];
}

/** Where a content folder is in its repository, and the language of its originals if there are translations. */
interface Place {
  root: string;
  locale?: string;
  pathOf: PathOf;
  hasPicker: HasPicker;
}

/** The path of a kind's items, with `{{slug}}` for their name; undefined if they have no pages of their own. */
export type PathOf = (kind: string) => string | undefined;

export interface EditorConfig {
  /** Folders with a file for each item. */
  collections: (Form & { folder: string; preview_path?: string; [option: string]: unknown })[];
  /** Single files. */
  singletons: (Form & { file: string })[];
  [option: string]: unknown;
}

/** What stands below the front matter. */
const BODY: EditorField = { ...MARKDOWN, name: 'body', label: 'Text', required: false, i18n: true };

/** The names of kinds that are no words. */
const LABELS: Readonly<Record<string, string>> = {
  album: 'Albums',
  bod: 'Board of directors',
  career: 'Vacancies',
  companyInfo: 'Company information',
  department: 'Departments',
  faq: 'Questions and answers',
  notice: 'Notices',
  page: 'Pages',
  report: 'Reports',
  'service-center': 'Service centres',
};
const labelOfKind = (kind: string): string => LABELS[kind] ?? labelOf(kind);

/**
 * The configuration of Sveltia CMS for a content folder: the folder's own settings, and a form for each file that a kind reads.
 * It is made when it is asked for: an update of Foyer brings its new fields.
 */
export function editorConfig(
  { folder, ...settings }: EditorSettings,
  locales: Locales,
  { pathOf, hasPicker }: { pathOf: PathOf; hasPicker: HasPicker },
): EditorConfig {
  const root = folder === undefined ? '' : `${folder}/`;
  const schemas = contentSchemas();
  const [first, ...others] = locales;
  const place = { root, locale: others.length > 0 ? first : undefined, pathOf, hasPicker };
  return {
    ...settings,
    media_folder: `${root}media`,
    public_folder: '/media',
    media_libraries: { all: { slugify_filename: true }, stock_assets: false },
    slug: { encoding: 'ascii', clean_accents: true, maxlength: 60 },
    output: { omit_empty_optional_fields: true },
    // The preview itself shows what the site will show.
    editor: { preview: false },
    ...(place.locale && {
      i18n: {
        structure: 'multiple_files',
        locales,
        default_locale: first,
        initial_locales: 'default',
        omit_default_locale_from_file_path: true,
        omit_default_locale_from_preview_path: true,
      },
    }),
    collections: schemas
      .filter(({ layout }) => layout === 'markdown')
      .flatMap((schema) => [collection(schema, place), ...(schema.hasTable ? [rows(schema, place)] : [])]),
    singletons: schemas.filter(({ layout }) => layout !== 'markdown').map((schema) => singleton(schema, place)),
  };
}

function collection(
  source: ContentSchema,
  { root, locale, pathOf, hasPicker }: Place,
): EditorConfig['collections'][number] {
  const { kind, schema } = source;
  const original = source.translation && locale;
  const path = pathOf(kind);
  return {
    name: kind,
    label: labelOfKind(kind),
    folder: root + kind,
    create: true,
    identifier_field: 'name',
    summary: '{{name}}',
    i18n: original !== undefined,
    ...(path && { preview_path: `${original ? '{{locale}}/' : ''}${path}` }),
    slug: {
      hint: 'The end of the address. Write it in small Latin letters, digits and hyphens: annual-report. If it is changed later, the old address leads to the new one.',
      pattern: [ITEM_NAME.source, `Expected ${ITEM_NAME_FORM}`],
    },
    fields: inOrder([...withDay(kind, editorFields(schema, { path: [kind], locale: original, hasPicker })), BODY]),
  };
}

/**
 * A new item has its day where lists are ordered by it. The editor fills it into an older file without one, too: its author sees that, and an
 * item without a day stands last.
 */
function withDay(kind: string, fields: EditorField[]): EditorField[] {
  const isDated = Object.values(kinds[kind]?.calls ?? {}).some(({ list }) => list?.dated);
  return isDated
    ? fields.map((field) => (field.name === 'created_at' ? { ...field, default: '{{now}}' } : field))
    : fields;
}

/** The rows of tables: the files beside those of a kind, with their names. */
function rows({ kind }: ContentSchema, { root }: Place): EditorConfig['collections'][number] {
  const label = `${labelOfKind(kind)}: rows`;
  const hint = 'The file, as CSV: the names of the columns, then a line for each row. All of it can be pasted.';
  return {
    name: `${kind}-rows`,
    label,
    folder: root + kind,
    extension: 'csv',
    format: 'raw',
    create: true,
    // That of the table.
    slug: { editable: ['create'] },
    summary: '{{slug}}',
    i18n: false,
    fields: [{ name: 'body', label: 'Rows', widget: 'text', hint, required: true, i18n: false }],
  };
}

/** What editors need first. */
const FIRST = ['name', 'draft', 'summary', 'body', 'files'];

/** The fields of an item with a file of its own. It needs no id: the name of its file is its address. */
function inOrder(fields: readonly EditorField[]): EditorField[] {
  const first = FIRST.flatMap((name) => fields.filter((field) => field.name === name));
  return [...first, ...fields.filter((field) => field.name !== 'id' && !first.includes(field))];
}

function singleton(source: ContentSchema, { root, locale, hasPicker }: Place): EditorConfig['singletons'][number] {
  const { kind, layout, schema } = source;
  const original = source.translation && locale;
  const label = labelOfKind(kind);
  const file = `${root}${kind}${original ? '.{{locale}}' : ''}.yaml`;
  const form = { name: kind, label, file, i18n: original !== undefined };
  const { items } = schema;
  if (layout === 'single' || typeof items !== 'object' || Array.isArray(items))
    return { ...form, fields: editorFields(schema, { path: [kind], locale: original, hasPicker }) };
  const fields = editorFields(items, { path: [kind], locale: original, isOwn: true, hasPicker });
  const list = { ...listOf(fields), name: kind, label, root: true, collapsed: 'auto', required: false, i18n: true };
  return { ...form, fields: [list] };
}
