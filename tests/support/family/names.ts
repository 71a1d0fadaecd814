import { eachObject, type Fields } from './contract.ts';
import type { Form, FormRequest } from './form.ts';
import { RENAMED_FIELDS } from './renamed-fields.ts';

/* Forms with other names: of fields, of calls. */

const envelope = (data: unknown) => ({ error: false, data });

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const inCamelCase = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [camel(name), value]));

const CAMEL_CASE = `calls:
  blogs:
    fields: &dates
      created_at: createdAt
      published_at: publishedAt
      created_by: createdBy
  news:
    fields: *dates
  album:
    fields:
      event_date: eventDate
  notice:
    fields:
      created_at: createdAt
      published_at: publishedAt
      expires_at: expiresAt
      is_pinned: isPinned
      reference_no: referenceNo
  career:
    fields:
      created_at: createdAt
      employment_type: employmentType
      apply_email: applyEmail
      apply_url: applyUrl
  downloads:
    fields:
      effective_date: effectiveDate
  report:
    fields:
      fiscal_year: fiscalYear
      published_at: publishedAt
  service-center:
    fields:
      is_head_office: isHeadOffice
  companyInfo:
    fields:
      legal_name: legalName
      registration_no: registrationNo
      registered_at: registeredAt
      licences: "licences[].{name: name, number: number, issued_by: issuedBy}"
  category/{slug}:
    fields: *dates
`;

/** The path of each call in an API that has other names for them: `posts/{id}` for `blogs/{id}`. */
const PATHS: Record<string, string> = {
  posts: 'blogs',
  notices: 'notice',
  'board-of-directors': 'bod',
  'management-team': 'management',
  branches: 'service-center',
  vacancies: 'career',
  'general-settings': 'site',
  'company-profile': 'companyInfo',
  galleries: 'album',
};
const byOtherPath = ({ path }: FormRequest): string | undefined => {
  const [first = '', ...rest] = path.split('/');
  if (Object.values(PATHS).includes(first)) return undefined;
  return [PATHS[first] ?? first, ...rest].join('/');
};

const joined = (texts: unknown) => (Array.isArray(texts) ? texts.join(', ') : '');

export const NAMES: Form[] = [
  {
    name: 'fields in camel case, of which mapping.yaml names the nested one',
    mapping: `calls:
  companyInfo:
    fields:
      licences: "licences[].{name: name, number: number, issued_by: issuedBy}"
`,
    guesses: [
      [/./, /^(?:blogs: )?\w+: read as \w+$/],
      [/^service-center/, /^the list in serviceCenters: expected service_centers$/],
    ],
    body: ({ data }) => envelope(eachObject(data, inCamelCase)),
  },
  {
    name: 'fields in camel case, of which mapping.yaml names each',
    guesses: [[/^service-center/, /^the list in serviceCenters: expected service_centers$/]],
    mapping: CAMEL_CASE,
    body: ({ data }) => envelope(eachObject(data, inCamelCase)),
  },
  RENAMED_FIELDS,
  {
    name: 'other paths below /api/v2/',
    base: '/api/v2/',
    mapping: `calls:
  site: { path: general-settings }
  blogs: { path: posts }
  blogs/{id}: { path: "posts/{id}" }
  notice: { path: notices }
  notice/{id}: { path: "notices/{id}" }
  bod: { path: board-of-directors }
  management: { path: management-team }
  service-center: { path: branches }
  career: { path: vacancies }
  career/{id}: { path: "vacancies/{id}" }
  companyInfo: { path: company-profile }
  album: { path: galleries }
  album/{id}: { path: "galleries/{id}" }
`,
    pathOf: byOtherPath,
    body: ({ data }) => envelope(data),
  },
  {
    name: 'settings as a list of keys and values',
    mapping: `calls:
  contact:
    content: "from_items([*].[key, value])"
    fields:
      phones: split(phone_numbers, ', ')
      emails: "[email]"
      hours: opening
`,
    body: ({ call, content, data }) => {
      if (call !== 'contact') return envelope(data);
      const { phones, emails, hours, ...settings }: Fields = Object(content);
      return envelope(
        Object.entries({ ...settings, phone_numbers: joined(phones), email: joined(emails), opening: hours }).map(
          ([key, value], index) => ({ id: index + 1, key, value }),
        ),
      );
    },
  },
  {
    name: 'one list of people, from which a query takes the board',
    mapping: `calls:
  bod: { path: "members?board=1", content: members }
  management: { path: "members?board=0", content: members }
`,
    pathOf: ({ path, query }) => {
      if (path !== 'members') return path === 'bod' || path === 'management' ? undefined : path;
      return query.get('board') === '1' ? 'bod' : 'management';
    },
    body: ({ data }) => envelope(data),
  },
];
