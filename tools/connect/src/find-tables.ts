import type { DatasetColumn, DatasetMapping } from '@foyer/config';
import { evaluate } from '@foyer/gateway';
import { cellValue, contentNow, detectDateFormats, elementsOf, parseWithFormats } from '@foyer/model';
import type { Asker } from './asker.ts';
import { isAnswer } from './asker.ts';
import { bodyOf, type FundList, findFigures, findFunds, findSubjects, fundTable } from './funds.ts';
import type { Proposal } from './proposal.ts';
import { isObject } from './value-forms.ts';

/*
 * Tables that an API has under calls that the contract does not know: values of funds, issues, reports by category. Their calls and parameters
 * are those of the platform on which the sites of this family run.
 */

export interface FoundTables {
  proposals: Proposal[];
  /** What a visitor gains, a line for each. */
  gains: string[];
}

/** Funds of which values are asked for: the first may have none. */
const MAX_ASKED_FUNDS = 4;
/** Dates without which a column is none of dates. */
const LEAST_SHARE = 0.8;

/** A way to ask for the values of a fund. */
interface ValueCall {
  /** Begins the slugs of its tables. */
  name: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  path: string;
  /** Asked for each year, or each month. */
  isParted?: boolean;
}

const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
const NEPALI = { daily: 'दैनिक', weekly: 'साप्ताहिक', monthly: 'मासिक' };
const VALUE_CALLS: readonly (readonly ValueCall[])[] = FREQUENCIES.map((frequency) => {
  const common = { name: `nav-${frequency}`, frequency };
  return [
    { ...common, path: `getNavHistory?schemeId={id}&type=${frequency}&from=&to=` },
    { ...common, path: `getMutualFund?schemeId={id}&type=${frequency}&year={year}`, isParted: true },
    ...(frequency === 'daily'
      ? [{ ...common, path: 'getFloorSheet?scheme_id={id}&year={year}&month={month}', isParted: true }]
      : [{ ...common, path: 'getMutualFund?schemeId={id}' }]),
  ];
});

/** Asks for tables, and proposes their mapping. */
export async function findTables(asker: Pick<Asker, 'ask'>): Promise<FoundTables> {
  const list = await findFunds(asker);
  const reports = await findReports(asker);
  const found = [list && (await findFundTables(asker, list, reports.paths)), await findIssues(asker), reports];
  return {
    proposals: found.flatMap((each) => each?.proposals ?? []),
    gains: found.flatMap((each) => each?.gains ?? []),
  };
}

/** The funds, their values, and what is about them. @param reports calls that list reports, beside the contract's */
async function findFundTables(
  asker: Pick<Asker, 'ask'>,
  list: FundList,
  reports: readonly string[],
): Promise<FoundTables> {
  const found: FoundTables = {
    proposals: [fundTable(list)],
    gains: [`/data/funds: ${list.funds.length} funds`],
  };
  let shown: string | undefined;
  for (const calls of VALUE_CALLS) {
    for (const call of calls) {
      const table = await findValues(asker, list, call);
      if (!table) continue;
      found.proposals.push(table.proposal);
      found.gains.push(`/data: ${call.frequency} values of ${list.funds.length} funds, ${table.example}`);
      // What the first fund has, others have, too.
      if (table.fund === list.funds[0]) shown ??= table.proposal.name;
      break;
    }
  }
  const figures = shown === undefined ? undefined : await findFigures(asker, list, shown);
  if (figures) found.gains.push(`/: ${figures.reason}`);
  const subjects = await findSubjects(asker, list, reports);
  if (subjects) found.gains.push(`/report, /notice, /downloads, /news by fund: ${subjects.reason}`);
  found.proposals.push(...[subjects, figures].filter((proposal) => proposal !== undefined));
  return found;
}

/** Years before this one that are asked for, where the API names none. */
const YEARS_BACK = 3;

