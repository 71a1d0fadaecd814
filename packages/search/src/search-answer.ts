import type { ListQuery } from '@foyer/gateway';
import type { Messages } from '@foyer/messages';
import type { Edition, Pagination, SearchResult } from '@foyer/model';
import { directAnswer } from './direct-answer.ts';
import type { DocumentSources } from './document-sources.ts';
import { excerptOf } from './excerpt.ts';
import type { Found } from './rank.ts';
import { textFor } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import { readSearchQuery } from './search-query.ts';
import { plainWord, wordsIn } from './words.ts';

/** Suggestions are shown below a search box. */
const MAX_SUGGESTIONS = 8;

type Result = Omit<SearchResult, 'date_text' | 'date_bs'>;
/** The name of a kind, in the edition. */
type LabelOf = (kind: string) => string;

/** An edition of the site that is searched. */
export interface SearchedSite extends Edition {
  sources: DocumentSources;
  /** The texts of the interface, with the site's names of its screens. */
  messages: Messages;
}

/** The `data` of the call `search`, in the contract's form (docs/content-api.md). */
export function searchAnswer(
  index: SearchIndex,
  { page, perPage, search = '', filters, flags }: ListQuery,
  { locale, locales, sources, messages }: SearchedSite,
  isPartial: boolean,
): object {
  const edition: Edition = { locale, locales };
  const labelOf = (kind: string): string => messages[sources.labelOf(kind)];
  const isSuggestion = flags.includes('suggest');
  const query = readSearchQuery(search, { isUnfinished: isSuggestion });
  const { found: all, corrections } = index.find(query);
  const { kind, fiscal_year } = filters;
  const isOfKind = ({ document }: Found) => kind === undefined || document.kind === kind;
  const isOfYear = ({ document }: Found) => fiscal_year === undefined || document.fiscalYear === fiscal_year;
  const found = all.filter((result) => isOfKind(result) && isOfYear(result));
  if (isSuggestion) {
    const results = found.slice(0, MAX_SUGGESTIONS).map((result) => suggestionOf(result, edition, labelOf));
    return { results, pagination: { current_page: 1, last_page: 1, per_page: results.length, total: results.length } };
  }
  const direct =
    page === 1 && kind === undefined && fiscal_year === undefined
      ? directAnswer(index, query, all, edition)
      : undefined;
  const pagination: Pagination = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(found.length / perPage)),
    per_page: perPage,
    total: found.length,
  };
  const suggestion = correctedQuery(index, query.text, corrections);
  return {
    results: found.slice((page - 1) * perPage, page * perPage).map((result) => resultOf(result, edition, labelOf)),
    pagination,
    facets: kindsOf(all.filter(isOfYear), labelOf),
    filters: { fiscal_year: yearsOf(all.filter(isOfKind)) },
    ...(direct && { direct }),
    ...(suggestion !== undefined && { did_you_mean: suggestion }),
    ...(isPartial && { is_partial: true }),
  };
}

function suggestionOf({ document }: Found, edition: Edition, labelOf: LabelOf): Result {
  const { id = '', name = '', href = '', lang } = textFor(document, edition) ?? {};
  const { kind } = document;
  return { kind, id, name, href, lang, place: labelOf(kind) };
}

function resultOf(found: Found, edition: Edition, labelOf: LabelOf): Result {
  const text = textFor(found.document, edition);
  return {
    ...suggestionOf(found, edition, labelOf),
    date: found.document.date,
    ...(text && excerptOf(text, found.terms)),
  };
}

/** The kinds of the results, the most frequent first. */
function kindsOf(found: readonly Found[], labelOf: LabelOf): { kind: string; label: string; count: number }[] {
  return counted(found.map(({ document }) => document.kind))
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => ({ kind, label: labelOf(kind), count }));
}

/** The fiscal years of the results, the newest first. */
function yearsOf(found: readonly Found[]): { value: string; label: string; count: number }[] {
  return counted(found.flatMap(({ document }) => document.fiscalYear ?? []))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([value, count]) => ({ value, label: value, count }));
}

function counted<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/** The query with corrected words; undefined if there are none, or nothing is found then. */
function correctedQuery(
  index: SearchIndex,
  text: string,
  corrections: ReadonlyMap<string, string>,
): string | undefined {
  if (corrections.size === 0) return undefined;
  let corrected = '';
  let end = 0;
  for (const word of wordsIn(text)) {
    corrected += text.slice(end, word.start) + (corrections.get(plainWord(word.text)) ?? word.text);
    end = word.end;
  }
  corrected += text.slice(end);
  if (corrected === text) return undefined;
  return index.find(readSearchQuery(corrected)).found.length > 0 ? corrected : undefined;
}
