import type { Parameters } from './content-api.ts';
import { ContentError } from './content-error.ts';
import { addAllFailed } from './deferred.ts';
import { Document } from './document/Document.tsx';
import { DocumentError } from './document/DocumentError.tsx';
import { PageError, PageView } from './document/PageView.tsx';
import { ROOT, type RootData } from './document/root.ts';
import { album, albums } from './features/albums/album-pages.ts';
import { blog, blogs, news, newsItem } from './features/articles/article-pages.ts';
import { career, careers } from './features/careers/career-pages.ts';
import { category } from './features/category/category-pages.ts';
import { company } from './features/company/company-pages.ts';
import { contact } from './features/contact/contact-pages.ts';
import { department, departments } from './features/departments/department-pages.ts';
import { downloads, reports } from './features/documents/document-pages.ts';
import { faq } from './features/faq/faq-pages.ts';
import { home } from './features/home/home-pages.ts';
import { bod, management } from './features/members/member-pages.ts';
import { notice, notices } from './features/notices/notice-pages.ts';
import { serviceCenters } from './features/service-centers/service-center-pages.ts';
import { service } from './features/services/service-pages.ts';
import { about, introduction, profile, textPage } from './features/text-pages/text-pages.ts';
import { type Page, page, queryOf, type View } from './page.ts';
import type { RouteObject } from './router.ts';

/** All pages of the site. */
export const pages: Page[] = [
  home,
  introduction,
  profile,
  category,
  contact,
  about,
  faq,
  blogs,
  blog,
  careers,
  career,
  management,
  service,
  bod,
  reports,
  downloads,
  notices,
  notice,
  textPage,
  albums,
  album,
  company,
  departments,
  department,
  news,
  newsItem,
  serviceCenters,
];

/** Any other path. PageError renders it. */
const notFound = page({
  path: '*',
  id: 'NotFound',
  maxAge: 10,
  load() {
    throw new ContentError(404, 'no such page');
  },
  view: async () => ({ head: () => ({}), Screen: () => null }),
});

/** The request of a page's data. */
export interface DataRequest {
  params: Parameters;
  query: Parameters;
  signal?: AbortSignal;
}

/** Loads data and views. Server and browser have an implementation each. */
export interface RouteLoaders {
  loadRoot(): Promise<RootData>;
  loadData(page: Page, request: DataRequest, view: Promise<View>): Promise<object>;
  loadView(page: Page): Promise<View>;
}

/** Loads a page's view once. React Router's `lazy` is not used: it shows an empty page if the view fails to load. */
export async function loadView(page: Page, loaders: RouteLoaders): Promise<View> {
  page.loadedView ??= await loaders.loadView(page);
  return page.loadedView;
}

/** Loads a page's data and view. @returns the data */
export async function loadPage(page: Page, loaders: RouteLoaders, request: DataRequest): Promise<object> {
  const view = loadView(page, loaders);
  const [data] = await Promise.all([loaders.loadData(page, request, view), view]);
  return addAllFailed(data);
}

/** The routes for React Router's data routers. */
export function createRoutes(loaders: RouteLoaders): RouteObject[] {
  const children = [...pages, notFound].map(
    (page): RouteObject => ({
      id: page.id,
      path: page.path,
      caseSensitive: true,
      handle: page,
      loader: ({ request: { url, signal }, params }) =>
        loadPage(page, loaders, { params, query: queryOf(page, new URL(url).searchParams), signal }),
      element: <PageView page={page} />,
      errorElement: <PageError />,
    }),
  );
  return [
    {
      id: ROOT,
      path: '/',
      loader: () => loaders.loadRoot(),
      // All pages have the same root data.
      shouldRevalidate: () => false,
      element: <Document />,
      errorElement: <DocumentError />,
      children,
    },
  ];
}
