import type { LinkedSite } from '@foyer/check';
import { ContentError, isScreenOff } from '@foyer/model';
import { search } from '../shared/features/search/search-pages.ts';
import { matchAddress } from '../shared/match-page.ts';
import { queryOf } from '../shared/page.ts';
import { pages } from '../shared/routes.ts';

/** The site, as far as the check of links within it needs it. What is answered without a page is in server/app.ts. */
export const linkedSite: LinkedSite = {
  generated: [
    '/apple-touch-icon.png',
    '/favicon.ico',
    '/icon-192.png',
    '/icon-512.png',
    '/icon-maskable.png',
    '/robots.txt',
    '/site.webmanifest',
    '/sitemap.xml',
  ],
  generatedInEditions: [
    '/calendar.ics',
    '/feed.xml',
    '/opensearch.xml',
    ...pages.flatMap(({ path, feed }) => (feed ? [`${path}/feed.xml`] : [])),
  ],
  async pageAt(address, gateway) {
    const { pathname, searchParams } = new URL(address, 'http://content.invalid');
    const match = matchAddress(pathname, gateway.locales);
    if (!match) return undefined;
    const { page, params, locale } = match;
    const { item } = page;
    const { site } = await gateway.site({ locale });
    if (isScreenOff(page.path, site)) return undefined;
    // A search has a page whatever it finds. There is no index here.
    if (page === search) return { item, data: {} };
    try {
      const data = await page.load({
        api: (path, parameters) => gateway.get(path, parameters, { locale }),
        params,
        query: queryOf(page, searchParams),
        view: page.view(),
        site,
      });
      return { item, data };
    } catch (error) {
      // Any other error means that the page exists and cannot be loaded: the link is right.
      return error instanceof ContentError ? undefined : { item, data: {} };
    }
  },
  reads(path, query, locales) {
    const match = matchAddress(path, locales);
    return match !== undefined && Object.keys(queryOf(match.page, query)).length > 0;
  },
};
