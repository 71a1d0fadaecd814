import type { RootData } from './foyer/document/root.ts';
import { blog, blogs } from './foyer/features/articles/article-pages.ts';
import { reports } from './foyer/features/documents/document-pages.ts';
import { home } from './foyer/features/home/home-pages.ts';
import type { Page } from './foyer/page.ts';
import * as select from './foyer/select.mjs';
import type { ShownPage } from './foyer/shown-page.ts';

/* The pages' data, held in memory for a minute, as Foyer's gateway holds it. */

const FRESH = 60_000;
const answers = new Map<string, { until: number; data: Promise<never> }>();

export type Shown = Omit<ShownPage, 'page'>;
type Parameters = Record<string, string | undefined>;

/** @param call with `{id}` in the place of an item's name, as Foyer's loaders name it */
function api(call: string, parameters: Parameters = {}): Promise<never> {
  const { id = '', ...query } = parameters;
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = `${call.replace('{id}', id)}?${new URLSearchParams(set)}`;
  const known = answers.get(path);
  if (known && Date.now() < known.until) return known.data;
  const data = fetch(`${process.env.FRONTAPI_URL}${path}`)
    .then((response) => response.json())
    .then((answer) => answer.data as never);
  answers.set(path, { until: Date.now() + FRESH, data });
  return data;
}

export async function loadRoot(): Promise<RootData> {
  const { site } = (await api('site')) as { site: RootData['site'] };
  return {
    site,
    origin: 'http://localhost:3000',
    indexable: true,
    isProvisional: false,
    locale: 'en',
    locales: ['en'],
  };
}

/** What Foyer's components show, but for the page: data by Foyer's own loader, whose blocks have arrived. */
async function load(page: Page, view: object, params: Parameters = {}): Promise<Shown> {
  const root = await loadRoot();
  const loaded = page.load({ api, params, query: {}, view: Promise.resolve(view as never), site: root.site });
  const data = await loaded;
  const entries = Object.entries(data).map(async ([name, value]) => [
    name,
    typeof value?.promise?.then === 'function' ? { promise: null, result: await value.promise } : value,
  ]);
  const pathname = page.path.replace(':id', params.id ?? '');
  return {
    location: { pathname, search: '', hash: '', key: 'default' },
    root,
    data: Object.fromEntries(await Promise.all(entries)),
  };
}

export const loadHome = () => load(home, select);
export const loadBlogs = () => load(blogs, { selectItems: select.selectBlogs });
export const loadBlog = (id: string) => load(blog, select, { id });
export const loadReports = () => load(reports, { selectItems: select.selectReports });

/** What is there to build pages for. */
export const blogIds = () => idsOf('blogs', 'blogs');

async function idsOf(call: string, name: string) {
  const ids: string[] = [];
  let last = 1;
  for (let page = 1; page <= last; page += 1) {
    const answer: Record<string, { id: string }[]> & { pagination: { last_page: number } } = await api(call, {
      per_page: '50',
      page: page > 1 ? String(page) : undefined,
    });
    ids.push(...(answer[name] ?? []).map(({ id }) => id));
    last = answer.pagination.last_page;
  }
  return ids;
}
