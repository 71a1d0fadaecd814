import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { unlessTypical } from '../support/extents.ts';

/*
 * What visitors of the example site come for: each question with the links that lead to its answer from the home page, at most two clicks, and with
 * what they would type into the search, whose first results have the answer a click away. The sentence is on the last page.
 */

interface Question {
  question: string;
  /** The texts of the links, and of groups of the menu, that a visitor clicks from the home page on. */
  clicks: readonly [string] | readonly [string, string];
  query: string;
  /** The address of the result: of a page, or of a document, whose name is the answer. */
  found: string;
  /** A sentence on the page to which the clicks lead, and on the one that is found. */
  answer: string;
}

const QUESTIONS: readonly Question[] = [
  {
    question: 'My dividend has not arrived. How do I get it?',
    clicks: ['My dividend has not arrived'],
    query: 'my dividend has not arrived',
    found: '/page/my-dividend-has-not-arrived',
    answer: 'The money follows within seven working days',
  },
  {
    question: 'When is the general meeting?',
    clicks: ['Seventeenth annual general meeting'],
    query: 'annual general meeting 2026',
    found: '/notice/14',
    answer: 'Friday, 18 December 2026 (Poush 3, 2083)',
  },
  {
    question: 'When is the register closed?',
    clicks: ['Register closed for the dividend of 2082/83'],
    query: 'book closure 2082/83',
    found: '/notice/15',
    answer: 'from Sunday, 6 December, to Friday, 18 December 2026',
  },
  {
    question: 'Where is the latest quarterly report?',
    clicks: ['Latest report'],
    query: 'first quarter 2083/84',
    found: '/media/documents/quarterly-2083-84-q1.pdf',
    answer: 'First quarter 2083/84',
  },
  {
    question: 'Where is the annual report of 2081/82?',
    clicks: ['Shareholders', 'Reports'],
    query: 'annual report 2081/82',
    found: '/media/documents/annual-report-2081-82.pdf',
    answer: 'Annual report 2081/82',
  },
  {
    question: 'How do I open a demat account?',
    clicks: ['Open a demat account'],
    query: 'open a demat account',
    found: '/services/demat',
    answer: 'The number of a bank account in your own name',
  },
  {
    question: 'What does it cost to move shares to another account?',
    clicks: ['Open a demat account'],
    query: 'charge for moving shares to another account',
    found: '/services/demat',
    answer: 'NPR 25 per company',
  },
  {
    question: 'Where is the office in Pokhara, and what is its telephone number?',
    clicks: ['Find a service centre'],
    query: 'Pokhara office phone',
    found: '/service-center',
    answer: '+977-61-550102',
  },
  {
    question: 'How do I complain?',
    clicks: ['Complain'],
    query: 'how to complain',
    found: '/page/grievance-handling',
    answer: '+977-1-5550115',
  },
  {
    question: 'Who is on the board?',
    clicks: ['About us', 'Board of directors'],
    query: 'board of directors',
    found: '/bod',
    answer: 'Nirmala Shrestha',
  },
  {
    question: 'What is a unit of the fund worth?',
    clicks: ['Net asset value of a unit of the fund'],
    query: 'samriddhi mutual fund value',
    found: '/services/mutual-fund',
    answer: 'each worth NPR 12.38',
  },
  {
    question: 'What was a unit of the equity fund worth in the last days?',
    clicks: ['A unit of Aarambha Equity Fund'],
    query: 'nav aarambha',
    found: '/data/nav-aarambha-equity',
    answer: 'What one unit was worth at the end of each working day',
  },
  {
    question: 'Where is the form for a change of address or bank?',
    clicks: ['Find a form'],
    query: 'form change of address',
    found: '/media/documents/change-of-details.pdf',
    answer: 'Change of address, telephone or bank account',
  },
];

/** Results that a visitor sees without scrolling far. */
const FIRST_RESULTS = 5;

const example = serveExample({ searchable: true });

/** Clicks a link or a group of the menu that the visitor sees. */
async function follow(page: Page, text: string): Promise<void> {
  const name = new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*(→)?\\s*$`);
  await page.locator('a, summary').filter({ hasText: name, visible: true }).first().click();
}

const shows = (page: Page, text: string) => page.locator('main').getByText(text).first().waitFor({ state: 'visible' });

/** With scripts these are clicked by other means, and the search is the same: through the menu, and to a document. */
const TYPICAL = ['Who is on the board?', 'Where is the annual report of 2081/82?', 'How do I complain?'];

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_, javaScriptEnabled) => {
  let visitor: ReturningVisitor;
  beforeAll(async () => {
    visitor = await returningVisitor(example.browser, { baseURL: example.url, javaScriptEnabled });
  });
  afterAll(() => visitor.close());

  for (const { question, clicks, query, found, answer } of QUESTIONS) {
    const isTypical = !javaScriptEnabled || TYPICAL.includes(question);
    it(question, unlessTypical(isTypical, 'exhaustive/second-looks'), async () => {
      const { page, finish } = await visitor.visit();
      await page.goto('/');
      if (javaScriptEnabled) await hydrated(page);
      for (const text of clicks) await follow(page, text);
      await shows(page, answer);

      // The search is in the header of every page.
      const box = page.locator('#site-search');
      await box.fill(query);
      await box.press('Enter');
      await page.waitForURL('**/search?q=*');
      // The address changes before the page does, and the one before has some of the same links.
      await page.locator('main h1', { hasText: /^Search$/ }).waitFor({ state: 'visible' });
      const results = page.locator(`main a[href^="${found}"]`);
      await results.first().waitFor({ state: 'visible' });
      const links = await page
        .locator('main :is(h2, h3, h4) a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links.slice(0, FIRST_RESULTS).some((href) => href?.startsWith(found))).toBe(true);
      if (!found.startsWith('/media/')) await results.first().click();
      await shows(page, answer);
      await finish();
    });
  }
});
