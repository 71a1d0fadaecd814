// @module-tag repeated

import { describe, expect } from 'vitest';
import { hydrated, visit } from '../support/browser.ts';
import { blogs, home, notices, reports, sliders } from '../support/content.ts';
import { noteShifts } from '../support/looks.ts';
import { testOfOneServer as test } from '../support/site-test.ts';
import { data, later } from '../support/upstream.ts';

/* The home page while its calls answer in different orders: what a visitor reads stays where it is. */

const FULL_HOME = {
  ...home,
  tasks: ['Open an account', 'Complain', 'Find a service centre'].map((label) => ({ label, href: '/contact' })),
  figures: [
    { label: 'Members', value: '12,000', series: [3, 5, 8, 13] },
    { label: 'Branches', value: '18' },
  ],
};

const ANSWERS: Record<string, object> = {
  sliders: { sliders },
  notice: { notices },
  home: FULL_HOME,
  report: { reports },
  blogs: { blogs },
};

/** The calls from the first to the last to answer, with 300 ms between them. The others answer at once. */
const ORDERS = [
  'sliders, notice, home',
  'notice, home, sliders',
  'home, sliders, notice',
  'blogs, home, report, sliders',
];

describe.each([
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])('at $width px', (viewport) => {
  test.for(ORDERS)(
    'nothing moves when the order of the answers is %s',
    async (order, { browser, upstream, server }) => {
      for (const [call, answer] of Object.entries(ANSWERS)) {
        upstream.answer(call, later(Math.max(0, order.split(', ').indexOf(call)) * 300, data(answer)));
      }
      const { page, finish } = await visit(browser, { viewport, reducedMotion: 'reduce' });
      await noteShifts(page);
      await page.goto(server.url, { waitUntil: 'load' });
      await hydrated(page);
      await page.getByText('Blog number 14').waitFor();
      await page.getByText('Complain').waitFor();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await page.evaluate('shifts')).toEqual([]);
      await finish();
    },
  );
});
