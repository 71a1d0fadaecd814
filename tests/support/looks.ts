import { wcagContrast } from 'culori';
import type { CDPSession, Page } from 'playwright-core';

/* What can be seen of a page: each function returns what is wrong with it, by one way of looking at it. */

const PHONE = { width: 360, height: 740 };
const SMALL = { width: 320, height: 640 };
/** A window of 1,280 x 900 pixels, zoomed to 200 %. */
const ZOOMED = { width: 640, height: 450 };
const WIDE = { width: 1280, height: 900 };
export const WINDOWS = { PHONE, SMALL, ZOOMED, WIDE };

/** Has a page note how far its parts move by themselves: before it is opened, and for all pages of its tab. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as unknown as {
          value: number;
          sources: { node: Element | null }[];
          hadRecentInput: boolean;
        };
        if (!hadRecentInput)
          shifts.push({ value, moved: sources.map(({ node }) => `${node?.outerHTML?.slice(0, 80)}`) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts of a page since the last call, if their sum is above `most`; what is below 0.001 cannot be seen. */
export async function moved(page: Page, most = 0.001): Promise<unknown[]> {
  const shifts = await page.evaluate(async () => {
    // What is there now is drawn.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return (window as unknown as { shifts: { value: number }[] }).shifts.splice(0, Number.POSITIVE_INFINITY);
  });
  return shifts.reduce((sum, { value }) => sum + value, 0) < most ? [] : shifts;
}

/**
 * Has the fonts of a tab come after the page, until the returned function is called: it lets them through, and resolves when the page
 * has them. The event `load` waits for them.
 */
export async function holdFonts(page: Page, session: CDPSession): Promise<() => Promise<void>> {
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.woff2*' }] });
  return async () => {
    // What is held goes on.
    await session.send('Fetch.disable');
    await page.evaluate(() => document.fonts.ready);
  };
}

/** Scrolls to the end of a page in steps, as a visitor does; resolves when every picture that this asked for is there. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
}

/** Pictures whose place has no size until they are there. */
export const unsizedPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => !image.width || !image.hasAttribute('width'))
      .map(({ outerHTML }) => outerHTML),
  );

/** The windows in which a page has to be scrolled sideways. */
export async function widerThan(page: Page, ...windows: { width: number; height: number }[]): Promise<object[]> {
  const found = [];
  for (const window of windows) {
    await page.setViewportSize(window);
    const { clientWidth, scrollWidth } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { clientWidth, scrollWidth };
    });
    if (clientWidth !== window.width || scrollWidth > window.width) found.push({ ...window, clientWidth, scrollWidth });
  }
  return found;
}

/** What visitors set for all texts: letters twice as large, and the spacings of WCAG 1.4.12. */
export const TEXT_STYLES = {
  LARGE: ':root { font-size: 200% !important }',
  SPACED:
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
};

/** Texts beyond the edges of the window, or below those of a part that cuts, in a style of texts; those in a part that scrolls are none, and those in drawings, which a list or a table says too. It opens what is folded. */
export const cutTexts = (page: Page, style: string): Promise<string[]> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
    const isShown = (element: HTMLElement | null) =>
      element?.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert], svg');
    const isScrolled = (element: HTMLElement | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX === 'auto' || isScrolled(element.parentElement));
    const isBelow = (bottom: number, element: HTMLElement | null): boolean =>
      element !== null &&
      ((/hidden|clip/.test(getComputedStyle(element).overflowY) &&
        element.getBoundingClientRect().bottom < bottom - 1) ||
        isBelow(bottom, element.parentElement));
    const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!isShown(text.parentElement) || isScrolled(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, bottom } = range.getBoundingClientRect();
      if (left < 0 || right > innerWidth || isBelow(bottom, text.parentElement)) cut.push(range.toString());
    }
    return cut;
  }, style);

/** What is seen by its lines or its surface, with the properties that may draw it. Grid lines are no part of what is said. */
export const DRAWN_PARTS: Record<string, string[]> = {
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

interface DrawnPart {
  part: string;
  html: string;
  colours: string[];
  ground: string;
}

const drawnParts = (page: Page): Promise<DrawnPart[]> =>
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
  }, DRAWN_PARTS);

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

/** Parts that have the colour of their ground, or colours of their own, where the system forces its colours, in light and dark. @param seen gets the parts that the page has */
export async function unforcedParts(page: Page, seen: Set<string>): Promise<object[]> {
  const found = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const parts = await drawnParts(page);
    const system = await systemColours(page);
    for (const part of parts) {
      seen.add(part.part);
      const isVisible = part.colours.some((colour) => wcagContrast(colour, part.ground) >= 3);
      if (!isVisible || !part.colours.every((colour) => system.includes(colour))) found.push({ colorScheme, ...part });
    }
  }
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** What has no job on paper. */
export const FURNITURE = [
  'footer',
  'aside',
  'nav',
  'nav[aria-label=Breadcrumbs]',
  'search',
  'button',
  '.skip',
  'a[data-locale]',
  '[class*=share]',
  '[class*=chips]',
];

/** What is wrong on paper, for a visitor whose screen is dark: furniture, no heading or text, pale texts, what is folded. @param seen gets the furniture that the page has on the screen */
export async function printFaults(page: Page, seen: Set<string>): Promise<Record<string, unknown>> {
  const shown = (selectors: string[]) =>
    page.evaluate(
      (selectors) =>
        selectors.filter((selector) =>
          [...document.querySelectorAll(selector)].some((each) => each.checkVisibility({ visibilityProperty: true })),
        ),
      selectors,
    );
  for (const furniture of await shown(FURNITURE)) seen.add(furniture);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: { text: string; colour: string }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, nodeValue } = node;
      const text = nodeValue?.trim();
      if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { color, fill } = getComputedStyle(parent);
      found.push({ text, colour: parent instanceof SVGElement ? fill : color });
    }
    return found;
  });
  const faults = {
    furniture: await shown(FURNITURE),
    shown: await shown(['h1', 'main']),
    isEmpty: texts.reduce((sum, { text }) => sum + text.length, 0) <= 60,
    pale: texts.filter(({ colour }) => wcagContrast(colour, 'white') < 4.5),
    folded: await page.locator('main details:visible').evaluateAll((all) =>
      all
        .flatMap((each) => [...each.children].filter((child) => !child.matches('summary') && child.textContent))
        .filter(
          (child) => !child.checkVisibility({ contentVisibilityAuto: true }) || !child.getClientRects()[0]?.height,
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 150)),
    ),
  };
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  return faults;
}
