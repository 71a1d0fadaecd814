import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { dump } from 'js-yaml';
import { expect, it } from 'vitest';
import { pathOfItems } from '../../../server/preview/web-editor.ts';
import { makeFolder } from '../../../tests/support/folder.ts';
import { loadContent } from '../../folder/src/content-store.ts';
import { contentSchemas, type JsonSchema } from '../../folder/src/json-schemas.ts';
import { addressOfItem } from '../../model/src/item-path.ts';
import { type EditorConfig, editorConfig } from '../src/editor-config.ts';
import type { EditorField } from '../src/editor-fields.ts';
import { parseEditorSettings } from '../src/editor-settings.ts';
import { readPickers } from '../src/pickers.ts';

/* The forms of the web editor are those of the kinds, and what they write is valid. */

const settings = parseEditorSettings('folder: content\nbackend: { name: github, repo: himal/website }\n');
const config = editorConfig(settings, ['en', 'ne'], { pathOf: pathOfItems, hasPicker: () => false });

/** The fields of a kind's form: of an item, or of the single object. */
function fieldsOf(kind: string, { collections, singletons }: EditorConfig = config): EditorField[] {
  const form = [...collections, ...singletons].find(({ name }) => name === kind);
  const [first] = form?.fields ?? [];
  return (first?.root ? first.fields : form?.fields) ?? [];
}

it('is a configuration that Sveltia CMS accepts', () => {
  const schema = JSON.parse(readFileSync('node_modules/@sveltia/cms/schema/sveltia-cms.json', 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);
  validate(JSON.parse(JSON.stringify(config)));
  expect(validate.errors ?? []).toEqual([]);
});

/** The fields of a schema and of a form that are not the same, by path. */
function differences(schema: JsonSchema, fields: readonly EditorField[], path: string): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = `${path}.${name}`;
    const field = fields.find((each) => each.name === name);
    const isRequired = required.includes(name);
    if (!field) return [`${at} ${isRequired ? 'is required and ' : ''}has no field`];
    if (Boolean(field.required) !== isRequired) return [`${at} is ${isRequired ? '' : 'not '}required`];
    if (typeof property !== 'object') return [];
    const { items = property } = property;
    return typeof items === 'object' && !Array.isArray(items) ? differences(items, field.fields ?? [], at) : [];
  });
}

it('has a form for each file of a content folder, with each field, required where it is', () => {
  const schemas = contentSchemas();
  const missing = schemas.flatMap(({ kind, layout, schema }) => {
    const { items = schema } = schema;
    if (typeof items !== 'object' || Array.isArray(items)) return [kind];
    return differences(layout === 'list' ? items : schema, fieldsOf(kind), kind);
  });
  // The name of the file, what the site knows of a picture, dates in words, and what Foyer's API alone sends.
  const leftOut =
    /\.(id|aliases|slug|translations|mime|size|width|height|sources|\w+_bs|description_text) has no field$/;
  expect(missing.filter((each) => !leftOut.test(each))).toEqual([]);
  expect(schemas.length).toBeGreaterThan(15);
  // Only an item with a file of its own has its id from the file.
  expect(missing.filter((each) => / has no field$/.test(each) && /\.id /.test(each)).sort()).toEqual(
    config.collections.flatMap(({ name, format }) => (format ? [] : [`${name}.id has no field`])).sort(),
  );
});

/** The paths of the fields with a widget. */
const pathsOf = (fields: readonly EditorField[], widget: string, path: string): string[] =>
  fields.flatMap((field) => [
    ...(field.widget === widget ? [`${path}.${field.name}`] : []),
    ...pathsOf(field.fields ?? [], widget, `${path}.${field.name}`),
  ]);

it('offers documents where a page has links, and pictures elsewhere', () => {
  const forms = [...config.collections, ...config.singletons];
  const documents = forms.flatMap(({ name }) => pathsOf(fieldsOf(name), 'file', name));
  expect(documents.filter((path) => !path.startsWith('theme.')).sort()).toEqual([
    'career.files.location',
    'companyInfo.files.location',
    'downloads.files.location',
    'notice.files.location',
    'report.files.location',
    'services.documents.location',
  ]);
  expect(forms.flatMap(({ name }) => pathsOf(fieldsOf(name), 'image', name))).toContain(
    'department.members.files.location',
  );
});