async function findValues(asker: Pick<Asker, 'ask'>, list: FundList, call: ValueCall) {
  const now = new Date(contentNow());
  const [year, month] = now.toISOString().split('-');
  for (const fund of list.funds.slice(0, MAX_ASKED_FUNDS)) {
    const address = call.path
      .replace('{id}', fund.id)
      .replace('{year}', year ?? '')
      .replace('{month}', month ?? '');
    const columns = columnsIn(bodyOf(await asker.ask(address)), call.frequency, now);
    // An API that does not know the year sends all of them, for each that is asked for.
    const inYear = columns?.days.filter((day) => day.startsWith(year ?? '')).length ?? 0;
    if (!columns || (call.isParted && inYear < columns.days.length * LEAST_SHARE)) continue;
    const since = call.isParted ? (list.since ?? String(now.getUTCFullYear() - YEARS_BACK)) : columns.since;
    const value: DatasetMapping = {
      name: {
        en: `Net asset value of {name}, ${call.frequency}`,
        ne: `{name} को ${NEPALI[call.frequency]} खुद सम्पत्ति मूल्य`,
      },
      each: { path: list.call, rows: list.rows, fields: { id: 'id', slug: list.slugField, name: 'name' } },
      path: call.path,
      ...(since !== undefined && { since }),
      rows: columns.rows,
      columns: columns.columns,
      chart: { kind: 'line', x: columns.x, y: ['nav'] },
      unique_by: [columns.x],
      frequency: call.frequency,
      subject: { slug: '{slug}', name: '{name}' },
    };
    const reason = `${columns.days.length} values of ${fund.name}, the newest of ${columns.days.at(-1)}${columns.isAmbiguous ? ': CHECK the calendar' : ''}`;
    return {
      proposal: { key: 'datasets', name: `${call.name}-{slug}`, value, reason, isSure: true } satisfies Proposal,
      example: reason,
      fund,
    };
  }
  return undefined;
}

interface FoundColumns {
  rows: string;
  columns: DatasetColumn[];
  x: string;
  days: string[];
  since?: string;
  isAmbiguous: boolean;
}

/** Days and numbers in a body: two lists of the same length, or one list of objects that have both. */
function columnsIn(body: unknown, frequency: string, now: Date): FoundColumns | undefined {
  if (!isObject(body)) return undefined;
  for (const [prefix, parts] of [
    ['', body],
    ['data.', body.data],
  ] as const) {
    if (!isObject(parts)) continue;
    const lists = Object.entries(parts).flatMap(([key, value]) =>
      Array.isArray(value) && value.length > 0 ? [{ key, value }] : [],
    );
    const ofFrequency = (name: string) => lists.filter(({ key }) => key.toLowerCase().startsWith(name));
    const others = FREQUENCIES.filter((other) => other !== frequency).flatMap(ofFrequency);
    const own = ofFrequency(frequency);
    const candidates = own.length > 0 ? own : lists.filter((entry) => !others.some(({ key }) => key === entry.key));
    const days = candidates
      .map(({ key, value }) => ({ key, value, dates: datesIn(value.map(cellValue), now) }))
      .find(({ dates }) => dates);
    const numbers = candidates.find(
      ({ key, value }) => key !== days?.key && value.length === days?.value.length && areNumbers(value.map(cellValue)),
    );
    if (days?.dates && numbers)
      return found(days.dates, {
        rows: `zip(${prefix}${days.key}, ${prefix}${numbers.key})`,
        day: '[0]',
        number: '[1]',
      });
    for (const { key, value } of lists) {
      const rows = value.filter(isObject);
      const columns = Object.keys(rows[0] ?? {}).map((name) => ({
        name,
        values: rows.map((row) => cellValue(row[name])),
      }));
      const dated = columns
        .map((column) => ({ ...column, dates: datesIn(column.values, now) }))
        .find(({ dates }) => dates);
      const valued = columns.find(
        ({ name, values }) => name !== dated?.name && !/(^|_)id$/i.test(name) && areNumbers(values),
      );
      if (dated?.dates && valued)
        return found(dated.dates, { rows: prefix + key, day: dated.name, number: valued.name });
    }
  }
  return undefined;
}

function found(dates: FoundDates, { rows, day, number }: { rows: string; day: string; number: string }): FoundColumns {
  const { isMonthly, isBs, formats, isAmbiguous, days } = dates;
  const x = isMonthly ? 'month' : 'date';
  const form = { ...(isBs && { calendar: 'bs' as const }), ...(formats.length > 0 && { formats }) };
  return {
    rows,
    columns: [
      {
        key: x,
        value: day,
        label: isMonthly ? { en: 'Month', ne: 'महिना' } : { en: 'Day', ne: 'दिन' },
        type: x,
        ...form,
      },
      {
        key: 'nav',
        value: number,
        label: { en: 'Net asset value of a unit', ne: 'प्रति इकाइ खुद सम्पत्ति मूल्य' },
        type: 'money',
        unit: { en: 'NPR', ne: 'रु.' },
      },
    ],
    x,
    days: [...days].sort(),
    since: firstOf(days),
    isAmbiguous,
  };
}

