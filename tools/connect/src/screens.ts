import { type CallPath, calls } from '@foyer/model';
import { type CallResult, isUsable } from './call-result.ts';
import type { Item } from './sources.ts';
import { isEmpty, isObject } from './value-forms.ts';

/* What a visitor would see, in words. */

export interface Screen {
  /** Of the page. */
  path: string;
  text: string;
  /** Whether the page is there, with what visitors look for. */
  isWhole: boolean;
}

/** Of a page whose call the API does not have. */
export const NOT_FOUND = '“Not found” (404)';

/** What visitors look for: its words, and the fields of which one has it. */
type Details = Readonly<Record<string, readonly string[]>>;

interface ListScreen {
  one: string;
  many: string;
  details: Details;
}

/** A list of articles shows the one, a notice either. */
const DATES = ['created_at'];
const NOTICE_DATES = ['published_at', 'created_at'];
const LISTS: Partial<Record<CallPath, ListScreen>> = {
  news: { one: 'piece of news', many: 'pieces of news', details: { dates: DATES, pictures: ['files'] } },
  blogs: { one: 'blog', many: 'blogs', details: { dates: DATES, pictures: ['files'] } },
  notice: { one: 'notice', many: 'notices', details: { dates: NOTICE_DATES } },
  bod: { one: 'member', many: 'members', details: { portraits: ['files'] } },
  management: { one: 'member', many: 'members', details: { portraits: ['files'] } },
  career: { one: 'vacancy', many: 'vacancies', details: { deadlines: ['deadline'] } },
  album: { one: 'album', many: 'albums', details: { pictures: ['files'] } },
  department: { one: 'department', many: 'departments', details: {} },
  downloads: { one: 'download', many: 'downloads', details: { documents: ['files'] } },
  report: { one: 'report', many: 'reports', details: { documents: ['files'], 'fiscal years': ['fiscal_year'] } },
  faq: { one: 'question', many: 'questions', details: {} },
  'service-center': {
    one: 'branch',
    many: 'branches',
    details: { 'telephone numbers': ['phones'], 'places on the map': ['latitude'] },
  },
};
const TEXT: Details = { text: ['description'] };
/** Pages of a single object, or of an item. */
const SINGLES: Partial<Record<CallPath, Details>> = {
  introduction: TEXT,
  profile: TEXT,
  about: TEXT,
  contact: { address: ['address'], 'telephone numbers': ['phones'], 'opening hours': ['hours'] },
  companyInfo: { 'registration number': ['registration_no'], shareholders: ['shareholders'] },
  'news/{id}': { ...TEXT, date: DATES },
  'blogs/{id}': { ...TEXT, date: DATES },
  'notice/{id}': { 'text or documents': ['description', 'files'], date: NOTICE_DATES },
  'career/{id}': { ...TEXT, deadline: ['deadline'] },
  'album/{id}': { pictures: ['files'] },
  'department/{id}': { members: ['members'] },
  'page/{slug}': TEXT,
  'services/{slug}': TEXT,
};
/** What the home page shows, and the calls that have it. */
const PARTS: Readonly<Record<string, readonly (readonly [CallPath, string])[]>> = {
  slides: [
    ['sliders', 'sliders'],
    ['home', 'sliders'],
  ],
  news: [['notice', 'notices']],
  figures: [['home', 'figures']],
  virtues: [['home', 'virtues']],
  blogs: [
    ['blogs', 'blogs'],
    ['home', 'blogs'],
  ],
};

/** The pages of the site, each with what it would show. */
export function screensOf(results: readonly CallResult[]): Screen[] {
  const of = (wanted: CallPath) => results.find(({ path }) => path === wanted);
  const [site, home] = [of('site'), of('home')];
  const pages = results.flatMap((result): Screen[] => {
    const { path, address, state, data } = result;
    const list = LISTS[path];
    const details = SINGLES[path];
    // An item that could not be asked for has no page of its own here.
    if (state === 'unasked' || (path.includes('{') && data === undefined && result.status === undefined)) return [];
    const page = path === 'career/{id}' ? `/${address}/show` : `/${address}`;
    if (list) return [{ path: page, ...listText(result, list) }];
    return details ? [{ path: page, ...objectText(result, details) }] : [];
  });
  return [
    ...(site ? [{ path: 'every page', ...frameText(site) }] : []),
    ...(home ? [{ path: '/', ...homeText(home, of) }] : []),
    ...pages,
  ];
}

