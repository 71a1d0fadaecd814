import type { Answer, Api } from '@foyer/model';
import { type LoadOptions, page } from '../../page.ts';
import { CALCULATOR_PARAMETERS } from '../calculator/calculator-card.ts';
import type { TextPageData } from './TextPage.tsx';

type TextPageView = Pick<typeof import('./TextPage.tsx'), 'sectionsOnDemand'>;

/* Pages of text: three with addresses of their own, and any number of others below /page/. */

const options = {
  chunk: 'TextPage',
  item: 'page',
  maxAge: 300,
  parameters: CALCULATOR_PARAMETERS,
  view: () => import('./TextPage.tsx'),
};

/** The text; its sections, if there are any, as blocks. */
async function loadPage(
  call: (api: Api) => Promise<Answer<'page/{slug}'>>,
  { api, view }: LoadOptions<TextPageView>,
): Promise<TextPageData> {
  const { page } = await call(api);
  if (page.sections.length === 0) return { page };
  const { sectionBlocks } = await (await view).sectionsOnDemand.load();
  const sections = page.sections.map(({ section, name, count }) => ({ section, name, count }));
  return { page: { ...page, sections }, ...sectionBlocks(page.sections, api) };
}

export const introduction = page({
  ...options,
  path: '/introduction',
  id: 'Introduction',
  load: (loading) => loadPage((api) => api('introduction'), loading),
});
export const profile = page({
  ...options,
  path: '/profile',
  id: 'Profile',
  load: (loading) => loadPage((api) => api('profile'), loading),
});
export const about = page({
  ...options,
  path: '/about',
  id: 'About',
  load: (loading) => loadPage((api) => api('about'), loading),
});
export const textPage = page({
  ...options,
  path: '/page/:slug',
  id: 'Page',
  call: 'page',
  load: (loading) => loadPage((api) => api('page/{slug}', loading.params), loading),
});
