import type { ComponentType } from 'react';
import { ContentError } from './content-error.ts';
import { Document } from './document/Document.tsx';
import { PageError, PageView } from './document/PageView.tsx';
import { ROOT, type RootData } from './document/root.ts';
import { blog, blogs } from './features/blogs/pages.ts';
import { home } from './features/home/pages.ts';
import { judged, type Page, page } from './page.ts';
import type { RouteObject } from './router.ts';

/** Every screen of the site, a row each. */
export const pages: Page[] = [home, blogs, blog];

const anyOther = page({
  path: '*',
  id: 'NotFound',
  maxAge: 10,
  load() {
    throw new ContentError(404, 'no such page');
  },
  head: () => ({}),
  screen: async () => () => null,
});

/** What differs between server and browser: where data and screens come from. */
export interface Host {
  root(): Promise<RootData>;
  load(page: Page, request: Request, params: Readonly<Record<string, string | undefined>>): Promise<object>;
  screen(page: Page): Promise<ComponentType<{ data: object }>>;
}

/** Loads a page's screen unless it is there. React Router's own lazy routes show nothing at all when that fails. */
export async function loadScreen(row: Page, host: Host): Promise<void> {
  row.Screen ??= await host.screen(row);
}

/** The route table for React Router's data routers. */
export function createRoutes(host: Host): RouteObject[] {
  const children = [...pages, anyOther].map(
    (row): RouteObject => ({
      id: row.id,
      path: row.path,
      caseSensitive: true,
      handle: row,
      async loader({ request, params }) {
        const [data] = await Promise.all([host.load(row, request, params), loadScreen(row, host)]);
        return judged(data);
      },
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
      children,
    },
  ];
}
