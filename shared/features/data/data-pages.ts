import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const datasets = listPage({
  path: '/data',
  id: 'DatasetList',
  label: 'data',
  call: 'dataset',
  filters: ['category', 'subject'],
  perPage: 50,
  feed: true,
  maxAge: 60,
  view: () => import('./DatasetList.tsx'),
});

export const dataset = page({
  path: '/data/:slug',
  id: 'Dataset',
  parent: datasets,
  item: 'dataset',
  parameters: ['page', 'search', 'filter', 'from', 'to', 'sort'],
  maxAge: 60,
  view: () => import('./Dataset.tsx'),
  async load({ api, params, query }) {
    const { dataset } = await api('dataset/{slug}', { ...query, ...params });
    // The chart is drawn already.
    const { points: _, newest: __, ...shown } = dataset;
    return { dataset: shown };
  },
});
