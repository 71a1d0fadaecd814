import type { Notice } from '../../kinds/notice.ts';
import { listPage } from '../../list.ts';
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

export interface NoticeData {
  notice: Notice;
  expired: boolean;
}

export const notice = page<NoticeData, typeof import('./Notice.tsx')>({
  path: '/notice/:id',
  id: 'Notice',
  parent: notices,
  indexedUntil: 'expires_at',
  maxAge: 60,
  async load({ api, params, view }) {
    const [{ notice }, { isPast }] = await Promise.all([api('notice/{id}', params), view]);
    return { notice, expired: isPast(notice.expires_at) };
  },
  view: () => import('./Notice.tsx'),
});