it('keeps the time of day of a date that may have one', () => {
  const forms = [...config.collections, ...config.singletons];
  const fields = [
    ['events', fieldsOf('events'), ['date', 'ends']],
    ['career', fieldsOf('career'), ['deadline']],
    ['notice', fieldsOf('notice'), ['expires_at']],
    ['notice.dates', fieldsOf('notice').find(({ name }) => name === 'dates')?.fields ?? [], ['date']],
  ] as const;
  for (const [form, all, names] of fields)
    for (const name of names) {
      const field = all.find((each) => each.name === name);
      expect(field, `${form}.${name}`).toMatchObject({
        widget: 'string',
        pattern: [expect.any(String), expect.any(String)],
      });
      const pattern = new RegExp(Array.isArray(field?.pattern) ? String(field.pattern[0]) : '^$');
      const accepted = ['2026-12-19', '2026-12-19 11:00', '2026-12-19 11:00:00', '19/12/2026', '2026-12-19 11'];
      expect(accepted.map((text) => pattern.test(text))).toEqual([true, true, true, false, false]);
    }
  // Nor does any other form have the widget of a day for one.
  const days = forms.flatMap(({ name }) => pathsOf(fieldsOf(name), 'datetime', name));
  expect(days.filter((path) => /\.(?:date|ends|deadline|expires_at)$/.test(path))).toEqual([]);
});

it('offers what an item may name, and writes its id alone', () => {
  const { collections } = editorConfig(settings, ['en', 'ne'], {
    pathOf: pathOfItems,
    hasPicker: (field, kind) => field !== 'category' || kind === 'news',
  });
  const pickers = Object.fromEntries(
    collections.map(({ name, fields }) => [name, fields.filter(({ widget }) => widget === 'relation')]),
  );
  expect(pickers.news).toMatchObject([
    { name: 'category', collection: '_singletons', file: 'category', value_field: 'category.*.id', i18n: false },
    { name: 'subject', collection: '_singletons', file: 'subject' },
  ]);
  expect(pickers.notice?.map(({ name }) => name)).toEqual(['subject']);
  expect(pickers.career).toMatchObject([
    { name: 'subject' },
    { name: 'department', collection: 'department', value_field: '{{slug}}' },
  ]);
  expect(pickers.page?.map(({ name, collection }) => [name, collection])).toContainEqual(['parent', 'page']);
  const days = collections.filter(({ fields }) => fields.some((field) => field.default === '{{now}}'));
  expect(days.map(({ name }) => name)).toEqual(['blogs', 'news', 'notice']);
});

it('offers nothing where a file says the name itself', async () => {
  const folder = await makeFolder({
    'news/a.md': '---\nname: A\ncategory: { slug: markets, name: Markets }\n---\n',
    'notice/a.ne.md': '---\nname: A\nsubject:\n  slug: a\n  name: A\n---\n',
    'notice/b.md': '---\nname: B\ncategory: markets\n---\ncategory: { slug: in, name: a text }\n',
    'report.yaml': '- { id: 1, name: R, subject: { slug: a, name: A } }\n',
    'downloads.yaml': '- { id: 1, name: D, subject: a }\n',
    'category.yaml': '- { id: markets, name: Markets }\n',
  });
  const hasPicker = await readPickers(folder.dir);
  await folder.remove();
  const asked = [
    'news category',
    'news subject',
    'notice subject',
    'notice category',
    'report subject',
    'blogs category',
    'downloads subject',
  ];
  expect(asked.filter((each) => hasPicker(each.split(' ')[1] ?? '', each.split(' ')[0] ?? ''))).toEqual([
    'news subject',
    'notice category',
    'blogs category',
    'downloads subject',
  ]);
});

