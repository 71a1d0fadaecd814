import { page } from '../../page.ts';

export const service = page({
  path: '/services/:slug',
  id: 'Service',
  item: 'service',
  itemsLabel: 'services',
  call: 'services',
  maxAge: 300,
  view: () => import('./Service.tsx'),
  load: ({ api, params }) => api('services/{slug}', params),
});
