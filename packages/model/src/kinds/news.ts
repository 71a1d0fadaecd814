import { article, articleSummary } from '../schema/article.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';

export default kind({
  calls: {
    news: listCall('news', articleSummary, { filters: ['category', 'subject'], dated: true }),
    'news/{id}': itemCall('news', article),
  },
  folder: { layout: 'markdown', schema: article },
  searched: ['subject'],
});
