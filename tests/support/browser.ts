import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from './chromium.ts';

const ARGUMENTS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** For `expect.poll`, where a page is loaded or rendered meanwhile, on a machine that does other things too. */
export const SOON = { timeout: 10_000 };

/** A Chromium with a fresh profile. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: ARGUMENTS.split(' ') });

export interface Visit {
  page: Page;
  /** What the page asked the server for: paths with their queries, in order. */
  requests: string[];
  /** Errors and warnings of the console, faults of scripts; `finish` expects none but those that were `expected`. */
  complaints: string[];
  expected: RegExp[];
  finish(): Promise<void>;
}

/** A visitor of their own, with nothing in the cache. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return {
    page,
    requests,
    complaints,
    expected,
    async finish() {
      await context.close();
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  };
}

/** The page has come alive: its scripts have taken up what the server sent. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
}
