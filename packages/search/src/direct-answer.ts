import type { Edition, KindName } from '@foyer/model';
import type { Found } from './rank.ts';
import { type SearchDocument, textFor } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import { readSearchQuery, type SearchQuery } from './search-query.ts';
import { formsOf, termOf, termsIn } from './words.ts';

/** Kinds whose items a visitor may ask for by name: what is known of them is the answer. */
const NAMED: ReadonlySet<KindName> = new Set(['service-center', 'bod', 'management', 'faq']);
/** Words that ask for a fact of a thing, beside its name. */
const FACT_WORDS = new Set(
  `phone telephone number contact mail email address location branch office service centre center opening hour hours time open
  manager who code map director member board ceo chief executive officer फोन नम्बर सम्पर्क ठेगाना शाखा कार्यालय सेवा केन्द्र समय
  इमेल प्रबन्धक phone number thegana shakha sakha karyalaya sewa kendra samaya samparka`
    .split(/\s+/)
    .map(termOf),
);
/** Characters of a question's answer. */
const MAX_ANSWER_CHARACTERS = 600;
/** The share of a question's words that a query must have. */
const MIN_QUESTION_SHARE = 0.6;
/** Further down, a result is not what was asked for. */
const CANDIDATES = 5;

/** The thing that a query names, with its facts; undefined if it names none, or several. */
export function directAnswer(
  index: SearchIndex,
  query: SearchQuery,
  found: readonly Found[],
  edition: Edition,
): object | undefined {
  const byReference = index.withReference(query.text);
  if (byReference) return answerOf(byReference, edition);
  const candidates = found.slice(0, CANDIDATES).filter(({ document }) => NAMED.has(document.kind));
  const named = candidates.filter(({ document }) => isNamed(document, query));
  const [first, second] = named;
  // Two branches in one town, or two people with one name: the results show both.
  return first && !(second && second.document.kind === first.document.kind)
    ? answerOf(first.document, edition)
    : undefined;
}

/** Whether a query names a document: beside words that ask for a fact, it consists of words of the name. */
function isNamed(document: SearchDocument, { words }: SearchQuery): boolean {
  if (document.kind === 'faq') {
    const meant = new Set(words.map(({ term }) => term));
    return Object.values(document.texts).some(({ name }) => {
      const terms = readSearchQuery(name).words.map(({ term }) => term);
      const shared = terms.filter((term) => meant.has(term)).length;
      const [ofQuestion, ofQuery] = [shared / terms.length, shared / meant.size];
      // One word in common says enough only if there is no other.
      return (
        (shared > 1 || (ofQuestion === 1 && ofQuery === 1)) &&
        ofQuestion >= MIN_QUESTION_SHARE &&
        ofQuery >= MIN_QUESTION_SHARE
      );
    });
  }
  const nameWords = words.filter(({ term }) => !FACT_WORDS.has(term));
  const names = Object.values(document.texts).flatMap(({ name }) => termsIn(name));
  const known = new Set([...names, ...names.flatMap((name) => formsOf(name).sounds)]);
  return (
    nameWords.length > 0 &&
    nameWords.every(({ term, sounds }) => known.has(term) || sounds.some((sound) => known.has(sound)))
  );
}

function answerOf(document: SearchDocument, edition: Edition): object | undefined {
  const text = textFor(document, edition);
  if (!text) return undefined;
  const { id, name, href, lang, place, facts, files } = text;
  return {
    kind: document.kind,
    id,
    name,
    href,
    lang,
    place,
    date: document.date,
    reference_no: document.referenceNumber,
    ...facts,
    ...(document.kind === 'faq' && { text: text.text.toString().slice(0, MAX_ANSWER_CHARACTERS) }),
    ...(document.referenceNumber !== undefined && {
      files: files.map(({ name, href, mime, size }) => ({ name, location: href, mime, size })),
    }),
  };
}
