import type { Locale } from '@foyer/messages';
import type { Parameters } from '@foyer/model';
import { addAllFailed } from './deferred.ts';
import type { RootData } from './document/root.ts';
import type { LoadOptions, Page, View } from './page.ts';

/* How a page's data and view are loaded. */

/** The request of a page's data. */
export interface DataRequest {
  locale: Locale;
  params: Parameters;
  query: Parameters;
  site: LoadOptions['site'];
  signal?: AbortSignal;
}

/** Loads data and views. Server and browser have an implementation each. */
export interface PageLoaders {
  loadData(page: Page, request: DataRequest, view: Promise<View>): Promise<object>;
  loadView(page: Page): Promise<View>;
  /** Browser only. The data and the messages that all pages of an edition share. @param root of another edition, or an older one: the visitor does not wait for that of the same edition */
  loadRoot?(locale: Locale, root: RootData, signal: AbortSignal): Promise<RootData>;
}

/** Loads a page's view once. */
export async function loadView(page: Page, loaders: PageLoaders): Promise<View> {
  page.loadedView ??= await loaders.loadView(page);
  return page.loadedView;
}

/** Loads a page's data and view. @returns the data */
export async function loadPage(page: Page, loaders: PageLoaders, request: DataRequest): Promise<object> {
  const view = loadView(page, loaders);
  const [data] = await Promise.all([loaders.loadData(page, request, view), view]);
  return addAllFailed(data);
}
