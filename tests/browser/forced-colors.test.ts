import { wcagContrast } from 'culori';
import { beforeAll, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';

/* What is shown by a background elsewhere, where the system forces its colours. The parts of every screen are in every-screen.test.ts. */

/** How a link says that it leads to what is shown, without colours. */
const MARKS = ['font-weight', 'text-decoration-line', 'border-left-width', 'border-bottom-width'];

const example = serveExample({ searchable: true });
let visitor: ReturningVisitor;
beforeAll(async () => {
  visitor = await returningVisitor(example.browser, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
    forcedColors: 'active',
  });
});

const open = async (path: string) => {
  const visit = await visitor.visit();
  visit.expected.push(/status of 404/);
  await visit.page.goto(example.url + path);
  await hydrated(visit.page);
  return visit;
};

it.each(['/blogs?page=2', '/notice?category=dividend', '/search?q=dividend&kind=notice'])(
  '%s marks the current link by more than a background',
  async (path) => {
    const { page, finish } = await open(path);
    await page.setViewportSize({ width: 1280, height: 900 });
    const alike = await page.locator('main a[aria-current]').evaluateAll((links, marks) => {
      const looks = (link: Element) => {
        const style = getComputedStyle(link);
        return marks.map((name) => style.getPropertyValue(name)).join();
      };
      const list = links[0]?.closest('ul, ol');
      const other = list?.querySelector('a:not([aria-current])');
      return links.map((link) => !other || looks(link) === looks(other));
    }, MARKS);
    // Of each filter one.
    expect(new Set(alike)).toEqual(new Set([false]));
    await finish();
  },
);

it('the shown slide has another dot than the others', async () => {
  const { page, finish } = await open('/');
  const dots = await page
    .locator('[class*=indicator]')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').backgroundColor));
  expect(dots).toHaveLength(3);
  expect(wcagContrast(dots[0] ?? '', 'white')).toBeGreaterThan(3);
  expect(dots[1]).toBe(dots[2]);
  expect(dots[1]).not.toBe(dots[0]);
  await finish();
});
