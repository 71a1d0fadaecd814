import { listPage } from '../../list-page.ts';

/* Reports and downloads: lists of documents in groups, with as many items on a page as the API allows. */

export const downloads = listPage({
  path: '/downloads',
  id: 'DownloadList',
  label: 'downloads',
  call: 'downloads',
  entries: { call: 'downloads' },
  filters: ['category', 'subject'],
  sorts: ['name', 'date', 'category'],
  perPage: 50,
  maxAge: 300,
  view: () => import('./DownloadList.tsx'),
});

export const reports = listPage({
  path: '/report',
  id: 'ReportList',
  label: 'reports',
  call: 'report',
  entries: { call: 'report' },
  filters: ['category', 'fiscal_year', 'subject'],
  perPage: 50,
  maxAge: 300,
  view: () => import('./ReportList.tsx'),
});
