import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on a page, by WCAG 2.2 AA and good practice: a text for each rule. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
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
