import type { DatasetMapping } from '@foyer/config';
import { evaluate } from '@foyer/gateway';
import { contentNow, elementsOf } from '@foyer/model';
import type { Asker } from './asker.ts';
import { isAnswer } from './asker.ts';
import { bodyOf, type FundList, findFigures, findFunds, findSubjects, fundTable } from './funds.ts';
import type { Proposal } from './proposal.ts';
import { columnsIn, FREQUENCIES, LEAST_SHARE } from './value-columns.ts';
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

/** A way to ask for the values of a fund. */
interface ValueCall {
  /** Begins the slugs of its tables. */
  name: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  path: string;
  /** Asked for each year, or each month. */
  isParted?: boolean;
}

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
