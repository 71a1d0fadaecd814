import type { KindName } from '@foyer/model';
import type { SearchResult as Match } from 'minisearch';
import type { SearchDocument } from './search-document.ts';
import type { SearchQuery } from './search-query.ts';

/* Which of the documents that match come first. */

/** A document that a query finds. */
export interface Found {
  document: SearchDocument;
  score: number;
  /** The share of the query that it matches, rare words counting more: 0 to 1. */
  coverage: number;
  /** The terms of the index that it matches. */
  terms: ReadonlySet<string>;
}

/** Words in fewer documents than this count as equally rare. */
const RARE = 3;
/** What has all of a query in its name and keywords is probably about it. */
const NAME_WEIGHT = 0.25;
/** Articles mention everything; what answers a question stands elsewhere. */
const KIND_WEIGHTS: Partial<Record<KindName, number>> = {
  'service-center': 1.4,
  page: 1.15,
  downloads: 1.15,
  faq: 1.1,
  career: 0.9,
  bod: 0.9,
  services: 0.9,
  department: 0.85,
  blogs: 0.75,
  news: 0.7,
  album: 0.7,
};
const QUESTION_WEIGHT = 1.8;
/** Of these the newest is wanted more often. */
const DATED: ReadonlySet<KindName> = new Set(['notice', 'news', 'report']);
const RECENCY_WEIGHT = 0.15;
const YEAR_MS = 365 * 86_400_000;

/** Where the newest is asked for: of two quarters with the same words it is the later one. */
const LATEST_WEIGHT = 8;
const QUARTER_MS = YEAR_MS / 4;

/** 1 for an old document, more for a new one. */
function recencyOf(kind: KindName, date: string | undefined, now: number, isLatest: boolean): number {
  if (!DATED.has(kind) || date === undefined) return 1;
  const age = Math.max(0, now - Date.parse(date));
  return isLatest ? 1 + LATEST_WEIGHT * 2 ** (-age / QUARTER_MS) : 1 + RECENCY_WEIGHT * 2 ** (-age / YEAR_MS);
}

const weightOf = ({ kind, date }: SearchDocument, { isQuestion, isLatest, now }: RankOptions): number =>
  (KIND_WEIGHTS[kind] ?? 1) *
  (isQuestion && kind === 'faq' ? QUESTION_WEIGHT : 1) *
  recencyOf(kind, date, now, isLatest);

const NAME_FIELDS = new Set<string>(['name', 'keywords', 'sound', 'latinSound']);
/** Documents that match much less of the query than the best one are left out. */
const MIN_RELATIVE_COVERAGE = 0.4;

interface RankOptions extends Pick<SearchQuery, 'isQuestion' | 'isLatest'> {
  now: number;
}

/**
 * Merges the matches of each word of a query, and orders the documents by score and by how much of the query they match.
 * @param documentOf undefined for one that may not be found
 */
export function rank(
  matches: readonly Match[][],
  documentOf: (key: string) => SearchDocument | undefined,
  options: RankOptions,
): Found[] {
  const entries = new Map<string, Entry>();
  matches.forEach((ofWord, word) => {
    for (const { id, score, match } of ofWord) {
      const key = String(id);
      const document = entries.get(key)?.document ?? documentOf(key);
      if (!document) continue;
      const entry = entries.get(key) ?? { document, score: 0, words: [], inName: [], terms: new Set() };
      entries.set(key, entry);
      entry.score += score;
      entry.words.push(word);
      const found = Object.entries(match);
      if (found.some(([, fields]) => fields.some((field) => NAME_FIELDS.has(field)))) entry.inName.push(word);
      for (const [term] of found) entry.terms.add(term);
    }
  });
  // A rare word says more about what is wanted.
  const weights = matches.map((ofWord) => Math.log(2 + (entries.size + 1) / (ofWord.length + RARE)));
  const sum = (words: readonly number[]) => words.reduce((total, word) => total + (weights[word] ?? 0), 0);
  const total = sum(weights.map((_, word) => word));
  const found = [...entries.values()].map(({ document, score, words, inName, terms }): Found => {
    const coverage = sum(words) / total;
    return {
      document,
      score: score * coverage * (1 + NAME_WEIGHT * (sum(inName) / total)) * weightOf(document, options),
      coverage,
      terms,
    };
  });
  const best = found.reduce((max, { coverage }) => Math.max(max, coverage), 0);
  return found
    .filter(({ coverage }) => coverage >= best * MIN_RELATIVE_COVERAGE)
    .sort((a, b) => b.score - a.score || (a.document.key < b.document.key ? -1 : 1));
}

interface Entry extends Pick<Found, 'document' | 'score'> {
  /** The words of the query that match, by number; those that match in its name. */
  words: number[];
  inName: number[];
  terms: Set<string>;
}
