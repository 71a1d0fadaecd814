import { type Article, type ArticleSummary, wordsIn } from '@foyer/model';
import { type ArticleCard, articleCard, type ListAddress } from './article-card.ts';

/** Cards below an article. */
const MAX_RELATED = 3;
/** What things in common are worth. A name has several words, so that one of them says less than a tag. */
const WEIGHTS = { category: 3, tag: 2, word: 1 };
/** Characters of a word: shorter ones say little. */
const MIN_WORD_LENGTH = 4;

/**
 * The cards below an article: of the newest articles and, where those of its category are too few, of all in its category, in the
 * order of what they have in common with it.
 */
export async function relatedArticles(
  address: ListAddress,
  shown: Article,
  newest: ArticleSummary[],
  loadCategory: (category: string) => Promise<ArticleSummary[]>,
): Promise<ArticleCard[]> {
  const { category, id } = shown;
  const ofCategory = newest.filter((other) => other.id !== id && isOfCategory(other, shown));
  const needsMore = category && ofCategory.length < MAX_RELATED;
  // Without the category's list there are the newest.
  const more = needsMore ? await loadCategory(category.slug).catch(() => []) : [];
  const byId = new Map([...more, ...newest].map((other) => [other.id, other]));
  byId.delete(id);
  return [...byId.values()]
    .map((other) => ({ other, score: scoreOf(other, shown) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RELATED)
    .map(({ other }) => articleCard(address)(other));
}

const isOfCategory = (other: ArticleSummary, { category }: Article): boolean =>
  category !== undefined && other.category?.slug === category.slug;

function scoreOf(other: ArticleSummary, shown: Article): number {
  return (
    (isOfCategory(other, shown) ? WEIGHTS.category : 0) +
    WEIGHTS.tag * inCommon(other.tags, shown.tags) +
    WEIGHTS.word * inCommon(wordsOf(other), wordsOf(shown))
  );
}

const wordsOf = ({ name }: { name: string }): string[] =>
  wordsIn(name.toLowerCase()).filter(({ length }) => length >= MIN_WORD_LENGTH);

const inCommon = (some: readonly string[], others: readonly string[]): number =>
  [...new Set(some)].filter((text) => others.includes(text)).length;
