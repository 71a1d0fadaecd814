import { selectList } from '../../list-page.ts';
import { page } from '../../page.ts';

export const category = page({
  path: '/category/:slug',
  id: 'Category',
  call: 'category',
  parameters: ['page', 'search'],
  maxAge: 60,
  view: () => import('./Category.tsx'),
  async load({ api, params, query, view }) {
    const [answer, { selectItems }] = await Promise.all([api('category/{slug}', { ...query, ...params }), view]);
    return { category: answer.category, list: selectList(answer, selectItems) };
  },
});
