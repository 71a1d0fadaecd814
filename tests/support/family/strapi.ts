import type { Answer, Fields } from './contract.ts';
import type { Form } from './form.ts';

/* Strapi 4: `{data: [{id, attributes}], meta: {pagination}}`; a relation is `{data: {id, attributes}}`. */

const record = ({ id, ...attributes }: Fields) => ({ id, attributes });
const relation = (value: unknown) => ({ data: value ? record({ id: 1, ...Object(value) }) : null });
const media = (files: unknown) => ({
  data: (Array.isArray(files) ? files : []).map(({ location, alt, ...file }, index) => ({
    id: index + 1,
    attributes: { ...file, url: location, alternativeText: alt ?? null, ext: '.jpg', provider: 'local' },
  })),
});

/** Midnight in Nepal, as Strapi sends times. */
const inUtc = (day: unknown) => (typeof day === 'string' ? `${new Date(`${day}T00:00:00+05:45`).toISOString()}` : day);

/** An item with its relations and media, as `?populate=*` sends them. */
function entry({ files, category, created_by, created_at, published_at, description, ...item }: Fields): Fields {
  const { id, ...attributes } = item;
  return {
    id,
    attributes: {
      ...attributes,
      content: description ?? null,
      attachments: media(files),
      category: relation(category),
      author: relation(created_by),
      postedAt: inUtc(created_at) ?? null,
      publishedAt: inUtc(published_at) ?? null,
      locale: 'en',
    },
  };
}

function content({ call, name, items, content: found, data }: Answer): unknown {
  if (items) return items.map(entry);
  if (call === 'home') {
    const { sliders, blogs, ...attributes } = data;
    const list = (value: unknown): Fields[] => (Array.isArray(value) ? value : []);
    return record({ id: 1, ...attributes, sliders: list(sliders), blogs: { data: list(blogs).map(entry) } });
  }
  if (name === undefined) return data;
  return call.includes('{') || name === 'page' ? entry(Object(found)) : record({ id: 1, ...Object(found) });
}

/** An empty text is none: without it the field would stay `{data: null}`. */
const CATEGORY = `      category: "category.data.attributes || ''"\n`;
const TEXT_AND_FILES = `    fields:
      description: content
      files: "attachments.data[].attributes.{location: url, alt: alternativeText, name: name, caption: caption, mime: mime, size: size, width: width, height: height}"
`;
const FIELDS = `${TEXT_AND_FILES}${CATEGORY}      created_by: author.data.attributes
      created_at: postedAt
      published_at: publishedAt
`;
const ITEM = '    content: "data.merge({id: id}, attributes)"\n';

const list = (call: string, fields = FIELDS) =>
  `  ${call}:\n    path: ${call}?populate=*\n    content: "data[].merge({id: id}, attributes)"\n${fields}`;
/** With the fields of its list's items. */
const item = (call: string) => `  ${call}:\n    path: "${call}?populate=*"\n${ITEM}`;
const single = (call: string) => `  ${call}:\n    content: data.attributes\n`;

const MAPPING = [
  `data: "@"
parameters:
  page: "pagination[page]"
  per_page: "pagination[pageSize]"
calls:
  home:
    data: data.attributes
    fields:
      blogs: "blogs.data[].merge({id: id}, attributes)"
`,
  ...['blogs', 'news', 'notice', 'album', 'career', 'department', 'downloads', 'report', 'page', 'dataset'].map(
    (call) => list(call),
  ),
  ...['bod', 'management', 'service-center', 'services'].map((call) => list(call)),
  list('sliders', TEXT_AND_FILES),
  list('faq', `    fields:\n${CATEGORY}`),
  ...[
    'blogs/{id}',
    'news/{id}',
    'notice/{id}',
    'album/{id}',
    'career/{id}',
    'department/{id}',
    'page/{slug}',
    'dataset/{slug}',
  ].map(item),
  ...['about', 'introduction', 'profile'].map((call) => `  ${call}:\n${ITEM}`),
  ...['site', 'contact', 'companyInfo'].map(single),
].join('');

export const STRAPI: Form = {
  name: 'Strapi',
  base: '/api/',
  guesses: [[/./, /^a paginator with page .*, pageCount .*, pageSize .*: expected pagination$/]],
  mapping: MAPPING,
  paging: { page: 'pagination[page]', size: 'pagination[pageSize]', defaultSize: 12 },
  body: (answer) => ({
    data: content(answer),
    meta: answer.page
      ? {
          pagination: {
            page: answer.page.current,
            pageSize: answer.page.size,
            pageCount: answer.page.last,
            total: answer.page.total,
          },
        }
      : {},
  }),
};
