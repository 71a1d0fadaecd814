import type { IncomingMessage } from 'node:http';
import { type Behaviour, data, failure, json, startUpstream, type TestUpstream } from './upstream.ts';

/*
 * An API of the platform on which fund managers' sites run, in three manners: `open` has all values of a fund at once, `paged` those of a year in
 * Nepali months and reports by category, `typed` days as they were typed by hand, and floor sheets by month.
 */

export type Manner = 'open' | 'paged' | 'typed';

const FUNDS = [
  { id: 1, name: 'Aarambha Equity Fund', symbol: 'AEF', type: 'close' },
  { id: 2, name: 'Bishwas Balanced Fund', symbol: 'BBF', type: 'close' },
  { id: 3, name: 'Dhairya Bachat Fund - E', symbol: 'DBFE', type: 'open' },
];
const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Days with the values of the first fund; of the others they are a rupee, and two, higher. Falgun 2082 ended on 14 March 2026. */
const WEEKLY = [
  { ad: '2025-08-08', bs: '23 Shrawan 2082', nav: 10.1 },
  { ad: '2026-03-13', bs: '29th Falgun, 2082', nav: 11.42 },
  { ad: '2026-07-31', bs: '15 Sharwan 2083', nav: 12.2 },
  { ad: '2026-08-07', bs: '22nd Shrawan 2083', nav: 12.35 },
];
const MONTHLY = [
  { ad: '2026-06-14', bs: '31 Jestha 2083', month: 'Jestha 2083', nav: 11.9 },
  { ad: '2026-07-16', bs: '32 Ashad 2083', month: 'Ashad 2083', nav: 12.05 },
];
const DAILY = [
  { ad: '2026-08-06', nav: 14.2 },
  { ad: '2026-08-09', nav: 14.31 },
];

const TITLES = [
  'AEF MONTHLY NAV ASHAD 2083',
  'BBF_MONTHLY NAV ASHAD 2083',
  'AEF Q2 FY 2082/83',
  'BBF Quarter 2 FY 2082/83',
  'Annual report 2081/82',
];
const CATEGORIES = ['Monthly NAV', 'Quarterly Report'].map((name, index) => ({
  id: index + 1,
  name,
  slug: slugOf(name),
}));
const REPORTS = TITLES.map((name, index) => ({
  id: index + 1,
  name,
  category: CATEGORIES[name.includes('NAV') ? 0 : 1],
  created_at: `2026-07-${20 - index} 09:41:43`,
  files: [{ name: `${name}.pdf`, location: `/site_uploads/${index}.pdf` }],
}));
const NOTICES = ['Distribution of Aarambha Equity Fund', 'Book closure of Bishwas Balanced Fund'].map(
  (name, index) => ({
    id: index + 1,
    name,
    created_at: `2026-07-0${index + 1} 10:00:00`,
  }),
);
const ISSUES = [{ id: 18, name: 'Nirman Cement Limited - IPO', flag: '1', created_at: '2026-07-01 10:00:00' }];

const queryOf = (message: IncomingMessage) => new URL(message.url ?? '', 'http://api.invalid').searchParams;
const asked =
  (answer: (query: URLSearchParams) => Behaviour): Behaviour =>
  (response, message) =>
    answer(queryOf(message))(response, message);
const higher = (nav: number, query: URLSearchParams, name = 'schemeId') =>
  Number((nav + Number(query.get(name)) - 1).toFixed(2));

const adLabel = (ad: string) => new Date(ad).toUTCString().slice(5, 16).replaceAll(' ', '/');

function valuesOf(manner: Manner, query: URLSearchParams): object {
  const type = query.get('type') ?? '';
  const rows = {
    daily: query.get('schemeId') === '3' || manner === 'open' ? DAILY : [],
    weekly: WEEKLY,
    monthly: MONTHLY,
  };
  if (manner === 'typed') {
    const columnsOf = (list: readonly { bs: string; nav: number }[]) =>
      [list.map(({ bs }) => bs), list.map(({ nav }) => higher(nav, query))] as const;
    const [weeklyDate, weeklyData] = columnsOf(WEEKLY);
    const [monthlyDate, monthlyData] = columnsOf(MONTHLY);
    return { weeklyDate, weeklyData, monthlyDate, monthlyData };
  }
  const all: readonly { ad: string; month?: string; nav: number }[] = Reflect.get(rows, type);
  // A year without rows is answered with another one's.
  const ofYear = all.filter(({ ad }) => ad.startsWith(query.get('year') ?? ''));
  const shown = ofYear.length > 0 ? ofYear : all.slice(0, 1);
  const label =
    manner === 'open'
      ? (row: { ad: string }) => row.ad
      : (row: { ad: string; month?: string }) => row.month ?? adLabel(row.ad);
  return { date: shown.map(label), data: shown.map(({ nav }) => higher(nav, query)) };
}

/** Starts the API. Calls that it does not have are 404. */
export async function startFundPlatform(manner: Manner): Promise<TestUpstream> {
  const api = await startUpstream();
  const absent = [
    'scheme',
    'schemes',
    'fund-data',
    'mutualfund',
    'getNavHistory',
    'getFloorSheet',
    'reportContent',
    'ipo',
    'dataset',
    'subject',
  ];
  for (const call of absent) api.answer(call, failure(404, ''));
  api.answer('home', data({}));
  api.answer('notice', data({ notices: NOTICES }));
  api.answer('report', data({ reports: REPORTS }));
  if (manner === 'typed') {
    api.answer('schemes', data({ schemes: FUNDS.map(({ id, name }) => ({ id, name })) }));
    api.answer(
      'getFloorSheet',
      asked((query) => {
        const rows =
          query.get('scheme_id') === '3'
            ? DAILY.filter(({ ad }) => ad.startsWith(`${query.get('year')}-${query.get('month')}-`))
            : [];
        const floorSheetList = rows.map(({ ad, nav }) => ({ nav_date: ad, net_asset_value_per_unit: nav.toFixed(4) }));
        return rows.length > 0
          ? data({ floorSheetList })
          : json(200, { error: true, message: 'No data found', data: null });
      }),
    );
  } else {
    const scheme = FUNDS.map(({ symbol, ...fund }) => ({
      ...fund,
      ...(manner === 'open' ? { company_symbol: symbol } : { slug: slugOf(fund.name) }),
    }));
    api.answer('scheme', json(200, { scheme, years: { 2025: '2025', 2026: '2026' } }));
    api.answer('ipo', json(200, ISSUES));
  }
  api.answer(
    manner === 'open' ? 'getNavHistory' : 'getMutualFund',
    asked((query) => json(200, valuesOf(manner, query))),
  );
  if (manner === 'paged') {
    api.answer('report', data({ report_category: CATEGORIES }));
    api.answer(
      'reportContent',
      asked((query) => {
        const found = REPORTS.filter(({ category }) => category?.id === Number(query.get('categoryid')));
        return data({
          report_content: { current_page: 1, last_page: 1, total: found.length, per_page: 10, data: found },
        });
      }),
    );
  }
  return api;
}
