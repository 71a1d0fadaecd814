import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const careers = listPage({
  path: '/career',
  id: 'CareerList',
  label: 'Careers',
  call: 'career',
  filters: ['department'],
  maxAge: 60,
  view: () => import('./CareerList.tsx'),
});

export const career = page({
  path: '/career/:id/show',
  id: 'Career',
  parent: careers,
  indexedUntil: 'deadline',
  maxAge: 60,
  view: () => import('./Career.tsx'),
  async load({ api, params, view }) {
    const [{ career }, { closingText, isPast }] = await Promise.all([api('career/{id}', params), view]);
    return { career, closing: closingText(career.deadline), isClosed: isPast(career.deadline) };
  },
});
