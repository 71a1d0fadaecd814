import { site } from '../content.ts';
import type { Answer, Fields } from './contract.ts';
import { DIRECTLY, type Form, type FormRequest } from './form.ts';

/*
 * WordPress's own API, `/wp-json/wp/v2/`: bare arrays, the pages counted in headers, texts as `{rendered}`, what is linked under
 * `_embedded`. What it has no types for is in fields of Advanced Custom Fields, `acf`, and in routes of a plugin. It has no `site`:
 * name and menu are in a content folder.
 */

const PLUGIN = '/wp-json/himal/v1/';

const ROUTES: Record<string, string> = {
  posts: 'blogs',
  news: 'news',
  notices: 'notice',
  galleries: 'album',
  jobs: 'career',
  departments: 'department',
  downloads: 'downloads',
  reports: 'report',
  board: 'bod',
  managers: 'management',
  branches: 'service-center',
};

const rendered = (text: unknown) => ({ rendered: text ?? '', protected: false });

function post({
  id,
  slug,
  name,
  summary,
  description,
  files,
  created_by,
  category,
  created_at,
  published_at,
  ...acf
}: Fields) {
  const [image] = Array.isArray(files) ? files : [];
  const isPicture = image?.mime === undefined;
  const published = String(published_at ?? created_at ?? '2020-01-01');
  return {
    id,
    date: `${published}T00:00:00`,
    date_gmt: new Date(`${published}T00:00:00+05:45`).toISOString().slice(0, 19),
    slug,
    status: 'publish',
    link: `https://himal.example/${slug}/`,
    title: rendered(name),
    content: rendered(description),
    excerpt: rendered(summary && `<p>${summary}</p>\n`),
    author: 3,
    featured_media: image && isPicture ? 17 : 0,
    acf: {
      ...acf,
      published_at,
      category: category ?? false,
      files: isPicture && !('event_date' in acf) ? false : files,
    },
    _links: {},
    _embedded: {
      ...(created_by !== undefined && { author: [{ id: 3, ...Object(created_by) }] }),
      ...(image &&
        isPicture && {
          'wp:featuredmedia': [
            {
              id: 17,
              source_url: image.location,
              alt_text: image.alt ?? '',
              mime_type: 'image/jpeg',
              media_details: { width: image.width, height: image.height },
            },
          ],
        }),
      'wp:term': [category ? [{ id: 5, taxonomy: 'category', ...Object(category) }] : [], []],
    },
  };
}

function body({ call, items, content, data }: Answer): unknown {
  const isOfPlugin = /^(?:home|contact|companyInfo|faq|services|category|sliders)/.test(call);
  if (isOfPlugin) return data;
  if (items) return items.map(post);
  // A page is asked for by its slug, which is a filter of the list.
  return /^(?:page|about|introduction|profile)/.test(call) ? [post(Object(content))] : post(Object(content));
}

function pathOf({ path, query }: FormRequest): string | undefined {
  if (path.startsWith(PLUGIN)) return path.slice(PLUGIN.length);
  if (path === 'pages') return query.has('slug') ? `page/${query.get('slug')}` : 'page';
  const [first = '', ...rest] = path.split('/');
  return ROUTES[first] && [ROUTES[first], ...rest].join('/');
}

const PICTURE =
  '_embedded.\\"wp:featuredmedia\\"[].{location: source_url, alt: alt_text, width: media_details.width, height: media_details.height}';
const POST = `    fields:
      name: title.rendered
      summary: "replace(replace(excerpt.rendered, '<p>', ''), '</p>\\n', '')"
      description: content.rendered
      created_at: date
      created_by: "_embedded.author[0].{name: name}"
      category: "_embedded.\\"wp:term\\"[][] | [?taxonomy == 'category'] | [0].{slug: slug, name: name}"
      files: "${PICTURE}"
`;
/** Of another type: its own fields are those of the contract. */
const ofType = (dates: string, files: string) => `    fields:
      name: title.rendered
      summary: "replace(replace(excerpt.rendered, '<p>', ''), '</p>\\n', '')"
      description: content.rendered
      created_by: "_embedded.author[0].{name: name}"
      category: "acf.category || \`null\`"
      files: "${files}"
${dates}`;
const DATE_OF = { created_at: '      created_at: date\n', published_at: '      published_at: date\n', none: '' };

