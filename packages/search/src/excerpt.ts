import type { SearchText } from './search-document.ts';
import { MAX_INDEXED_CHARACTERS } from './search-index.ts';
import { formsOf, type Word, wordsIn } from './words.ts';

/** Characters of an excerpt, before its ends are moved to words. */
const EXCERPT_CHARACTERS = 220;
/** Characters before the first match. */
const LEAD_CHARACTERS = 60;
/** In a text. A space takes their place: without one the parts around them may be another. */
const OWN_MARKS = /<\/?mark>/g;

export interface Excerpt {
  /** Plain text, matches between `<mark>` and `</mark>`. */
  excerpt?: string;
  /** The document that it is from. */
  file?: { name: string; href: string };
}

/** The part of an item's texts with the most matches: of its summary, its text, or a file; the beginning if nothing matches. */
export function excerptOf({ summary = '', text, files }: SearchText, terms: ReadonlySet<string>): Excerpt {
  const own = bestPassage([summary, text.toString()].filter(Boolean).join(' · '), terms);
  if (own.count > 0) return { excerpt: own.text };
  for (const { name, href, text = '' } of files) {
    const passage = bestPassage(text.toString(), terms);
    if (passage.count > 0) return { excerpt: passage.text, file: { name, href } };
  }
  return own.text === '' ? {} : { excerpt: own.text };
}

interface Passage {
  text: string;
  /** Of different terms in it. */
  count: number;
}

function bestPassage(whole: string, terms: ReadonlySet<string>): Passage {
  const text = whole.slice(0, MAX_INDEXED_CHARACTERS).replace(OWN_MARKS, ' ');
  const matches: (Word & { term: string })[] = [];
  for (const word of wordsIn(text)) {
    const term = matchedTerm(word.text, terms);
    if (term !== undefined) matches.push({ ...word, term });
  }
  let best = { start: 0, count: 0 };
  matches.forEach((first, index) => {
    const inside = new Set<string>();
    for (let next = index; next < matches.length; next += 1) {
      const match = matches[next];
      if (!match || match.end - first.start > EXCERPT_CHARACTERS - LEAD_CHARACTERS) break;
      inside.add(match.term);
    }
    if (inside.size > best.count) best = { start: first.start, count: inside.size };
  });
  return { text: cut(text, Math.max(0, best.start - LEAD_CHARACTERS), matches), count: best.count };
}

/** The term of the index that a word of a text has matched. */
function matchedTerm(word: string, terms: ReadonlySet<string>): string | undefined {
  const { term, sounds } = formsOf(word);
  return terms.has(term) ? term : sounds.find((sound) => terms.has(sound));
}

/** Cuts a passage at words, and marks the matches in it. */
function cut(text: string, from: number, matches: readonly Word[]): string {
  const start = from === 0 ? 0 : wordStart(text, from);
  const limit = start + EXCERPT_CHARACTERS;
  const end = limit >= text.length ? text.length : wordEnd(text, start, limit);
  let marked = '';
  let at = start;
  for (const match of matches) {
    if (match.start < start || match.end > end) continue;
    marked += `${text.slice(at, match.start)}<mark>${text.slice(match.start, match.end)}</mark>`;
    at = match.end;
  }
  marked += text.slice(at, end);
  return `${start > 0 ? '… ' : ''}${marked.trim()}${end < text.length ? ' …' : ''}`;
}

function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space < 0 || space - from > LEAD_CHARACTERS / 2 ? characterStart(text, from) : space + 1;
}

function wordEnd(text: string, start: number, limit: number): number {
  const space = text.lastIndexOf(' ', limit);
  return space <= start ? characterStart(text, limit) : space;
}

/** Moves a place that is in the middle of a character to its beginning. */
const characterStart = (text: string, at: number): number =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
