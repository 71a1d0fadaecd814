import { article, articleSummary } from '../schema/article.ts';
import { itemCall, kind, listCall } from '../schema/kind.ts';

export default kind({
  calls: {
    blogs: listCall('blogs', articleSummary, { filters: ['category'], dated: true }),
    'blogs/{id}': itemCall('blog', article),
  },
  folder: { layout: 'markdown', schema: article },
});
