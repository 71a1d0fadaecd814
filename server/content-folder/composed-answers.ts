import { type CallPath, type ComposedPath, calls } from '../../shared/content-api.ts';
import { CATEGORISED } from '../../shared/kinds/category.ts';
import { isPublished, type ListItem } from '../content-api/arrange-list.ts';
import type { Call } from '../content-api/call.ts';
import { type AnswerSource, arrangeInTurns, findItem, found, listAnswer } from './answer-parts.ts';
import type { Content } from './content-store.ts';
import { convertInTurns, Turn } from './turns.ts';

/* The answers that contain several kinds of content. */

const LATEST_BLOGS = { page: 1, perPage: 6, filters: {} };

type ComposedAnswer = (source: AnswerSource, call: Call, name: string) => Promise<object>;

export const isComposed = (path: CallPath): path is ComposedPath => calls[path].folderAnswer === 'composed';

export const composedAnswers: Record<ComposedPath, ComposedAnswer> = {
  async site({ content }) {
    return { site: { ...found(content.site), theme: content.theme } };
  },
  async home({ content, texts }) {
    const { sliders, virtues } = content;
    const { items } = await arrangeInTurns(content.blogs, LATEST_BLOGS, { filters: [] });
    return { ...content.home, sliders, virtues, blogs: await convertInTurns(items, (blog) => texts.forList(blog)) };
  },
  async category({ content }) {
    const categories = new Map<string, NonNullable<ListItem['category']>>();
    const turn = new Turn();
    for (const [, kind] of categorisedKinds) {
      for (const item of content[kind]) {
        if (item.category && isPublished(item)) categories.set(item.category.slug, item.category);
        if (turn.isOver) await turn.end();
      }
    }
    return { categories: [...categories.values()] };
  },
  async 'category/{slug}'(source, call, slug) {
    const { items, types } = categoryItems(source.content, slug);
    const list = await listAnswer(source, call, items, (item) => ({ type: types.get(item) }));
    return { category: found(items[0]?.category), ...list };
  },
  async 'services/{slug}'({ content, texts }, _call, slug) {
    return {
      service: texts.forDetail(findItem(content.services, slug)),
      services: content.services.filter(isPublished),
    };
  },
};

const categorisedKinds = Object.entries(CATEGORISED) as [keyof typeof CATEGORISED, 'blogs' | 'news' | 'notice'][];

/** The published items of a category, with the type of each. */
function categoryItems(content: Content, slug: string): { items: ListItem[]; types: Map<ListItem, string> } {
  const types = new Map<ListItem, string>();
  for (const [type, kind] of categorisedKinds) {
    for (const item of content[kind]) if (item.category?.slug === slug && isPublished(item)) types.set(item, type);
  }
  return { items: [...types.keys()], types };
}
