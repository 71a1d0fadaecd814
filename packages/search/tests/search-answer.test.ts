import { beforeAll, describe, expect, it } from 'vitest';
import { searchedPages } from '../../../server/searched-pages.ts';
import type { SearchAnswer } from '../../../tests/support/search.ts';
import type { ListQuery } from '../../gateway/src/call.ts';
import en from '../../messages/src/en.ts';
import type { Locale } from '../../messages/src/index.ts';
import { loadMessages, messagesOf } from '../../model/src/edition.ts';
import { searchAnswer } from '../src/search-answer.ts';
import type { SearchDocument, SearchText } from '../src/search-document.ts';
import { type IndexPart, SearchIndex } from '../src/search-index.ts';
import { readSearchQuery } from '../src/search-query.ts';

/* The answers of the search, from an index of a few documents. */

beforeAll(() => Promise.all([loadMessages('en'), loadMessages('ne')]));

type Parts = Partial<Omit<SearchDocument, 'texts'>>;
function doc(kind: SearchDocument['kind'], id: string, text: Partial<SearchText>, parts: Parts = {}): SearchDocument {
  return { key: `${kind}/${id}`, kind, texts: { en: textWith(id, text, kind) }, ...parts };
}
const textWith = (id: string, text: Partial<SearchText>, kind = 'notice'): SearchText => ({
  id,
  name: '',
  href: `/${kind}/${id}`,
  text: '',
  keywords: '',
  labels: '',
  files: [],
  facts: {},
  ...text,
});

function indexOf(...documents: SearchDocument[]): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.set(document);
  return index;
}
const answer = (
  index: SearchIndex,
  search: string,
  query: Partial<ListQuery> = {},
  { locale = 'en', isPartial = false }: { locale?: Locale; isPartial?: boolean } = {},
) =>
  searchAnswer(
    index,
    { page: 1, perPage: 12, filters: {}, flags: [], ...query, search },
    { locale, locales: ['en', 'ne'], sources: searchedPages, messages: messagesOf(locale) },
    isPartial,
  ) as SearchAnswer;
const found = (index: SearchIndex, search: string, query: Partial<ListQuery> = {}) =>
  answer(index, search, query).results.map(({ kind, id }) => `${kind}/${id}`);

