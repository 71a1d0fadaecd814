import { ContentError } from '../../shared/content-error.ts';
import { CATEGORISED } from '../../shared/contract/category.ts';
import { type Call, matchCall, readCall, readQuery } from '../frontapi/address.ts';
import { arrange, isPublished, type Listed } from '../frontapi/listing.ts';
import type { Content } from './store.ts';

/** Pages with a call and an address of their own. */
const OF_THEIR_OWN = new Set(['introduction', 'profile', 'about']);
const LATEST_BLOGS = { page: 1, perPage: 6, filters: {} };

/**
 * The `data` of a call on a content folder; throws a ContentError.
 * @param address path and query below the API's base
 */
export function answer(content: Content, address: string): unknown {
  const { pathname, searchParams } = new URL(`http://content.invalid/${address}`);
  const { path, parameters } = matchCall(pathname);
  const call = readCall(path, { ...readQuery(searchParams), ...parameters });
  const name = parameters.id ?? '';
  switch (path) {
    case 'site':
      return { site: present(content.site) };
    case 'home': {
      const { sliders, virtues } = content;
      return { ...content.home, sliders, virtues, blogs: arrange(content.blogs, LATEST_BLOGS, { filters: [] }).items };
    }
    case 'sliders':
      return { sliders: content.sliders };
    case 'blogs':
      return listed(call, content.blogs);
    case 'blogs/{id}':
      return { blog: find(content.blogs, name) };
    case 'news':
      return listed(call, content.news);
    case 'news/{id}':
      return { news: find(content.news, name) };
    case 'notice':
      return listed(call, content.notice);
    case 'notice/{id}':
      return { notice: find(content.notice, name) };
    case 'album':
      return listed(call, content.album);
    case 'album/{id}':
      return { album: find(content.album, name) };
    case 'career':
      return listed(call, content.career);
    case 'career/{id}':
      return { career: find(content.career, name) };
    case 'department':
      return listed(call, content.department);
    case 'department/{id}':
      return { department: find(content.department, name) };
    case 'downloads':
      return listed(call, content.downloads);
    case 'report':
      return listed(call, content.report);
    case 'faq':
      return listed(call, content.faq);
    case 'service-center':
      return listed(call, content.serviceCenters);
    case 'category':
      return {
        categories: [...new Map(inCategories(content).map(({ category }) => [category?.slug, category])).values()],
      };
    case 'category/{slug}':
      return categorised(call, content, name);
    case 'services':
      return { services: content.services.filter(isPublished) };
    case 'services/{slug}':
      return { service: find(content.services, name), services: content.services.filter(isPublished) };
    case 'page':
      return listed(
        call,
        content.page.filter(({ slug }) => !OF_THEIR_OWN.has(slug ?? '')),
      );
    case 'page/{slug}':
      return { page: find(content.page, name) };
    case 'introduction':
    case 'profile':
    case 'about':
      return { page: find(content.page, path) };
    case 'contact':
      return { contact: present(content.contact) };
    case 'companyInfo':
      return { company: present(content.company) };
    case 'management':
      return { members: content.management.filter(isPublished) };
    case 'bod':
      return { members: content.bod.filter(isPublished) };
    case 'redirects':
      return { redirects: content.redirects };
  }
}

function listed({ list }: Call, all: readonly Listed[]) {
  const { name, query, ...how } = present(list);
  const { items, ...rest } = arrange(
    all.filter((item) => item !== undefined),
    query,
    how,
  );
  return { [name]: items, ...rest };
}

/** What stands in a category, of every kind that may. */
function inCategories(content: Content) {
  const kinds = Object.entries(CATEGORISED) as [keyof typeof CATEGORISED, 'blogs' | 'news' | 'notice'][];
  return kinds
    .flatMap(([type, name]) => content[name].map((item) => ({ ...item, type })))
    .filter((item) => item.category && isPublished(item));
}

function categorised(call: Call, content: Content, slug: string) {
  const items = inCategories(content).filter(({ category }) => category?.slug === slug);
  return { category: present(items[0]?.category), ...listed(call, items) };
}

/** An id wins over a slug. */
function find<Item extends Listed & { id: string; slug?: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((item) => item.id === name) ?? items.find((item) => item.slug === name);
  return present(found && isPublished(found) ? found : undefined);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new ContentError(404, 'no such item');
  return value;
}
