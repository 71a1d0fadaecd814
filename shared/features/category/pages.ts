import { listOf } from '../../list.ts';
import { page } from '../../page.ts';
import type { CategoryData } from './Category.tsx';

export const category = page<CategoryData, typeof import('./Category.tsx')>({
  path: '/category/:slug',
  id: 'Category',
  call: 'category',
  parameters: ['page', 'search'],
  maxAge: 60,
  async load({ api, params, query, view }) {
    const [answer, { items }] = await Promise.all([api('category/{slug}', { ...query, ...params }), view]);
    return { category: answer.category, list: listOf(answer, items) };
  },
  view: () => import('./Category.tsx'),
});
