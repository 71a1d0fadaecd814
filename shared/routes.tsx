import type { Parameters } from './content-api.ts';
import { ContentError } from './content-error.ts';
import { Document } from './document/Document.tsx';
import { DocumentError } from './document/DocumentError.tsx';
import { PageError, PageView } from './document/PageView.tsx';
import { ROOT, type RootData } from './document/root.ts';
import { album, albums } from './features/albums/pages.ts';
import { blog, blogs, news, newsItem } from './features/articles/pages.ts';
import { career, careers } from './features/careers/pages.ts';
import { category } from './features/category/pages.ts';
import { company } from './features/company/pages.ts';
import { contact } from './features/contact/pages.ts';
import { department, departments } from './features/departments/pages.ts';
import { downloads, reports } from './features/documents/pages.ts';
import { faq } from './features/faq/pages.ts';
import { home } from './features/home/pages.ts';
import { bod, management } from './features/members/pages.ts';
import { notice, notices } from './features/notices/pages.ts';
import { serviceCenters } from './features/service-centers/pages.ts';
import { service } from './features/services/pages.ts';
import { about, introduction, profile, textPage } from './features/text-pages/pages.ts';
import { judged, type Page, page, queryOf, type View } from './page.ts';
import type { RouteObject } from './router.ts';

/** Every screen of the site, a row each. */
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

const anyOther = page({
  path: '*',
  id: 'NotFound',
  maxAge: 10,
  load() {
    throw new ContentError(404, 'no such page');
  },
  view: async () => ({ head: () => ({}), Screen: () => null }),
});

/** What is asked of a page's loader. */
export interface PageRequest {
  params: Parameters;
  query: Parameters;
  signal?: AbortSignal;
}

/** What differs between server and browser: where data and views come from. */
export interface Host {
  root(): Promise<RootData>;
  load(row: Page, request: PageRequest, view: Promise<View>): Promise<object>;
  view(row: Page): Promise<View>;
}

/** Loads a page's view unless it is there. React Router's own lazy routes show nothing at all when that fails. */
export async function loadView(row: Page, host: Host): Promise<View> {
  row.loaded ??= await host.view(row);
  return row.loaded;
}

/** A page's data; its view is there too, then. */
export async function loadPage(row: Page, host: Host, request: PageRequest): Promise<object> {
  const view = loadView(row, host);
  const [data] = await Promise.all([host.load(row, request, view), view]);
  return judged(data);
}

/** The route table for React Router's data routers. */
export function createRoutes(host: Host): RouteObject[] {
  const children = [...pages, anyOther].map(
    (row): RouteObject => ({
      id: row.id,
      path: row.path,
      caseSensitive: true,
      handle: row,
      loader: ({ request: { url, signal }, params }) =>
        loadPage(row, host, { params, query: queryOf(row, new URL(url).searchParams), signal }),
      element: <PageView page={row} />,
      errorElement: <PageError />,
    }),
  );
  return [
    {
      id: ROOT,
      path: '/',
      loader: () => host.root(),
      // The frame is the same on every page.
      shouldRevalidate: () => false,
      element: <Document />,
      errorElement: <DocumentError />,
      children,
    },
  ];
}
