import type { Fields } from './contract.ts';
import type { Form } from './form.ts';

/* A form with other names of fields, and with single pictures and documents in place of lists of files. */

/** The fields of a picture that stands alone. */
const picture = (files: unknown) => {
  const [file] = Array.isArray(files) ? files : [];
  return file ? { url: file.location, alt_text: file.alt ?? null, w: file.width, h: file.height } : null;
};
const categoryOf = ({ category }: Fields) => ({
  category: category ? Object(category).name : null,
  category_slug: category ? Object(category).slug : null,
});
const documents = (files: unknown) =>
  (Array.isArray(files) ? files : []).map((file) => ({
    pdf_url: file.location,
    label: file.name ?? null,
    type: file.mime ?? null,
    bytes: file.size ?? null,
  }));

const article = (fields: Fields): Fields => ({
  id: fields.id,
  slug: fields.slug,
  type: fields.type,
  title: fields.name,
  excerpt: fields.summary,
  body: fields.description,
  image: picture(fields.files),
  author: fields.created_by ? Object(fields.created_by).name : null,
  published_on: fields.published_at ?? fields.created_at,
  keywords: Array.isArray(fields.tags) ? fields.tags.join(', ') : null,
  ...categoryOf(fields),
});

/** The items of a kind as such an API names their fields. */
const RENAMED: Record<string, (fields: Fields) => Fields> = {
  blogs: article,
  news: article,
  notice: ({ name, summary, description, files, created_at, published_at, reference_no, is_pinned, ...fields }) => ({
    ...fields,
    title: name,
    excerpt: summary,
    body: description,
    posted_on: created_at,
    visible_from: published_at,
    ref: reference_no,
    sticky: is_pinned,
    attachments: documents(files),
    ...categoryOf(fields),
  }),
  bod: ({ id, slug, name, designation, rank, files }) => ({
    member_id: id,
    slug,
    full_name: name,
    post: designation,
    sort_order: rank,
    image: picture(files),
  }),
  career: ({ name, description, department, location, openings, deadline, ...fields }) => ({
    ...fields,
    position: name,
    body: description,
    unit: department,
    duty_station: location,
    vacancies: openings,
    last_date: deadline,
  }),
  downloads: ({ name, files, effective_date, ...fields }) => ({
    ...fields,
    title: name,
    effective_from: effective_date,
    attachments: documents(files),
    ...categoryOf(fields),
  }),
  report: ({ name, files, fiscal_year, quarter, published_at, ...fields }) => ({
    ...fields,
    title: name,
    year: fiscal_year,
    q: quarter,
    published_on: published_at,
    pdf_url: Object(files)[0].location,
    ...categoryOf(fields),
  }),
  faq: ({ question, answer, ...fields }) => ({ ...fields, q: question, a: answer }),
  'service-center': ({ name, address, ...fields }) => ({ ...fields, branch: name, street: address }),
};
RENAMED.management = RENAMED.bod ?? article;
const slide = ({ title, description, files, ...fields }: Fields) => ({
  ...fields,
  heading: title,
  text: description,
  image: picture(files),
});

const RENAMES = `calls:
  blogs:
    fields: &article
      name: title
      summary: excerpt
      description: body
      files: &picture "[image][].{location: url, alt: alt_text, width: w, height: h}"
      created_by: "author && {name: author}"
      created_at: published_on
      category: &category "category && {slug: category_slug, name: category}"
  news:
    fields:
      name: title
      summary: excerpt
      description: body
      files: *picture
      published_at: published_on
      category: *category
      tags: "keywords && split(keywords, ', ')"
  sliders:
    fields:
      title: heading
      description: text
      files: *picture
  notice:
    fields:
      name: title
      summary: excerpt
      description: body
      created_at: posted_on
      published_at: visible_from
      reference_no: ref
      is_pinned: sticky
      category: *category
      files: &documents "attachments[].{location: pdf_url, name: label, mime: type, size: bytes}"
  bod:
    fields: &member
      id: member_id
      name: full_name
      designation: post
      rank: sort_order
      files: *picture
  management:
    fields: *member
  career:
    fields:
      name: position
      description: body
      department: unit
      location: duty_station
      openings: vacancies
      deadline: last_date
  downloads:
    fields:
      name: title
      effective_date: effective_from
      category: *category
      files: *documents
  report:
    fields:
      name: title
      fiscal_year: year
      quarter: q
      published_at: published_on
      category: *category
      files: "[{location: pdf_url, mime: 'application/pdf'}]"
  faq:
    fields:
      question: q
      answer: a
  service-center:
    fields:
      name: branch
      address: street
  category/{slug}:
    fields:
      name: title
      summary: excerpt
      description: body
      files: *picture
      category: *category
      created_by: "author && {name: author}"
      created_at: "[@][?type == 'blog'].published_on | [0]"
      published_at: "[@][?type == 'news'].published_on | [0]"
`;

function renamed(call: string, data: Fields): Fields {
  const items = (value: unknown, change: (fields: Fields) => Fields) =>
    Array.isArray(value) ? value.map((item: Fields) => change(item)) : change(Object(value));
  if (call === 'home') return { ...data, sliders: items(data.sliders, slide), blogs: items(data.blogs, article) };
  if (call === 'sliders') return { sliders: items(data.sliders, slide) };
  if (call === 'category/{slug}') return { ...data, items: items(data.items, article) };
  const change = RENAMED[call.split('/')[0] ?? ''];
  return change ? Object.fromEntries(Object.entries(data).map(([name, value]) => [name, items(value, change)])) : data;
}

export const RENAMED_FIELDS: Form = {
  name: 'other names of fields: title, body, image, pdf_url, published_on, post',
  mapping: RENAMES,
  body: ({ call, data }) => ({ error: false, data: renamed(call, data) }),
};
