import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const careers = listPage({
  path: '/career',
  id: 'CareerList',
  label: 'careers',
  call: 'career',
  filters: ['department'],
  maxAge: 60,
  view: () => import('./CareerList.tsx'),
});

export const career = page({
  path: '/career/:id/show',
  id: 'Career',
  item: 'career',
  parent: careers,
  indexedUntil: 'deadline',
  maxAge: 60,
  view: () => import('./Career.tsx'),
  async load({ api, params, view }) {
    const [{ career }, { closingOf }] = await Promise.all([api('career/{id}', params), view]);
    return { career, ...closingOf(career.deadline) };
  },
});
