import type { ComponentType } from 'react';
import { ContentError } from './content-error.ts';
import { Document } from './document/Document.tsx';
import { ROOT, type RootData } from './document/root.ts';
import { PageError, Screen } from './document/Screen.tsx';
import { blog, blogs } from './features/blogs/pages.ts';
import { home } from './features/home/pages.ts';
import { type Page, page } from './page.ts';
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

/** The route table for React Router's data routers. */
export function createRoutes(host: Host): RouteObject[] {
  const children = [...pages, anyOther].map(
    (row): RouteObject => ({
      id: row.id,
      path: row.path,
      handle: row,
      loader: ({ request, params }) => host.load(row, request, params),
      lazy: { element: async () => <Screen page={row} Content={await host.screen(row)} /> },
      ErrorBoundary: PageError,
    }),
  );
  return [
    {
      id: ROOT,
      path: '/',
      loader: () => host.root(),
      // The frame is the same on every page.
      shouldRevalidate: () => false,
      Component: Document,
      children,
    },
  ];
}