/** The first of the years without a gap up to the newest: an earlier one is mistyped. */
function firstOf(days: readonly string[]): string | undefined {
  const years = new Set(days.map((day) => Number(day.slice(0, 4))));
  let first = Math.max(...years);
  while (years.has(first - 1)) first -= 1;
  return Number.isFinite(first) ? String(first) : undefined;
}

interface FoundDates {
  /** Gregorian, of those that are read. */
  days: string[];
  isMonthly: boolean;
  isBs: boolean;
  formats: string[];
  isAmbiguous: boolean;
}

/** The form of a column of dates; undefined if it is none. */
function datesIn(values: readonly string[], now: Date): FoundDates | undefined {
  const detected = detectDateFormats(values, now);
  const formats = detected.formats.length > 0 ? detected.formats : ['YYYY-MM-DD'];
  const withDay = formats.filter((format) => format.includes('D'));
  const isMonthly = withDay.length === 0;
  const used = isMonthly ? formats : withDay;
  const days = values.flatMap((value) => parseWithFormats(value, used)?.time?.slice(0, 'YYYY-MM-DD'.length) ?? []);
  if (days.length < values.length * LEAST_SHARE) return undefined;
  // A day is in both calendars, a month is not.
  const isBs = isMonthly && used.every((format) => format.startsWith('BS '));
  const areIso = used.length === 1 && used[0] === 'YYYY-MM-DD';
  return { days, isMonthly, isBs, formats: areIso ? [] : used, isAmbiguous: detected.isAmbiguous };
}

const areNumbers = (values: readonly string[]): boolean =>
  values.filter((value) => /^-?\d+(\.\d+)?$/.test(value)).length >= values.length * LEAST_SHARE;

/** Where everyone in Nepal asks whether shares were allotted: no personal number passes through a site. */
const RESULTS = 'https://iporesult.cdsc.com.np';

/** Issues that the organisation manages. */
async function findIssues(asker: Pick<Asker, 'ask'>): Promise<FoundTables> {
  const body = bodyOf(await asker.ask('ipo'));
  const rows = Array.isArray(body) ? '@' : 'data';
  const issues = elementsOf(evaluate(rows, body ?? null))?.filter(isObject) ?? [];
  if (!issues.some(({ name }) => typeof name === 'string')) return { proposals: [], gains: [] };
  const value: DatasetMapping = {
    name: { en: 'Issues that we manage', ne: 'हामीले व्यवस्थापन गर्ने निष्कासन' },
    path: 'ipo',
    rows,
    columns: [
      {
        key: 'published',
        value: 'created_at',
        label: { en: 'Published', ne: 'प्रकाशित' },
        type: 'date',
        formats: ['YYYY-MM-DD HH:mm:ss'],
      },
      { key: 'name', value: 'name', label: { en: 'Issue', ne: 'निष्कासन' } },
      {
        key: 'result',
        value: `'[cdsc.com.np](${RESULTS}/)'`,
        label: { en: 'Result for you', ne: 'तपाईंको नतिजा' },
        type: 'link',
      },
    ],
    unique_by: ['name'],
  };
  const reason = `${issues.length} issues; the result for one person is asked for at ${RESULTS}`;
  return {
    proposals: [{ key: 'datasets', name: 'issues', value, reason, isSure: true }],
    gains: [`/data/issues: ${reason}`],
  };
}

/** Reports that are asked for by the number of their category. */
async function findReports(asker: Pick<Asker, 'ask'>): Promise<FoundTables & { paths: string[] }> {
  const body = bodyOf(await asker.ask('report'));
  const categories = elementsOf(evaluate('data.report_category', body ?? null))?.filter(isObject) ?? [];
  const paths = categories.flatMap(({ id }) => (id === undefined ? [] : [`reportContent?categoryid=${String(id)}`]));
  const [first] = paths;
  if (!first || !isAnswer(await asker.ask(first))) return { proposals: [], gains: [], paths: [] };
  const reason = `the reports are asked for by their ${paths.length} categories`;
  return {
    proposals: [
      { call: 'report', key: 'path', value: paths, reason, isSure: true },
      { call: 'report', key: 'content', value: 'report_content', reason, isSure: true },
    ],
    gains: [`/report: ${reason}`],
    paths,
  };
}
