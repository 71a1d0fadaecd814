import { afterAll, beforeAll, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';

/*
 * What a screen reader is given on the ten screens of docs/accessibility.md: roles and names of Chromium's accessibility tree, in order.
 * Each line is searched after the one before it.
 */

const example = serveExample({ searchable: true });

let visitor: ReturningVisitor;
beforeAll(async () => {
  visitor = await returningVisitor(example.browser, { baseURL: example.url, viewport: { width: 360, height: 780 } });
});
afterAll(() => visitor.close());

const HEARD: Record<string, readonly (string | RegExp)[]> = {
  '/': [
    'heading "Juneli Investment" [level=1]',
    'region "Highlights"',
    'button "Stop rotation"',
    /group "1 of 3: .+"/,
    'heading "Long nights, clear mornings" [level=2]',
    'navigation "Frequent tasks"',
    'link "My dividend has not arrived"',
    'heading "Notices" [level=2]',
    'heading "Next dates" [level=2]',
    /time: \w+ \d+\w\w \d{4}\n *- text: · in \d+ days/,
    /strong: NPR [\d.]+\n *- link "Net asset value of a unit of the fund"[\s\S]*?text: mid-July 2026/,
  ],
  '/notice': [
    'heading "Notices" [level=1]',
    'search:',
    'searchbox "Search"',
    'combobox "Category"',
    'button "Show results"',
    /paragraph: 1 to 12 of \d+ notices/,
    /article:\n *- heading ".+" \[level=2\]:\n *- link/,
    /time: \w+ \d+\w\w \d{4}\n *- text: JICL\/\d{3}-\d{2}\/\d+/,
    /link ".+ \(PDF, \d+ kB\)"/,
  ],
  '/notice/15': [
    'navigation "Breadcrumbs"',
    'heading "Register closed for the dividend of 2082/83" [level=1]',
    /term: Reference\n *- definition: JICL/,
    /term: Published\n *- definition:\n *- time/,
    'link "Add to calendar"',
    'columnheader "NPR"',
    'heading "Attachment" [level=2]',
    /link ".+ \(PDF, \d+ kB\)"/,
    'list "Share"',
    'navigation "Notices"',
    'text: Older notice',
  ],
  '/report': [
    'heading "Reports" [level=1]',
    'combobox "Fiscal year"',
    'navigation "On this page"',
    'link "Quarterly reports"',
    /paragraph: \d+ reports/,
    'heading "Annual reports" [level=2]',
    'heading "Quarterly reports" [level=2]',
    /rowheader "\d{4}\/\d{2}"/,
    /link "First quarter \d{4}\/\d{2}.*"/,
  ],
  '/data/nav-aarambha-equity': [
    'heading "Net asset value (NAV) of Aarambha Equity Fund" [level=1]',
    /img "Line chart: Net asset value .+ From NPR [\d.]+ \(.+\) to NPR [\d.]+ \(.+\); lowest NPR/,
    'textbox "From"',
    'navigation "Period"',
    /paragraph: 1 to 25 of \d+ rows/,
    'group "Net asset value (NAV) of Aarambha Equity Fund"',
    'columnheader "Day"',
    'link "Day"',
  ],
  '/service-center?near=butwal': [
    'heading "Service centres" [level=1]',
    'searchbox "Place, postcode or name": butwal',
    'link "Remove filter: Near butwal"',
    'paragraph: Distances from Rupandehi, in a straight line.',
    'img "Map of Nepal with the service centres"',
    'paragraph: 12 service centres',
    'heading "Butwal" [level=2]',
    'link "+977-71-550108"',
    /heading "Baglung \d+ km" \[level=2\]/,
  ],
  '/bod': [
    'heading "Board of directors" [level=1]',
    /img "Nirmala Shrestha, .+"/,
    'heading "Nirmala Shrestha" [level=2]',
    'paragraph: Chair of the board',
    /term: Represents\n *- definition: Promoter shareholders/,
    'heading "Lhamu Gurung" [level=2]',
  ],
  '/faq': [
    'heading "Frequently asked questions" [level=1]',
    /paragraph: \d+ questions/,
    'heading "Demat accounts" [level=2]',
    'group: What do I need to open a demat account?',
  ],
  '/search?q=dividend': [
    'heading "Search" [level=1]',
    'searchbox "Search": dividend',
    'navigation "Kinds of results"',
    /link "Notices \(\d+\)"/,
    /paragraph: 1 to 12 of \d+ results/,
    /heading ".+" \[level=2\]:\n *- link/,
    'mark: dividend',
  ],
  '/page/what-a-monthly-plan-becomes': [
    'region "What a monthly plan becomes"',
    'textbox "Each month (NPR)"',
    'textbox "Months"',
    'button "Calculate"',
    /paragraph:\n *- text: Value at the end\n *- strong: NPR [\d,]+/,
    /\n {6}- group "What a monthly plan becomes":\n *- table/,
    'rowheader "1"',
  ],
  '/services/mutual-fund': [
    /heading ".+" \[level=1\]/,
    /img "Line chart: Net asset value of a unit .+ From NPR/,
    /group: As a table, \d+ rows/,
    'heading "Procedure" [level=2]',
    /rowheader "Buying units"\n *- cell "No fee"/,
    /link "Redemption form \(PDF, \d+ kB\)"/,
  ],
};

it.each(Object.entries(HEARD))('%s', async (path, expected) => {
  const { page, finish } = await visitor.visit();
  await page.goto(path);
  await hydrated(page);
  const heard = await page.locator('main').ariaSnapshot();
  // A name with a colon is quoted as a whole.
  let rest = heard.replaceAll(/- '(.+)'(?=:?$)/gm, '- $1');
  for (const line of expected) {
    const at = typeof line === 'string' ? rest.indexOf(line) : rest.search(line);
    expect(at, `${line}\n${heard.slice(0, 4_000)}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + 1);
  }
  await finish();
});
