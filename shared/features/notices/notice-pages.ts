import { defer } from '../../deferred.ts';
import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const notices = listPage({
  path: '/notice',
  id: 'NoticeList',
  label: 'notices',
  call: 'notice',
  filters: ['category', 'subject'],
  feed: true,
  maxAge: 60,
  view: () => import('./NoticeList.tsx'),
});

export const notice = page({
  path: '/notice/:id',
  id: 'Notice',
  item: 'notice',
  parent: notices,
  indexedUntil: 'expires_at',
  maxAge: 60,
  view: () => import('./Notice.tsx'),
  async load({ api, params, view }) {
    // Before the notice: the list makes that a listed call.
    const list = api('notice');
    const item = api('notice/{id}', params);
    const beside = Promise.all([item, list, view]).then(([{ notice }, { notices }, { noticesBeside }]) =>
      noticesBeside(notice, notices),
    );
    const deferred = defer(beside);
    const [{ notice }, { daysUntil, isPast }] = await Promise.all([item, view]);
    const daysLeft = notice.dates.map(({ date }) => (date === undefined ? -1 : daysUntil(date)));
    return { notice, daysLeft, isExpired: isPast(notice.expires_at), beside: deferred };
  },
});
