import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { hydrated, type Visit, visit } from '../support/browser.ts';
import { ensureDevanagariFont } from '../support/chromium.ts';
import { serveExample } from '../support/example-site.ts';
import { unlessTypical } from '../support/extents.ts';
import {
  cutTexts,
  DRAWN_PARTS,
  FURNITURE,
  holdFonts,
  moved,
  noteShifts,
  printFaults,
  scrollThrough,
  TEXT_STYLES,
  unforcedParts,
  unsizedPictures,
  WINDOWS,
  widerThan,
} from '../support/looks.ts';
import { NEPALI_SCREENS, OWN_FORMS, SCREENS, VARIETY } from '../support/screens.ts';

/*
 * Every screen of the example organisation's site in both languages. Of a visit, what opens the page costs most: each screen is opened once, and
 * looked at in every way.
 */

const { PHONE, SMALL, ZOOMED, WIDE } = WINDOWS;
/** Home turns and enters: axe would measure the contrast of what is half there. */
const MOVING = ['/', '/ne'];
/** The shift of a page whose heading has one line more or less in its font than in the device's; from 0.1 on a page counts as unsteady. */
const HEADING = 0.05;

const example = serveExample();
let tab: Visit;
let session: CDPSession;
const seenParts = new Set<string>();
const seenFurniture = new Set<string>();
beforeAll(async () => {
  ensureDevanagariFont();
  tab = await visit(example.browser, { baseURL: example.url });
  tab.expected.push(/status of 404/);
  await noteShifts(tab.page);
  session = await tab.page.context().newCDPSession(tab.page);
});
afterAll(() => tab.finish());

/** The first visit of a visitor, whose fonts and scripts come late. */
async function open(path: string): Promise<void> {
  const { page } = tab;
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'no-preference' });
  await session.send('Network.clearBrowserCache');
  const releaseFonts = await holdFonts(page, session);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  expect.soft(await moved(page), 'moves before its fonts are there').toEqual([]);
  await releaseFonts();
  // The system's font for Nepali, which is shown until ours is there, has other measures on each system.
  expect.soft(await moved(page, NEPALI_SCREENS.includes(path) ? 1 : HEADING), 'moves with its fonts').toEqual([]);
  await hydrated(page);
}

/** As a visitor sees it first, on a phone. */
async function lookAtFirst(path: string): Promise<void> {
  const { page } = tab;
  await scrollThrough(page);
  expect.soft(await moved(page), 'moves while it loads').toEqual([]);
  expect.soft(await unsizedPictures(page), 'pictures without a size').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  if (MOVING.includes(path)) {
    await page.reload();
    await hydrated(page);
  }
  expect.soft(await violations(page), 'axe, 360 px, dark').toEqual([]);
  expect.soft(await widerThan(page, PHONE, SMALL, ZOOMED), 'has to be scrolled sideways').toEqual([]);
}

async function lookAgain(): Promise<void> {
  const { page } = tab;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect.soft(await widerThan(page, WIDE), 'has to be scrolled sideways').toEqual([]);
  expect.soft(await violations(page), 'axe, 1280 px, light').toEqual([]);
  expect.soft(await printFaults(page, seenFurniture), 'on paper').toEqual({
    furniture: [],
    shown: ['h1', 'main'],
    isEmpty: false,
    pale: [],
    folded: [],
  });
  await page.setViewportSize(PHONE);
  expect.soft(await unforcedParts(page, seenParts), 'in forced colours').toEqual([]);
  expect.soft(await cutTexts(page, TEXT_STYLES.LARGE), 'cut off with large letters').toEqual([]);
  expect.soft(await cutTexts(page, TEXT_STYLES.SPACED), 'cut off with wide spacings').toEqual([]);
}

for (const path of [...SCREENS, ...NEPALI_SCREENS]) {
  const isTypical = VARIETY.has(path) || OWN_FORMS.has(path);
  it(path, unlessTypical(isTypical, 'exhaustive/second-looks'), async () => {
    await open(path);
    await lookAtFirst(path);
    if (VARIETY.has(path)) await lookAgain();
  });

  if (!VARIETY.has(path))
    it(`${path}, looked at again`, { tags: ['exhaustive/second-looks'] }, async () => {
      await open(path);
      await lookAgain();
    });
}

it('all of the parts that forced colours are looked at in are somewhere on the site', () => {
  expect(Object.keys(DRAWN_PARTS).filter((part) => !seenParts.has(part))).toEqual([]);
});

it('all of the furniture that paper is without is somewhere on the site', () => {
  expect(FURNITURE.filter((furniture) => !seenFurniture.has(furniture))).toEqual([]);
});
