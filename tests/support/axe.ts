import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Without its comments: to read it takes a page as long as to look. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe finds on a page, by WCAG 2.2 AA and good practice: a text for each rule. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // To describe what is right takes longer than to find what is wrong.
      resultTypes: ['violations'],
      selectors: false,
    });
    return found.violations;
  });
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`)].join('\n'),
  );
}
