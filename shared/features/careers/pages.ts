import type { Career } from '../../kinds/career.ts';
import { listPage } from '../../list.ts';
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

export interface CareerData {
  career: Career;
  closing?: string;
  closed: boolean;
}

export const career = page<CareerData, typeof import('./Career.tsx')>({
  path: '/career/:id/show',
  id: 'Career',
  parent: careers,
  indexedUntil: 'deadline',
  maxAge: 60,
  async load({ api, params, view }) {
    const [{ career }, { closing, isPast }] = await Promise.all([api('career/{id}', params), view]);
    return { career, closing: closing(career.deadline), closed: isPast(career.deadline) };
  },
  view: () => import('./Career.tsx'),
});