type Text = Omit<Screen, 'path'>;

/** A page of which the call has failed. */
const failed = ({ state, status }: CallResult): Text => ({
  text: state === 'none' || status === 404 ? NOT_FOUND : 'an error page (503)',
  isWhole: false,
});

function frameText(result: CallResult): Text {
  if (!isUsable(result))
    return { text: 'neither name, logo nor menu: site.yaml of CONTENT_DIR can have them', isWhole: false };
  const site = contentOf(result);
  const lacks = (['logo', 'menu', 'footer'] as const).filter((name) => isEmpty(site[name]));
  return { text: `the name ${JSON.stringify(site.name)}${without(lacks)}`, isWhole: lacks.length === 0 };
}

/** The lists of the home page have calls of their own; without any of its calls it is an error. */
function homeText(home: CallResult, of: (path: CallPath) => CallResult | undefined): Text {
  const isThere = ([path, name]: readonly [CallPath, string]) => {
    const { data } = of(path) ?? {};
    return isObject(data) && !isEmpty(data[name]);
  };
  if (!isUsable(home) && !(['sliders', 'blogs'] as const).some((path) => of(path)?.data))
    return failed({ ...home, status: undefined });
  return shownText(Object.fromEntries(Object.entries(PARTS).map(([words, places]) => [words, places.some(isThere)])));
}

function listText(result: CallResult, { one, many, details }: ListScreen): Text {
  if (!isUsable(result)) return failed(result);
  const list = contentIn(result);
  const items = Array.isArray(list) ? list.filter(isObject) : [];
  const [first] = items;
  if (!first) return { text: `no ${many} yet`, isWhole: true };
  const count = `${items.length} ${items.length === 1 ? one : many}`;
  const lacks = Object.entries(details).filter(([, fields]) => !items.some((item) => hasOne(item, fields)));
  const some = Object.entries(details).flatMap(([words, fields]) => {
    const missing = items.filter((item) => !hasOne(item, fields)).length;
    return missing > 0 && missing < items.length ? [`${items.length - missing} with ${words}`] : [];
  });
  const text = `${count}${without(lacks.map(([words]) => words))}${some.map((words) => `, ${words}`).join('')}`;
  return { text, isWhole: lacks.length === 0 };
}

function objectText(result: CallResult, details: Details): Text {
  if (!isUsable(result)) return failed(result);
  const content = contentOf(result);
  return shownText(
    Object.fromEntries(Object.entries(details).map(([words, fields]) => [words, hasOne(content, fields)])),
  );
}

/** @param parts whether each of them is there */
function shownText(parts: Readonly<Record<string, boolean>>): Text {
  const [has, lacks] = [true, false].map((wanted) =>
    Object.entries(parts).flatMap(([words, isThere]) => (isThere === wanted ? [words] : [])),
  ) as [string[], string[]];
  if (has.length === 0) return { text: 'only a heading', isWhole: false };
  const missing = lacks.length > 0 ? `; no ${listed(lacks, 'or')}` : '';
  return { text: `with ${listed(has)}${missing}`, isWhole: lacks.length === 0 };
}

const contentIn = ({ path, data }: CallResult): unknown => (isObject(data) ? data[calls[path].name] : undefined);

const contentOf = (result: CallResult): Item => {
  const content = contentIn(result);
  return isObject(content) ? content : {};
};

const hasOne = (item: Item, fields: readonly string[]): boolean => fields.some((name) => !isEmpty(item[name]));
const without = (words: readonly string[]): string => (words.length > 0 ? `, without ${listed(words, 'or')}` : '');

function listed(words: readonly string[], last = 'and'): string {
  const [end, ...before] = [...words].reverse();
  return before.length > 0 ? `${before.reverse().join(', ')} ${last} ${end}` : (end ?? '');
}