describe('what is found', () => {
  const index = indexOf(
    doc('notice', '1', { name: 'Cash dividend' }, { referenceNumber: 'HT/80-81/12', fiscalYear: '2080/81' }),
    doc('notice', '2', { name: 'लाभांश वितरण सूचना' }, { fiscalYear: '2081/82' }),
    doc('report', '1', { name: 'Annual report २०८३', summary: 'dividend' }, { fiscalYear: '2080/81' }),
    doc('page', 'about', { name: 'About', text: 'constructor toString __proto__ hasOwnProperty' }),
    doc('blogs', '9', { name: 'Zebra', files: [{ name: 'Annex', href: '/a.pdf', text: 'giraffes' }] }),
  );

  it.each([
    ['in the other language', 'dividend', 'notice/2'],
    ['with Latin letters', 'labhansh', 'notice/2'],
    ['by another spelling', 'लाभांस', 'notice/2'],
    ['by a synonym', 'लाभांश', 'notice/1'],
    ['with a typing error', 'divedend', 'notice/1'],
    ['by Latin digits for Nepali ones', '2083', 'report/1'],
    ['by Nepali digits', '२०८३', 'report/1'],
    ['by the text of a file', 'giraffe', 'blogs/9'],
    ['by the name of a file', 'annex', 'blogs/9'],
    ['by a longer word that begins with it', 'zebras', 'blogs/9'],
    ['by a reference number with other punctuation', 'ht 80/81 12', 'notice/1'],
    ['by a reference number in Nepali digits', 'HT/८०-८१/१२', 'notice/1'],
    ['by a word that every object of JavaScript has', 'constructor', 'page/about'],
    ['by another such word', 'hasOwnProperty', 'page/about'],
    ['by the name of a prototype', '__proto__', 'page/about'],
    ['beside words that no text has', 'zebra qqqqqq', 'blogs/9'],
  ])('is found %s', (_, query, key) => {
    expect(found(index, query)).toContain(key);
  });

  it.each(['', '?!/', '🎉', 'qqqqqq', 'valueOf', '\u0301', 'x'.repeat(100), '.*', '(a+)+$'])(
    'is nothing for %j',
    (query) => {
      expect(answer(index, query)).toMatchObject({ results: [], facets: [], pagination: { total: 0, last_page: 1 } });
    },
  );

  it('is nothing twice', () => {
    const keys = found(index, 'dividend report annual zebra लाभांश');
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has what matches all of the query before what matches a part', () => {
    expect(found(index, 'annual report dividend')[0]).toBe('report/1');
  });

  it('is not before the others because its date is years ahead', () => {
    const inYears = (years: number) => ({ date: new Date(Date.now() + years * 365 * 86_400_000).toISOString() });
    const index = indexOf(
      doc('notice', '1', { name: 'Dividend' }, inYears(0)),
      doc('notice', '2', { name: 'Notice', text: 'Of a dividend.' }, inYears(20)),
    );
    expect(found(index, 'dividend')).toEqual(['notice/1', 'notice/2']);
  });

  it('is neither to be published later nor over', () => {
    const hidden = indexOf(
      doc('notice', '1', { name: 'Zebra one' }, { publishedAt: Date.now() + 60_000, referenceNumber: 'A/1' }),
      doc('notice', '2', { name: 'Zebra two' }, { expiresAt: Date.now() - 1, referenceNumber: 'A/2' }),
      doc('notice', '3', { name: 'Zebra three' }, { publishedAt: Date.now() - 1, expiresAt: Date.now() + 60_000 }),
    );
    expect(found(hidden, 'zebra')).toEqual(['notice/3']);
    expect(answer(hidden, 'A/1').direct).toBeUndefined();
    expect(answer(hidden, 'A/2').direct).toBeUndefined();
    expect(answer(hidden, 'zebra').facets).toMatchObject([{ kind: 'notice', count: 1 }]);
    const later = (minutes: number) => hidden.find(readSearchQuery('zebra'), Date.now() + minutes * 60_000).found;
    expect(later(2).map(({ document }) => document.key)).toEqual(['notice/1']);
  });
});

describe('a document', () => {
  it('that is replaced is found by its new words alone', () => {
    const index = indexOf(doc('notice', '1', { name: 'Zebra' }, { referenceNumber: 'A/1' }));
    index.set(doc('notice', '1', { name: 'Lion' }, { referenceNumber: 'A/2' }));
    expect(found(index, 'zebra')).toEqual([]);
    expect(found(index, 'lion')).toEqual(['notice/1']);
    expect(answer(index, 'A/1').direct).toBeUndefined();
    expect(answer(index, 'A/2').direct).toMatchObject({ id: '1' });
  });

  it('that is removed is not found, nor is its reference number', () => {
    const index = indexOf(doc('notice', '1', { name: 'Zebra' }, { referenceNumber: 'A/1' }));
    index.delete('notice/1');
    index.delete('notice/1');
    expect(found(index, 'zebra')).toEqual([]);
    expect(answer(index, 'A/1').direct).toBeUndefined();
    expect(index.size).toBe(0);
  });

  it('keeps its reference number when another with the same one is removed', () => {
    const index = indexOf(
      doc('notice', '1', { name: 'Zebra' }, { referenceNumber: 'A/1' }),
      doc('notice', '2', { name: 'Lion' }, { referenceNumber: 'A/1' }),
    );
    index.delete('notice/1');
    expect(answer(index, 'A/1').direct).toMatchObject({ id: '2' });
  });

  it('is not asked for by punctuation, whatever its reference number', () => {
    const index = indexOf(doc('notice', '1', { name: 'Zebra' }, { referenceNumber: '—' }));
    expect(answer(index, '?').direct).toBeUndefined();
    expect(answer(index, '').direct).toBeUndefined();
  });

  it('is the same after an index was stored and restored', async () => {
    const documents = [
      doc('notice', '1', { name: 'Zebra' }, { referenceNumber: 'A/1' }),
      doc('notice', '2', { name: 'Lion' }),
    ];
    const stored: IndexPart[] = JSON.parse(JSON.stringify([...indexOf(...documents).parts()]));
    const index = new SearchIndex();
    await index.restore(stored);
    expect(found(index, 'zebra')).toEqual(['notice/1']);
    expect(answer(index, 'zebrra').did_you_mean).toBe('zebra');
    expect(answer(index, 'A/1').direct).toMatchObject({ id: '1' });
    index.set(doc('notice', '1', { name: 'Giraffe' }));
    expect(found(index, 'zebra')).toEqual([]);
    // Without a document, and with the index of no other.
    await expect(new SearchIndex().restore(stored.slice(1))).rejects.toThrow('do not agree');
    await expect(index.restore(stored.slice(1))).rejects.toThrow('do not agree');
    expect(found(index, 'giraffe')).toEqual(['notice/1']);
  });
});

