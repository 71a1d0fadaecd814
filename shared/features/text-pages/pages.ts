import type { TextPage } from '../../kinds/page.ts';
import { page } from '../../page.ts';

/* Pages that are there to be read: three with an address of their own, and as many more as an editor writes. */

export interface TextPageData {
  page: TextPage;
}

const view = () => import('./TextPage.tsx');
const row = { chunk: 'TextPage', maxAge: 300, view };

export const introduction = page<TextPageData>({
  ...row,
  path: '/introduction',
  id: 'Introduction',
  load: ({ api }) => api('introduction'),
});
export const profile = page<TextPageData>({
  ...row,
  path: '/profile',
  id: 'Profile',
  load: ({ api }) => api('profile'),
});
export const about = page<TextPageData>({ ...row, path: '/about', id: 'About', load: ({ api }) => api('about') });
export const textPage = page<TextPageData>({
  ...row,
  path: '/page/:slug',
  id: 'Page',
  call: 'page',
  load: ({ api, params }) => api('page/{slug}', params),
});
