import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const notices = listPage({
  path: '/notice',
  id: 'NoticeList',
  label: 'Notices',
  call: 'notice',
  filters: ['category'],
  feed: true,
  maxAge: 60,
  view: () => import('./NoticeList.tsx'),
});

export const notice = page({
  path: '/notice/:id',
  id: 'Notice',
  parent: notices,
  indexedUntil: 'expires_at',
  maxAge: 60,
  view: () => import('./Notice.tsx'),
  async load({ api, params, view }) {
    const [{ notice }, { isPast }] = await Promise.all([api('notice/{id}', params), view]);
    return { notice, isExpired: isPast(notice.expires_at) };
  },
});
