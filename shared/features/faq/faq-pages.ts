import { listPage } from '../../list-page.ts';

export const faq = listPage({
  path: '/faq',
  id: 'Faq',
  label: 'Frequently asked questions',
  call: 'faq',
  filters: ['category'],
  awaitList: true,
  maxAge: 300,
  view: () => import('./Faq.tsx'),
});