it('leads from an item to its page', () => {
  const paths = config.collections.map((form) => [form.name, form.preview_path]);
  expect(Object.fromEntries(paths)).toEqual({
    album: '{{locale}}/album/{{slug}}',
    blogs: '{{locale}}/blogs/{{slug}}',
    bod: undefined,
    career: '{{locale}}/career/{{slug}}/show',
    data: '{{locale}}/data/{{slug}}',
    department: '{{locale}}/department/{{slug}}',
    management: undefined,
    news: '{{locale}}/news/{{slug}}',
    notice: '{{locale}}/notice/{{slug}}',
    page: '{{locale}}/page/{{slug}}',
    services: '{{locale}}/services/{{slug}}',
  });
});

it('knows the address from which a renamed item is moved', () => {
  for (const { name, preview_path: path } of config.collections)
    if (path) expect(`{{locale}}${addressOfItem(name, '{{slug}}')}`).toBe(path);
});

/** What an editor enters into a field. @param isShown whether the form has a field: that of a translation has not all of them */
function entered(field: EditorField, isShown: IsShown): unknown {
  const { widget, fields, options, pattern, format } = field;
  if (fields) return widget === 'list' ? [enteredIn(fields, isShown)] : enteredIn(fields, isShown);
  if (field.field) return [entered({ ...field, ...Object(field.field), field: undefined }, isShown)];
  if (Array.isArray(options)) return options[0];
  if (field.name === 'lang') return 'en';
  if (field.name === 'focus') return '30% 20%';
  if (format) return String(format).replace('YYYY-MM-DD', '2027-01-15').replace('HH:mm:ss', '10:00:00');
  if (widget === 'boolean') return false;
  if (widget === 'number') return 1;
  if (widget === 'color') return '#1f4b5c';
  if (widget === 'image' || widget === 'file') return '/media/hill.svg';
  if (!Array.isArray(pattern)) return 'Words';
  return ['/contact', '2027-01-15 11:00', 'one'].find((text) => new RegExp(String(pattern[0])).test(text));
}
type IsShown = (field: EditorField) => boolean;
const enteredIn = (fields: readonly EditorField[], isShown: IsShown) =>
  Object.fromEntries(fields.filter(isShown).map((each) => [each.name, entered(each, isShown)]));

/** The files of an edition. @param suffix of their names */
function filesOf({ collections, singletons }: EditorConfig, suffix: string, isShown: IsShown) {
  return Object.fromEntries([
    ...collections.map(({ name, fields }) => {
      const { body, ...frontMatter } = enteredIn(fields, isShown);
      return [`${name}/one${suffix}.md`, `---\n${dump(frontMatter)}---\n\n${body}\n`];
    }),
    ...singletons.map(({ name, fields }) => {
      const [first] = fields;
      return [`${name}${suffix}.yaml`, dump(first?.root ? entered(first, isShown) : enteredIn(fields, isShown))];
    }),
  ]);
}

it('has a form for the rows of tables, whose file is written as it is typed', () => {
  const forms = config.collections.filter(({ format }) => format !== undefined);
  expect(forms).toMatchObject([
    { folder: 'content/data', extension: 'csv', format: 'raw', fields: [{ name: 'body' }] },
  ]);
});

it('writes what the content folder accepts, with every field filled in', async () => {
  // A theme has rules of its own: contrast, names of fonts.
  const forms = {
    collections: config.collections.filter(({ format }) => format === undefined),
    singletons: config.singletons.filter(({ name }) => name !== 'theme'),
  };
  const translated = {
    collections: forms.collections.filter(({ i18n }) => i18n),
    singletons: forms.singletons.filter(({ i18n }) => i18n),
  };
  const folder = await makeFolder({
    ...filesOf(forms, '', () => true),
    ...filesOf(translated, '.ne', ({ i18n }) => i18n !== false),
    // What an editor enters in the form of a table's rows.
    'data/one.csv': 'Words\n2027-01-15\n',
    'media/hill.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"/>',
  });
  const { faults } = await loadContent({ dir: folder.dir, timeZone: 'Asia/Kathmandu', locales: ['en', 'ne'] });
  await folder.remove();
  expect(faults.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
});
