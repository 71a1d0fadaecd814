import { listPage } from '../../list.ts';

export const faq = listPage({
  path: '/faq',
  id: 'Faq',
  label: 'Frequently asked questions',
  call: 'faq',
  filters: ['category'],
  awaited: true,
  maxAge: 300,
  view: () => import('./Faq.tsx'),
});
