import { listPage } from '../../list.ts';

/* Reports and downloads: lists of documents in groups, as much on a page as there may be. */

export const downloads = listPage({
  path: '/downloads',
  id: 'DownloadList',
  label: 'Downloads',
  call: 'downloads',
  filters: ['category'],
  perPage: 50,
  maxAge: 300,
  view: () => import('./DownloadList.tsx'),
});

export const reports = listPage({
  path: '/report',
  id: 'ReportList',
  label: 'Reports',
  call: 'report',
  filters: ['category', 'fiscal_year'],
  perPage: 50,
  maxAge: 300,
  view: () => import('./ReportList.tsx'),
});
