import { wcagContrast } from 'culori';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hydrated, type ReturningVisitor, returningVisitor } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';
import { SCREENS } from '../support/screens.ts';

/* The example organisation's site where the system forces its colours: backgrounds are gone, and drawings have to follow. */

/** What is seen by its lines or its surface, with the properties that may draw it. Grid lines are no part of what is said. */
const PARTS: Record<string, string[]> = {
  '[data-chart] svg [data-series]': ['stroke', 'fill'],
  '[data-chart] svg text': ['fill'],
  polyline: ['stroke'],
  'svg[aria-hidden] path': ['stroke', 'fill'],
  'svg:has(use) use': ['stroke'],
  'svg:has(use) a circle:last-child': ['fill'],
  '.button, main button:not(.icon-button), :is(header, main) :is(input, select)': [
    'border-bottom-color',
    'background-color',
  ],
  '[class*=badge], [class*=chips] a[aria-label]': ['border-bottom-color'],
  '[class*=indicator]::before': ['border-bottom-color'],
  'a, summary, h1, h2, h3, main p, main td': ['color'],
};

/** How a link says that it leads to what is shown, without colours. */
const MARKS = ['font-weight', 'text-decoration-line', 'border-left-width', 'border-bottom-width', 'fill'];

interface Part {
  part: string;
  html: string;
  colours: string[];
  ground: string;
}

/** The colours of which the system has its own. */
const SYSTEM = ['Canvas', 'CanvasText', 'LinkText', 'VisitedText', 'ButtonFace', 'ButtonText', 'ButtonBorder', 'Field'];

/** As the browser writes them on this page. */
const systemColours = (page: Page): Promise<string[]> =>
  page.evaluate((names) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = names.map((name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return colours;
  }, SYSTEM);

const partsOf = (page: Page): Promise<Part[]> =>
  page.evaluate((parts) => {
    const isPainted = (colour: string) => colour !== 'none' && !/^rgba.* 0\)$|\/ 0\)$/.test(colour);
    const groundOf = (element: Element | null): string => {
      if (!element) return getComputedStyle(document.documentElement).backgroundColor;
      const { backgroundColor } = getComputedStyle(element);
      return isPainted(backgroundColor) ? backgroundColor : groundOf(element.parentElement);
    };
    return Object.entries(parts).flatMap(([part, properties]) => {
      const [selector = '', pseudo] = part.split('::');
      const elements = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
      return elements.map((element) => {
        const style = getComputedStyle(element, pseudo && `::${pseudo}`);
        return {
          part,
          html: element.outerHTML.slice(0, 150),
          colours: properties.map((name) => style.getPropertyValue(name)).filter(isPainted),
          ground: groundOf(properties[0] === 'color' ? element : element.parentElement),
        };
      });
    });
  }, PARTS);

const example = serveExample();
let visitor: ReturningVisitor;
const seen = new Set<string>();
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
  await visit.page.goto(example.server.url + path);
  await hydrated(visit.page);
  return visit;
};

describe.each(SCREENS)('%s', (path) => {
  it('has its parts in colours of the system, none that of its ground, in light and dark', async () => {
    const { page, finish } = await open(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const parts = await partsOf(page);
      for (const { part } of parts) seen.add(part);
      const invisible = parts.filter(
        ({ colours, ground }) => !colours.some((colour) => wcagContrast(colour, ground) >= 3),
      );
      expect(invisible, colorScheme).toEqual([]);
      const system = await systemColours(page);
      expect(
        parts.filter(({ colours }) => !colours.every((colour) => system.includes(colour))),
        colorScheme,
      ).toEqual([]);
    }
    await finish();
  });
});

it('all of these parts are somewhere on the site', () => {
  expect(Object.keys(PARTS).filter((part) => !seen.has(part))).toEqual([]);
});

it.each([
  '/blogs?page=2',
  '/notice?category=dividend',
  '/search?q=dividend&kind=notice',
  '/service-center?province=Bagmati',
])('%s marks the current link by more than a background', async (path) => {
  const { page, finish } = await open(path);
  await page.setViewportSize({ width: 1280, height: 900 });
  const alike = await page.locator('main a[aria-current]').evaluateAll((links, marks) => {
    const looks = (link: Element) => {
      const style = getComputedStyle(link.querySelector('use') ?? link);
      return marks.map((name) => style.getPropertyValue(name)).join();
    };
    const list = links[0]?.closest('ul, ol, svg');
    const other = [...(list?.querySelectorAll('a:not([aria-current])') ?? [])].find(
      (link) => !list?.matches('svg') || link.querySelector('use'),
    );
    return links.map((link) => !other || looks(link) === looks(other));
  }, MARKS);
  expect(alike).toEqual([false]);
  await finish();
});

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
