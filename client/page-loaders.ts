import { loadMessages } from '@foyer/model';
import { blocksOf } from '../shared/deferred.ts';
import { shownSite, siteWithoutSearch } from '../shared/document/root.ts';
import type { PageLoaders } from '../shared/load-page.ts';
import { screenOf } from '../shared/page.ts';
import { PLACEHOLDER_DELAY_MS } from '../shared/ui/Loading.tsx';
import { apiOfScreens, createApi, quietApi } from './fetch-api.ts';
import { loadChunk } from './navigation/load-chunk.ts';
import { loadStyles } from './navigation/screen-styles.ts';

/**
 * Loads pages in the browser: data from our content API, views on demand.
 * @param destination the address of the page that is being loaded
 */
export function createPageLoaders(destination: () => string): PageLoaders {
  return {
    async loadData(page, { locale, params, query, site, signal }, view) {
      const delay = new Promise((resolve) => setTimeout(resolve, PLACEHOLDER_DELAY_MS));
      const api = apiOfScreens(createApi(locale, signal), site);
      const data = await page.load({ api, params, query, view, site });
      // Waits a short time for the blocks: no placeholder flashes, and after going back the page is long enough to restore
      // the scroll position.
      await Promise.race([delay, Promise.all(blocksOf(data).map(([, block]) => block.promise))]);
      return data;
    },
    async loadRoot(locale, root, signal) {
      const api = locale === root.locale ? quietApi(locale, signal) : createApi(locale);
      const [{ site }] = await Promise.all([api('site'), loadMessages(locale)]);
      return {
        ...root,
        locale,
        site: root.isSearchOff ? siteWithoutSearch(site) : shownSite(site),
        isProvisional: false,
      };
    },
    async loadView(page) {
      const screen = screenOf(page);
      const load = () => Promise.all([page.view(), loadStyles(screen)]);
      const [view] = await loadChunk(screen, load, destination);
      return view;
    },
  };
}
