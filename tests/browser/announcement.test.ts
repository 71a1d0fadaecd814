import { wcagContrast } from 'culori';
import { expect } from 'vitest';
import { violations } from '../support/axe.ts';
import { site } from '../support/content.ts';
import { WINDOWS, widerThan } from '../support/looks.ts';
import { testOfOneVisitor as test } from '../support/site-test.ts';
import { data } from '../support/upstream.ts';

/* The announcement above every page: how urgent it is can be seen, read and heard. */

const TEXT = 'The office in Butwal is closed.';
const looksOf = (aside: Element) => {
  const { backgroundColor: ground, color: ink, borderBottomWidth } = getComputedStyle(aside);
  return { ground, ink, border: Number.parseFloat(borderBottomWidth) };
};

test('each level has its word and its colours, light and dark', async ({ server, upstream, tab: { page } }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const grounds = [];
    for (const [level, label, words] of [
      ['info', 'Notice', TEXT],
      ['warning', 'Important', `Important ${TEXT}`],
      ['danger', 'Urgent', `Urgent ${TEXT}`],
    ]) {
      upstream.answer('site', data({ site: { ...site, alert: { text: TEXT, href: '/contact', level } } }));
      await page.goto(`${server.url}/faq`);
      const aside = page.getByRole('complementary', { name: label, exact: true });
      expect(await aside.innerText()).toBe(words);
      const { ground, ink } = await aside.evaluate(looksOf);
      grounds.push(ground);
      expect(wcagContrast(ink, ground)).toBeGreaterThan(4.5);
      expect(await violations(page)).toEqual([]);
      expect(await widerThan(page, WINDOWS.SMALL)).toEqual([]);
    }
    expect(new Set(grounds).size).toBe(3);
  }
});

test('where the system forces its colours, it has an edge', async ({ server, upstream, tab: { page } }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const edges = [];
  for (const level of ['info', 'danger']) {
    upstream.answer('site', data({ site: { ...site, alert: { text: TEXT, level } } }));
    await page.goto(`${server.url}/faq`);
    edges.push((await page.locator('aside[data-level]').evaluate(looksOf)).border);
  }
  expect(edges[0]).toBeGreaterThan(0);
  expect(edges[1]).toBeGreaterThan(edges[0] ?? 0);
});
