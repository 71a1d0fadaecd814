import { beforeAll, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { blogs, datasets } from '../support/content.ts';
import { serveExample } from '../support/example-site.ts';
import { testOfOneVisitor as test } from '../support/site-test.ts';
import { data } from '../support/upstream.ts';

/* What is on paper only, or otherwise than on the screen: A4, printed by a visitor whose screen is dark. Every screen is in every-screen.test.ts. */

const example = serveExample();
let visitor: ReturningVisitor;
beforeAll(async () => {
  visitor = await returningVisitor(example.browser, {
    viewport: { width: 794, height: 1123 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
});

it('the hint at another edition is not printed', async () => {
  const { page, finish } = await visitor.visit();
  await page.addInitScript(() => localStorage.setItem('locale', 'ne'));
  await page.goto(`${example.url}/faq`);
  const hint = page.locator('aside[role=status]');
  await hint.waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => hint.isVisible()).toBe(false);
  await page.evaluate(() => localStorage.clear());
  await finish();
});

it('pictures that have not arrived are not printed', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(example.url);
  await hydrated(page);
  const waiting = page.locator('[data-state=waiting]');
  expect(await waiting.count()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await waiting.evaluateAll((frames) => frames.filter((frame) => frame.checkVisibility()).length)).toBe(0);
  await finish();
});

it('a notice has its letterhead, then reference and date, its title, text and the addresses of its attachments', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.url}/notice/14`);
  const letterhead = page.locator('[class*=letterhead]');
  expect(await letterhead.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await letterhead.innerText()).toMatch(/Juneli Investment\s+Juneli Bhawan, .*\s+\+977-1-5550100/);
  expect(await page.locator('body > header').isVisible()).toBe(false);
  const order = ['[class*=letterhead]', 'main dl', 'h1', '[data-text]', 'main section'];
  const tops = await Promise.all(order.map(async (part) => (await page.locator(part).first().boundingBox())?.y ?? -1));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(await page.locator('main section').innerText()).toMatch(/http\S+\/media\/documents\/proxy-form-agm-17\.pdf/);
  await finish();
});

it('every question has its answer', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.url}/faq`);
  await page.emulateMedia({ media: 'print' });
  const heights = await page.locator('main details').evaluateAll((questions) =>
    questions.map((question) => {
      const answer = question.querySelector('summary + div');
      return answer?.checkVisibility({ contentVisibilityAuto: true }) ? answer.getBoundingClientRect().height : 0;
    }),
  );
  expect(heights).toHaveLength(24);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  await finish();
});

const article = (description: string, lang?: string) => data({ blog: { ...blogs[2], description, lang } });

test('links to other sites are written out, and have no sign', async ({ server, upstream, tab: { page } }) => {
  upstream.answer(
    'blogs/3',
    article('<p><a href="https://elsewhere.example/a">portal</a></p><p><a href="https://youtu.be/abc">A film</a></p>'),
  );
  await page.goto(`${server.url}/blogs/3`);
  const written = () =>
    page
      .locator('main p a[rel~=external]')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::after').content));
  expect((await written()).join()).toContain('↗');
  await page.emulateMedia({ media: 'print' });
  expect(await written()).toEqual([
    expect.stringContaining('https://elsewhere.example/a'),
    expect.stringContaining('https://youtu.be/abc'),
  ]);
  expect((await written()).join()).not.toContain('↗');
});

test('on a screen links to other sites have a sign, and cards name their site, in Nepali too', async ({
  server,
  upstream,
  tab: { page },
}) => {
  const links =
    '<p><a href="https://elsewhere.example/a">portal</a></p><p><a href="https://youtu.be/abc">A film</a></p>';
  for (const [lang, sign] of [
    [undefined, 'another site'],
    ['ne', 'अर्को साइट'],
  ] as const) {
    upstream.answer('blogs/3', article(links, lang));
    await page.goto(`${server.url}/blogs/3`);
    const shown = await page
      .locator('main p a[rel~=external]')
      .evaluateAll((all) => all.map((link) => getComputedStyle(link, '::after').content));
    expect(shown).toEqual([expect.stringContaining(sign), expect.stringContaining('youtu.be')]);
  }
});

test('wide tables have all of their columns', async ({ server, upstream, tab: { page } }) => {
  const [table] = datasets;
  const columns = Array.from({ length: 8 }, (_, index) => ({
    key: `c${index}`,
    label: `Amount ${index}`,
    type: 'money',
  }));
  const rows = [columns.map((_, index) => 123_456_789.5 + index)];
  upstream.answer('dataset/values', data({ dataset: { ...table, chart: undefined, columns, rows } }));
  const cells = (tag: string) =>
    columns.map(({ label }) => `<${tag}>${tag === 'th' ? label : '12,34,56,789.50'}</${tag}>`);
  upstream.answer(
    'blogs/3',
    article(`<table><tr>${cells('th').join('')}</tr><tr>${cells('td').join('')}</tr></table>`),
  );
  // The sheet without its margins.
  await page.setViewportSize({ width: 643, height: 900 });
  for (const path of ['/blogs/3', '/data/values']) {
    await page.goto(server.url + path);
    await page.emulateMedia({ media: 'print' });
    const { right, cutters } = await page.locator('main table').evaluate((element) => {
      const ancestors = [];
      for (let each = element.parentElement; each; each = each.parentElement) ancestors.push(each);
      return {
        right: element.getBoundingClientRect().right,
        cutters: ancestors
          .filter((each) => getComputedStyle(each).overflowX !== 'visible')
          .map(({ className }) => className),
      };
    });
    expect(right, path).toBeLessThanOrEqual(643);
    expect(cutters, path).toEqual([]);
  }
});

it('a notice fits on one sheet', async () => {
  const { page, finish } = await visitor.visit();
  await page.goto(`${example.url}/notice/15`);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  await finish();
});
