import { page } from '../../page.ts';

export const service = page({
  path: '/services/:slug',
  id: 'Service',
  call: 'services',
  maxAge: 300,
  view: () => import('./Service.tsx'),
  load: ({ api, params }) => api('services/{slug}', params),
});
