import type { Locale } from '@foyer/messages';
import { type Locales, type Parameters, splitPath } from '@foyer/model';
import type { Page } from './page.ts';
import { matchRoutes } from './router.ts';
import { notFound, pages } from './routes.ts';

/* Which page an address has. */

export interface PageMatch {
  page: Page;
  params: Parameters;
}

/** The page of a path of the default edition: the not-found page for a path without a page; undefined for one that no pattern matches: a path with a line break. */
export function matchPage(path: string): PageMatch | undefined {
  const segment = firstSegment(path);
  const match = matchRoutes(tables.get(segment) ?? notFoundOnly, path)?.at(-1);
  return match && { page: match.route.handle, params: match.params };
}

/** The page and the edition of a path of the site. */
export function matchAddress(path: string, locales: Locales): (PageMatch & { locale: Locale }) | undefined {
  const { locale, path: defaultPath } = splitPath(path, locales);
  const match = matchPage(defaultPath);
  return match && { ...match, locale };
}

const route = (page: Page) => ({ path: page.path, caseSensitive: true, handle: page });

/** The first segment of a path, decoded if that is possible. */
function firstSegment(path: string): string {
  const segment = path.split('/', 2).find(Boolean) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

// React Router ranks all routes for each match, which takes a tenth of a render for the complete table.
const tables = new Map(
  [...new Set(pages.map(({ path }) => firstSegment(path)))].map((segment) => [
    segment,
    [...pages.filter(({ path }) => firstSegment(path) === segment), notFound].map(route),
  ]),
);
const notFoundOnly = [route(notFound)];
