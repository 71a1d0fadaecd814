import { describe, expect, it } from 'vitest';
import type { Article, ArticleSummary } from '../../../packages/model/src/schema/article.ts';
import { relatedArticles } from '../../../shared/features/articles/related-articles.ts';

/* Which articles stand below another one. */

const summary = (id: string, fields: Partial<ArticleSummary> = {}): ArticleSummary => ({
  id,
  name: `Name ${id}`,
  files: [],
  tags: [],
  description_text: undefined,
  ...fields,
});
const saving = { slug: 'saving', name: 'Saving' };
const shown: Article = {
  ...summary('1', { name: 'Saving for the monsoon', tags: ['budget', 'family'], category: saving }),
  contents: [],
  reading_minutes: 1,
};

/** The ids below the article, and the categories that were loaded for them. */
async function related(article: Article, lists: { category?: ArticleSummary[]; newest: ArticleSummary[] }) {
  const loaded: string[] = [];
  const cards = await relatedArticles('/blogs', article, lists.newest, async (category) => {
    loaded.push(category);
    if (!lists.category) throw new Error('no list');
    return lists.category;
  });
  return { ids: cards.map(({ id }) => id), loaded };
}

const ofSaving = (id: string, fields?: Partial<ArticleSummary>) => summary(id, { ...fields, category: saving });

describe('the articles below another one', () => {
  it('are those of its category among the newest, without itself', async () => {
    const newest = ['9', '1', '7', '5', '3'].map((id) => ofSaving(id));
    expect(await related(shown, { newest: [summary('10'), ...newest] })).toEqual({ ids: ['9', '7', '5'], loaded: [] });
  });

  it('are first those with the same tags, then those with words of the name', async () => {
    const newest = [
      ofSaving('9'),
      ofSaving('8', { name: 'After the Monsoon' }),
      ofSaving('7', { tags: ['family', 'budget'] }),
      ofSaving('6', { tags: ['family'] }),
    ];
    expect((await related(shown, { newest })).ids).toEqual(['7', '6', '8']);
  });

  it('are also older ones of its category, and then the newest, each once', async () => {
    const lists = {
      category: [ofSaving('1'), ofSaving('4')],
      newest: [summary('9'), ofSaving('4'), summary('8', { tags: ['budget'] }), summary('1')],
    };
    expect(await related(shown, lists)).toEqual({ ids: ['4', '8', '9'], loaded: ['saving'] });
  });

  it('are the newest for an article without a category, and where the category fails', async () => {
    const newest = [summary('9'), summary('8')];
    expect(await related({ ...shown, category: undefined }, { newest })).toEqual({ ids: ['9', '8'], loaded: [] });
    expect((await related(shown, { newest })).ids).toEqual(['9', '8']);
  });
});