const list = (call: string, route: string, rest: string) => `  ${call}:
    path: ${route}?_embed&per_page=100
${rest}`;

const FIELDS_OF: Record<string, string[]> = {
  notice: ['reference_no', 'is_pinned', 'expires_at', 'published_at', 'lang'],
  career: ['department', 'location', 'employment_type', 'openings', 'deadline', 'apply_email', 'apply_url'],
  album: ['event_date', 'place'],
  department: ['head', 'phone', 'email', 'members'],
  downloads: ['effective_date'],
  report: ['fiscal_year', 'quarter', 'published_at'],
  bod: ['designation', 'rank'],
  management: ['designation', 'rank'],
  'service-center': ['province', 'district', 'address', 'phones', 'latitude', 'longitude', 'is_head_office'],
};
const own = (call: string) => (FIELDS_OF[call] ?? []).map((name) => `      ${name}: acf.${name}\n`).join('');
const ownFiles = 'acf.files || `[]`';

const MAPPING = `data: "@"
parameters:
  page: null
  per_page: null
calls:
  site: none
  home: { path: ${PLUGIN}home }
  sliders: { path: ${PLUGIN}sliders }
  contact: { path: ${PLUGIN}contact }
  companyInfo: { path: ${PLUGIN}companyInfo }
  faq: { path: ${PLUGIN}faq }
  category/{slug}: { path: "${PLUGIN}category/{slug}" }
  services: { path: ${PLUGIN}services }
  services/{slug}: { path: "${PLUGIN}services/{slug}" }
${list('blogs', 'posts', POST)}  blogs/{id}: { path: "posts/{id}?_embed" }
${list('news', 'news', `${ofType(DATE_OF.published_at, PICTURE)}      tags: acf.tags\n`)}  news/{id}: { path: "news/{id}?_embed" }
${list('notice', 'notices', ofType(DATE_OF.created_at, ownFiles) + own('notice'))}  notice/{id}: { path: "notices/{id}?_embed" }
${list('album', 'galleries', ofType(DATE_OF.none, ownFiles) + own('album'))}  album/{id}: { path: "galleries/{id}?_embed" }
${list('career', 'jobs', ofType(DATE_OF.created_at, ownFiles) + own('career'))}  career/{id}: { path: "jobs/{id}?_embed" }
${list('department', 'departments', ofType(DATE_OF.none, ownFiles) + own('department'))}  department/{id}: { path: "departments/{id}?_embed" }
${list('downloads', 'downloads', ofType(DATE_OF.none, ownFiles) + own('downloads'))}${list('report', 'reports', ofType(DATE_OF.none, ownFiles) + own('report'))}${list('bod', 'board', ofType(DATE_OF.none, PICTURE) + own('bod'))}${list('management', 'managers', ofType(DATE_OF.none, PICTURE) + own('management'))}${list('service-center', 'branches', ofType(DATE_OF.none, ownFiles) + own('service-center'))}${list('page', 'pages', `${ofType(DATE_OF.none, ownFiles)}      parent: acf.parent\n`)}  page/{slug}: { path: "pages?slug={slug}&_embed" }
${['about', 'introduction', 'profile'].map((call) => `  ${call}: { path: "pages?slug=${call}&_embed" }\n`).join('')}`;

export const WORDPRESS: Form = {
  name: 'WordPress',
  base: '/wp-json/wp/v2/',
  guesses: [DIRECTLY, [/^(?:page\/|introduction|profile|about)/, /^a list: the item in it is taken, expected page$/]],
  mapping: MAPPING,
  site,
  pathOf,
  body,
  headers: ({ items }) => ({ 'x-wp-total': String(items?.length ?? 1) }),
};
