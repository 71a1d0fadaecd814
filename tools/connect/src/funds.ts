import type { DatasetMapping, SubjectMapping } from '@foyer/config';
import { evaluate, parseJson } from '@foyer/gateway';
import { slugOf } from '@foyer/gathering';
import { elementsOf } from '@foyer/model';
import type { Asker, Reply } from './asker.ts';
import { isAnswer } from './asker.ts';
import type { Proposal } from './proposal.ts';
import { isObject } from './value-forms.ts';

/* The funds of an API, and what follows from them: their table, and which of them a report or a notice is about. */

export interface Fund {
  id: string;
  name: string;
  /** As its tables have it. */
  slug: string;
  symbol?: string;
}

export interface FundList {
  call: string;
  /** An expression on the body. */
  rows: string;
  funds: Fund[];
  /** The field that the slugs are made of. */
  slugField: 'slug' | 'name';
  elements: readonly Readonly<Record<string, unknown>>[];
  /** The first year that the API names. */
  since?: string;
}

/** Calls that list funds. */
const FUND_CALLS = ['scheme', 'schemes', 'fund-data', 'mutualfund'];
const SYMBOLS = ['company_symbol', 'symbol', 'short_name', 'code'];

export const bodyOf = (reply: Reply): unknown => (isAnswer(reply) && reply.body ? parseJson(reply.body) : undefined);

export async function findFunds(asker: Pick<Asker, 'ask'>): Promise<FundList | undefined> {
  for (const call of FUND_CALLS) {
    const body = bodyOf(await asker.ask(call));
    for (const rows of [...new Set([call, `data.${call}`, 'scheme', 'data.scheme', 'data.schemes', 'data', '@'])]) {
      const found = (body === undefined ? undefined : elementsOf(evaluate(rows, body)))?.filter(isObject) ?? [];
      const elements = found.filter(({ id, name }) => id !== undefined && typeof name === 'string');
      if (elements.length === 0) continue;
      const slugField = elements.every(({ slug }) => typeof slug === 'string' && slug !== '') ? 'slug' : 'name';
      const years =
        isObject(body) && isObject(body.years) ? Object.keys(body.years).filter((year) => /^\d{4}$/.test(year)) : [];
      const funds = elements.map((element): Fund => {
        const symbol = SYMBOLS.map((field) => element[field]).find(
          (value) => typeof value === 'string' && value !== '',
        );
        return {
          id: String(element.id),
          name: String(element.name),
          slug: slugOf(String(element[slugField]), {}),
          ...(symbol !== undefined && { symbol: String(symbol) }),
        };
      });
      return { call, rows, funds, slugField, elements, since: years.sort()[0] };
    }
  }
  return undefined;
}

/** What a fund is, by the fields in which platforms say it. */
const FUND_COLUMNS: readonly { fields: readonly string[]; label: { en: string; ne: string } }[] = [
  { fields: ['name'], label: { en: 'Fund', ne: 'कोष' } },
  { fields: SYMBOLS, label: { en: 'Symbol', ne: 'सङ्केत' } },
  { fields: ['type', 'scheme_type'], label: { en: 'Open-end or closed-end', ne: 'खुला वा बन्दमुखी' } },
  { fields: ['unit_capital', 'fund_size', 'capital'], label: { en: 'Capital (NPR)', ne: 'पुँजी (रु.)' } },
  { fields: ['maturity_date', 'maturity_period', 'maturity'], label: { en: 'Maturity', ne: 'अवधि' } },
];

/** The table of all funds. */
export function fundTable({ call, rows, elements, funds }: FundList): Proposal {
  const columns = FUND_COLUMNS.flatMap(({ fields, label }) => {
    const value = fields.find((field) =>
      elements.some((element) => typeof element[field] === 'string' && element[field] !== ''),
    );
    return value === undefined ? [] : [{ key: value, value, label }];
  });
  const value: DatasetMapping = {
    name: { en: 'Our funds', ne: 'हाम्रा कोषहरू' },
    path: call,
    rows,
    columns,
    unique_by: ['name'],
    order: 'given',
  };
  return { key: 'datasets', name: 'funds', value, reason: `${funds.length} funds`, isSure: true };
}

/** Lists whose titles may name a fund. */
const TITLED_CALLS = ['report', 'notice', 'downloads', 'news'];

/**
 * The funds as subjects, with the symbols and initials by which titles name them; undefined if no title names one.
 * @param calls that list reports, beside those of the contract
 */
export async function findSubjects(
  asker: Pick<Asker, 'ask'>,
  { funds }: FundList,
  calls: readonly string[],
): Promise<Proposal | undefined> {
  const titles: string[] = [];
  for (const call of [...TITLED_CALLS, ...calls]) titles.push(...titlesIn(bodyOf(await asker.ask(call))));
  const words = new Set(titles.flatMap((title) => title.split(/[^\p{L}\p{N}]+/u)));
  const initials = funds.map(initialsOf);
  const value = funds.map(({ slug, name, symbol }, index): SubjectMapping => {
    const own = initials[index]?.filter(
      (word) => words.has(word) && initials.every((others, place) => place === index || !others.includes(word)),
    );
    const known_as = symbol === undefined ? (own ?? []) : [symbol];
    return { slug, name, ...(known_as.length > 0 && { known_as }) };
  });
  const guessed = value.flatMap(({ known_as = [] }, index) => (funds[index]?.symbol === undefined ? known_as : []));
  const areNamed = titles.some((title) => funds.some(({ name }) => title.includes(name)));
  if (!areNamed && value.every(({ known_as }) => known_as === undefined)) return undefined;
  const reason = `what reports and notices are about, by their titles${guessed.length > 0 ? `: CHECK the initials ${guessed.join(', ')}` : ''}`;
  return { key: 'subjects', value, reason, isSure: true };
}

const ARABIC: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4' };

/** `Aarambha Equity Fund II` may be AEFII, AEF2 or AEF. */
function initialsOf({ name }: Fund): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (words.length === 1) return [];
  const isNumber = (word: string) => word in ARABIC || /^\d/.test(word);
  const initials = (numberOf: (word: string) => string) =>
    words.map((word) => (isNumber(word) ? numberOf(word) : (word[0] ?? '').toUpperCase())).join('');
  const forms = [initials((word) => word), initials((word) => ARABIC[word] ?? word), initials(() => '')];
  return [...new Set(forms)].filter((form) => form.length > 1);
}

/** All names and titles in a body. */
function titlesIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    (key === 'name' || key === 'title') && typeof value === 'string' ? [value] : titlesIn(value),
  );
}

/** Figures on the home page. */
const MAX_FIGURES = 6;

/** The newest value of each fund on a home page that has no figures. @param table the name of its tables, as `nav-daily-{slug}` */
export async function findFigures(
  asker: Pick<Asker, 'ask'>,
  { funds }: FundList,
  table: string,
): Promise<Proposal | undefined> {
  const figures = evaluate('data.figures || figures', bodyOf(await asker.ask('home')) ?? null);
  if (figures !== null && figures !== undefined) return undefined;
  const shown = funds
    .slice(0, MAX_FIGURES)
    .map(({ name, slug }) => ({ label: name, dataset: slugOf(table, { slug, name }) }));
  const value = `\`${JSON.stringify(shown).replaceAll('`', '')}\``;
  return { call: 'home', key: 'fields', name: 'figures', value, reason: 'the newest value of each fund', isSure: true };
}
