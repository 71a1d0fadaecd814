import { chromium } from 'playwright-core';
import { median } from './figures.mjs';
import { startFoyer } from './process.mjs';

/* The longest task of a first visit to home, on a processor four times slower. */

const SLOWDOWN = 4;
const ROUNDS = 5;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

export const title = 'Hydration on a slow phone';

export async function run() {
  const foyer = await startFoyer();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: FLAGS.split(' '),
  });
  /** @type {Awaited<ReturnType<typeof visit>>[]} */
  const visits = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, foyer.url));
  await browser.close();
  await foyer.stop();
  /** @param {'longest' | 'all' | 'paint' | 'alive'} figure */
  const of = (figure) => Math.round(median(visits.map((each) => each[figure])));
  return {
    text: `Chromium, 360 x 740, processor slowed ${SLOWDOWN} times, nothing cached, medians of ${ROUNDS} visits.`,
    rows: [
      {
        page: '/',
        'longest task ms': of('longest'),
        'long tasks ms': of('all'),
        'largest paint ms': of('paint'),
        'alive after ms': of('alive'),
      },
    ],
  };
}

/** @param {import('playwright-core').Browser} browser @param {string} url */
async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(() => {
    /** @type {{ tasks: number[], paint: number }} */
    const seen = { tasks: [], paint: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    new PerformanceObserver((list) => {
      seen.paint = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url);
  await page.waitForFunction(() => document.documentElement.dataset.locale !== undefined);
  const alive = await page.evaluate(() => performance.now());
  await page.waitForTimeout(1500);
  /** @type {{ tasks: number[], paint: number }} */
  const { tasks, paint } = await page.evaluate('seen');
  await context.close();
  return { longest: Math.max(0, ...tasks), all: tasks.reduce((a, b) => a + b, 0), paint, alive };
}
