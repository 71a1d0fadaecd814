import { ContentError } from '../../shared/content-error.ts';
import { CATEGORISED } from '../../shared/contract/category.ts';
import { arrange, isPublished, type Listed } from '../content-api/arrange-list.ts';
import { type Call, matchCall, readCall, readQuery } from '../content-api/call.ts';
import type { Content, Loaded } from './content-store.ts';
import type { Fault } from './faults.ts';
import { createYielder } from './yield-to-event-loop.ts';

/** Pages with a call and an address of their own. */
const OF_THEIR_OWN = new Set(['introduction', 'profile', 'about']);
const LATEST_BLOGS = { page: 1, perPage: 6, filters: {} };

type Served = Pick<Loaded, 'content' | 'texts' | 'index'>;
type Named = Listed & { id: string };

/**
 * The `data` of a call on a content folder, with visitors served in between; rejects with a ContentError.
 * @param address path and query below the API's base
 */
export async function answer(served: Served, address: string): Promise<unknown> {
  const { content, texts } = served;
  const { pathname, searchParams } = new URL(`http://content.invalid/${address}`);
  const { path, parameters } = matchCall(pathname);
  const call = readCall(path, { ...readQuery(searchParams), ...parameters });
  const name = parameters.id ?? '';
  const find = (items: readonly Named[]) => texts.forDetail(found(items, name));
  const list = (items: readonly Listed[]) => listed(call, items, served);
  switch (path) {
    case 'site':
      return { site: present(content.site) };
    case 'home': {
      const { sliders, virtues } = content;
      const { items } = arrange(content.blogs, LATEST_BLOGS, { filters: [] });
      return { ...content.home, sliders, virtues, blogs: await inTurn(items, (blog) => texts.forList(blog)) };
    }
    case 'sliders':
      return { sliders: content.sliders };
    case 'blogs':
      return list(content.blogs);
    case 'blogs/{id}':
      return { blog: find(content.blogs) };
    case 'news':
      return list(content.news);
    case 'news/{id}':
      return { news: find(content.news) };
    case 'notice':
      return list(content.notice);
    case 'notice/{id}':
      return { notice: find(content.notice) };
    case 'album':
      return list(content.album);
    case 'album/{id}':
      return { album: find(content.album) };
    case 'career':
      return list(content.career);
    case 'career/{id}':
      return { career: find(content.career) };
    case 'department':
      return list(content.department);
    case 'department/{id}':
      return { department: find(content.department) };
    case 'downloads':
      return list(content.downloads);
    case 'report':
      return list(content.report);
    case 'faq':
      return list(content.faq);
    case 'service-center':
      return list(content.serviceCenters);
    case 'category':
      return { categories: categories(content) };
    case 'category/{slug}':
      return categorised(call, served, name);
    case 'services':
      return { services: content.services.filter(isPublished) };
    case 'services/{slug}':
      return { service: find(content.services), services: content.services.filter(isPublished) };
    case 'page':
      return list(content.page.filter(({ slug }) => !OF_THEIR_OWN.has(slug ?? '')));
    case 'page/{slug}':
      return { page: find(content.page) };
    case 'introduction':
    case 'profile':
    case 'about':
      return { page: texts.forDetail(found(content.page, path)) };
    case 'contact':
      return { contact: present(content.contact) };
    case 'companyInfo':
      return { company: present(content.company) };
    case 'management':
      return { members: await inTurn(content.management.filter(isPublished), (member) => texts.forDetail(member)) };
    case 'bod':
      return { members: await inTurn(content.bod.filter(isPublished), (member) => texts.forDetail(member)) };
    case 'redirects':
      return { redirects: content.redirects };
  }
}

/** Long texts take a while each. */
async function inTurn<Item, Result>(items: readonly Item[], convert: (item: Item) => Result): Promise<Result[]> {
  const rest = createYielder();
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    await rest();
  }
  return results;
}

async function listed(
  { list }: Call,
  all: readonly Listed[],
  { texts, index }: Served,
  more: (item: Listed) => object = () => ({}),
) {
  const { name, query, ...how } = present(list);
  const { items, ...rest } = arrange(all, query, { ...how, search: index.search });
  return { [name]: await inTurn(items, (item) => ({ ...texts.forList(item), ...more(item) })), ...rest };
}

const categorisedKinds = Object.entries(CATEGORISED) as [keyof typeof CATEGORISED, 'blogs' | 'news' | 'notice'][];

function categories(content: Content) {
  const found = categorisedKinds
    .flatMap(([, kind]) => content[kind].filter(isPublished))
    .flatMap(({ category }) => category ?? []);
  return [...new Map(found.map((category) => [category.slug, category])).values()];
}

/** What stands in a category, of every kind that may. */
async function categorised(call: Call, served: Served, slug: string) {
  const { content } = served;
  const types = new Map<Listed, string>();
  for (const [type, kind] of categorisedKinds) {
    for (const item of content[kind]) if (item.category?.slug === slug && isPublished(item)) types.set(item, type);
  }
  const items = [...types.keys()];
  const answer = await listed(call, items, served, (item) => ({ type: types.get(item) }));
  return { category: present(items[0]?.category), ...answer };
}

/**
 * Makes ready what a search goes through, with visitors served in between: whoever searches first does not wait for it.
 * Resolves with the faults of the texts, each of which is converted for it.
 */
export async function prepareSearch({ content, texts, index }: Served): Promise<Fault[]> {
  const rest = createYielder();
  const faults: Fault[] = [];
  for (const item of Object.values(content).flat()) {
    if (item && 'id' in item) {
      index.add(item);
      const fault = texts.faultOf(item);
      if (fault) faults.push(fault);
    }
    await rest();
  }
  return faults;
}

/** An id wins over a slug. */
function found(items: readonly Named[], name: string): Named {
  const item = items.find(({ id }) => id === name) ?? items.find(({ slug }) => slug === name);
  return present(item && isPublished(item) ? item : undefined);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new ContentError(404, 'no such item');
  return value;
}
