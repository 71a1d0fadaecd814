import { listPage } from '../../list-page.ts';

export const faq = listPage({
  path: '/faq',
  id: 'Faq',
  label: 'frequentQuestions',
  call: 'faq',
  entries: { call: 'faq', elementId: 'question-' },
  filters: ['category'],
  awaitList: true,
  maxAge: 300,
  view: () => import('./Faq.tsx'),
});