describe('a document in one language', () => {
  const nepali = {
    ...doc('notice', '1', {}),
    texts: { ne: textWith('1', { name: 'लाभांश', place: 'सूचना' }) },
  } satisfies SearchDocument;

  it('is found in both editions, and says its language in the other', () => {
    const index = indexOf(nepali);
    expect(answer(index, 'dividend').results).toMatchObject([{ name: 'लाभांश', lang: 'ne' }]);
    expect(answer(index, 'dividend', {}, { locale: 'ne' }).results[0]?.lang).toBeUndefined();
  });

  it('of two has the text of the edition', () => {
    const index = indexOf({ ...nepali, texts: { ...nepali.texts, en: textWith('1', { name: 'Dividend' }) } });
    expect(answer(index, 'labhansh').results).toMatchObject([{ name: 'Dividend' }]);
    expect(answer(index, 'dividend', {}, { locale: 'ne' }).results).toMatchObject([{ name: 'लाभांश' }]);
  });
});

describe('the facets', () => {
  const index = indexOf(
    doc('notice', '1', { name: 'Zebra' }, { fiscalYear: '2080/81' }),
    doc('report', '1', { name: 'Zebra' }, { fiscalYear: '2080/81' }),
    doc('report', '2', { name: 'Zebra' }, { fiscalYear: '2082/83' }),
    doc('blogs', '1', { name: 'Lion' }, { fiscalYear: '2079/80' }),
  );
  const years = (filters: Record<string, string>) =>
    answer(index, 'zebra', { filters }).filters?.fiscal_year?.map(({ value, count }) => [value, count]);
  const kinds = (filters: Record<string, string>) =>
    answer(index, 'zebra', { filters }).facets.map(({ kind, count }) => [kind, count]);

  it('count the kinds, the most frequent first, with the names of their lists', () => {
    expect(answer(index, 'zebra').facets).toEqual([
      { kind: 'report', label: en.reports, count: 2 },
      { kind: 'notice', label: en.notices, count: 1 },
    ]);
  });

  it('count the fiscal years, the newest first', () => {
    expect(years({})).toEqual([
      ['2082/83', 1],
      ['2080/81', 2],
    ]);
  });

  it('count what another choice of the same filter would find', () => {
    expect(kinds({ kind: 'notice' })).toEqual(kinds({}));
    expect(years({ kind: 'notice' })).toEqual([['2080/81', 1]]);
    expect(kinds({ fiscal_year: '2082/83' })).toEqual([['report', 1]]);
    expect(found(index, 'zebra', { filters: { kind: 'report', fiscal_year: '2080/81' } })).toEqual(['report/1']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'nothing', '../report'])('have no kind %s', (kind) => {
    expect(answer(index, 'zebra', { filters: { kind } })).toMatchObject({ results: [], pagination: { total: 0 } });
  });
});

describe('the pages', () => {
  const index = indexOf(...Array.from({ length: 25 }, (_, number) => doc('notice', String(number), { name: 'Zebra' })));

  it('have every result once', () => {
    const all = [1, 2, 3].flatMap((page) => found(index, 'zebra', { page }));
    expect(new Set(all).size).toBe(25);
    expect(answer(index, 'zebra', { page: 3 })).toMatchObject({
      results: [{}],
      pagination: { current_page: 3, last_page: 3, per_page: 12, total: 25 },
    });
  });

  it('after the last one are empty', () => {
    expect(found(index, 'zebra', { page: 4 })).toEqual([]);
    expect(found(index, 'zebra', { page: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('have at most as many results as asked for', () => {
    expect(found(index, 'zebra', { perPage: 5 })).toHaveLength(5);
  });

  it('say whether the index is complete', () => {
    expect(answer(index, 'zebra', {}, { isPartial: true }).is_partial).toBe(true);
    expect(answer(index, 'zebra').is_partial).toBeUndefined();
  });
});

describe('suggestions', () => {
  const index = indexOf(
    ...Array.from({ length: 12 }, (_, number) => doc('notice', String(number), { name: `Dividend ${number}` })),
    doc('faq', '1', { name: 'Nominee', text: 'Somebody', place: 'Questions' }),
    doc('notice', 'n', { name: 'लाभांश' }),
    doc('notice', 'c', { name: 'सम्पर्क र सञ्चालक' }),
  );
  const suggested = (search: string) => answer(index, search, { flags: ['suggest'] });

  it('are at most eight, without excerpts and facets', () => {
    const { results, pagination, facets } = suggested('div');
    expect(results).toHaveLength(8);
    expect(pagination).toMatchObject({ total: 8, last_page: 1 });
    expect(facets).toBeUndefined();
    for (const result of results) expect(result.excerpt).toBeUndefined();
  });

  it.each(['no', 'nom', 'nomine', 'Nominee'])('know a half-typed word: %s', (typed) => {
    expect(suggested(typed).results[0]).toMatchObject({
      kind: 'faq',
      name: 'Nominee',
      place: 'Frequently asked questions',
    });
  });

  it.each(['ला', 'लाभा', 'labhan', 'lav'])('know a half-typed Nepali word: %s', (typed) => {
    expect(suggested(typed).results.map(({ id }) => id)).toContain('n');
  });

  it.each(['सम्', 'सम्प', 'सञ्', 'सञ्चा'])('stay while a nasal of a conjunct is typed: %s', (typed) => {
    expect(suggested(typed).results.map(({ id }) => id)).toContain('c');
  });

  it('are none for a word whose ending has the nasal', () => {
    expect(suggested('सक्छन्').results).toEqual([]);
  });

  it('are not given for one letter, which begins too many words', () => {
    expect(suggested('n').results).toEqual([]);
  });

  it('take only the last word as half-typed', () => {
    expect(suggested('nom zzz').results).toEqual([]);
    expect(suggested('zzz nom').results).toHaveLength(1);
  });

  it('are for the suggestions alone: a search needs the word', () => {
    expect(found(index, 'no')).toEqual([]);
  });
});

describe('the correction of a query', () => {
  const index = indexOf(
    doc('notice', '1', { name: 'Dividend distribution', text: 'shareholders' }),
    doc('notice', '2', { name: 'सञ्चालक समितिको बैठक' }),
    doc('notice', '3', { name: 'शाखा' }),
  );
  const corrected = (query: string) => answer(index, query).did_you_mean;

  it.each([
    ['distribbution', 'distribution'],
    ['Distribbution of shareholders', 'distribution of shareholders'],
    ['shareholdars', 'shareholders'],
    ['distributoin', 'distribution'],
    ['समितीको बैठकक', 'समितीको बैठक'],
  ])('of %s is %s', (query, expected) => {
    expect(corrected(query)).toBe(expected);
  });

  it.each(['distribution', 'dividends', 'shakha', 'labhansh', 'बैठक', 'qqqqqqqq', '', '🎉', 'xyz'])(
    'of %j is none',
    (query) => {
      expect(corrected(query)).toBeUndefined();
    },
  );
});

describe('the direct answer', () => {
  const hours = [{ days: 'Friday', open: '10:00', close: '15:00' }];
  const index = indexOf(
    doc('service-center', '1', { name: 'Pokhara', facts: { phones: ['+977-61-5'], address: 'Lakeside', hours } }),
    doc('service-center', '2', { name: 'Birgunj', facts: { phones: ['+977-51-5'] } }),
    doc('service-center', '3', { name: 'Dang, Ghorahi', facts: {} }),
    doc('service-center', '4', { name: 'Dang, Tulsipur', facts: {} }),
    doc('management', '1', { name: 'Sunita Lama', facts: { designation: 'Head of compliance' } }),
    doc('management', '2', { name: 'Hari Koirala', facts: { designation: 'Accountant' } }),
    doc('faq', '1', { name: 'What does a demat account cost?', text: 'x'.repeat(900) }),
    doc('faq', '2', { name: 'How do I complain about a broker?', text: 'By letter.' }),
    doc(
      'notice',
      '1',
      {
        name: 'Book closure',
        files: [{ name: 'Notice', href: '/n.pdf', text: 'long', mime: 'application/pdf', size: 5 }],
      },
      { referenceNumber: 'HT/80-81/12', date: '2024-01-01T00:00:00Z' },
    ),
    doc('blogs', '1', { name: 'Pokhara in autumn' }),
  );
  const direct = (query: string, parts: Partial<ListQuery> = {}) => answer(index, query, parts).direct;

  it.each([
    'pokhara',
    'Pokhara branch phone number',
    'pokhara शाखाको फोन नम्बर',
    'pokhara thegana',
    'phone of pokhara office',
  ])('to %s is the branch with its facts', (query) => {
    expect(direct(query)).toMatchObject({
      kind: 'service-center',
      id: '1',
      phones: ['+977-61-5'],
      address: 'Lakeside',
      hours,
    });
  });

  it.each(['Sunita Lama', 'sunita lama phone', 'सुनिता लामा'])('to %s is the person', (query) => {
    expect(direct(query)).toMatchObject({ kind: 'management', id: '1', designation: 'Head of compliance' });
  });

  it('to a question is the beginning of its answer', () => {
    expect(direct('demat account cost')).toMatchObject({ kind: 'faq', id: '1', text: 'x'.repeat(600) });
    expect(direct('how can I complain about my broker')).toMatchObject({ kind: 'faq', id: '2', text: 'By letter.' });
  });

  it.each(['HT/80-81/12', 'ht 80 81 12', 'HT-८०/८१.१२'])('to %s is the document, with its files', (query) => {
    expect(direct(query)).toMatchObject({
      kind: 'notice',
      reference_no: 'HT/80-81/12',
      files: [{ name: 'Notice', location: '/n.pdf', mime: 'application/pdf', size: 5 }],
    });
    expect(JSON.stringify(direct(query))).not.toContain('long');
  });

  it.each([
    ['two branches have the name', 'Dang'],
    ['only words for facts', 'branch phone number'],
    ['more than the name', 'Pokhara autumn zebra'],
    ['a word of a question', 'account'],
    ['a part of a reference number', 'HT/80-81'],
    ['nothing that there is', 'Timbuktu phone'],
    ['nothing', ''],
  ])('is none if %s', (_, query) => {
    expect(direct(query)).toBeUndefined();
  });

  it('to a name that things of several kinds have is the one that is found first', () => {
    const both = indexOf(
      doc('service-center', '1', { name: 'Bardiya' }),
      doc('management', '1', { name: 'Sunita Bardiya' }),
    );
    expect(found(both, 'bardiya')).toEqual(['service-center/1', 'management/1']);
    expect(answer(both, 'bardiya').direct).toMatchObject({ kind: 'service-center', id: '1' });
  });

  it('is on the first page alone, and without filters', () => {
    expect(direct('pokhara', { page: 2 })).toBeUndefined();
    expect(direct('pokhara', { filters: { kind: 'blogs' } })).toBeUndefined();
    expect(direct('pokhara', { filters: { fiscal_year: '2080/81' } })).toBeUndefined();
    expect(direct('pokhara', { flags: ['suggest'] })).toBeUndefined();
  });

  it('says its language in another edition', () => {
    expect(answer(index, 'pokhara', {}, { locale: 'ne' }).direct).toMatchObject({ lang: 'en' });
    expect(direct('pokhara')?.lang).toBeUndefined();
  });
});
