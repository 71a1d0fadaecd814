import { page } from '../../page.ts';

export const search = page({
  path: '/search',
  id: 'Search',
  label: 'search',
  parameters: ['q', 'kind', 'fiscal_year', 'page'],
  indexed: false,
  mayBeStale: false,
  maxAge: 10,
  view: () => import('./Search.tsx'),
  async load({ api, query }) {
    return { found: query.q?.trim() ? await api('search', query) : undefined };
  },
});
