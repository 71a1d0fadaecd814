import { page } from '../../page.ts';
import { CALCULATOR_PARAMETERS } from '../calculator/calculator-card.ts';

/* Pages of text: three with addresses of their own, and any number of others below /page/. */

const options = { chunk: 'TextPage', item: 'page', maxAge: 300, view: () => import('./TextPage.tsx') };

export const introduction = page({
  ...options,
  path: '/introduction',
  id: 'Introduction',
  load: ({ api }) => api('introduction'),
});
export const profile = page({ ...options, path: '/profile', id: 'Profile', load: ({ api }) => api('profile') });
export const about = page({ ...options, path: '/about', id: 'About', load: ({ api }) => api('about') });
export const textPage = page({
  ...options,
  path: '/page/:slug',
  id: 'Page',
  call: 'page',
  parameters: CALCULATOR_PARAMETERS,
  load: ({ api, params }) => api('page/{slug}', params),
});
