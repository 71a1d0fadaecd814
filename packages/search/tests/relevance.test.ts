import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSearch, type TestSearch } from '../../../tests/support/search.ts';
import { searchQuestions } from '../../../tests/support/search-questions.ts';

/* What visitors of the example site ask for, and where the answer stands among the results. */

let search: TestSearch;
beforeAll(async () => {
  search = await startTestSearch({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
});
afterAll(() => search.close());

/** The place of the first answer among the results, from 1; infinite if it is not found. */
async function rankOf({ query, locale, expected }: (typeof searchQuestions)[number]): Promise<number> {
  const found = await search.found(query, { locale });
  const ranks = expected.map((key) => found.indexOf(key)).filter((index) => index >= 0);
  return Math.min(Number.POSITIVE_INFINITY, ...ranks) + 1;
}

describe('the questions of visitors', () => {
  it('have an answer first, or among the first three', async () => {
    const ranks: { query: string; form: string; rank: number }[] = [];
    for (const question of searchQuestions)
      ranks.push({ query: question.query, form: question.form, rank: await rankOf(question) });
    const share = (best: number, form?: string) => {
      const some = ranks.filter((entry) => form === undefined || entry.form === form);
      return some.filter(({ rank }) => rank <= best).length / some.length;
    };
    if (process.env.PRINT_RANKS) {
      for (const form of [undefined, 'english', 'nepali', 'romanised', 'mixed'])
        console.info(form ?? 'all', share(1, form).toFixed(3), share(3, form).toFixed(3), share(12, form).toFixed(3));
      for (const question of searchQuestions) {
        const rank = await rankOf(question);
        if (rank > 1)
          console.info(
            rank,
            question.locale,
            question.query,
            '| wants',
            question.expected.join(' '),
            '| has',
            (await search.found(question.query, { locale: question.locale })).slice(0, 4).join(' '),
          );
      }
    }
    expect(share(1)).toBeGreaterThanOrEqual(0.8);
    expect(share(3)).toBeGreaterThanOrEqual(0.92);
  });

  it.each([
    ['NAV', 'en', 'services/2'],
    ['भ्याकेन्सी', 'ne', 'page/career'],
  ] as const)('of one word has its answer first: %s', async (query, locale, key) => {
    expect((await search.found(query, { locale }))[0]).toBe(key);
  });
});
