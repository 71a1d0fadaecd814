import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findHeadlessShell } from './chromium.ts';

const ARGUMENTS =
  '--headless --process-per-site --renderer-process-limit=1 --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

let browser: Promise<Browser> | undefined;

/** A Chromium with a fresh profile, the same for all files of a worker: visitors share nothing. It ends with the worker. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: findHeadlessShell(), args: ARGUMENTS.split(' ') });
  return browser;
}

export interface Visit {
  page: Page;
  /** The page's requests: paths with their queries, in order. */
  requests: string[];
  /** Errors and warnings on the console, and uncaught errors of scripts; `finish` expects none but those that match `expected`. */
  complaints: string[];
  expected: RegExp[];
  finish(): Promise<void>;
}

const WIDE = { viewport: { width: 1280, height: 900 } };

/** A visitor of their own, with nothing in the cache. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ ...WIDE, ...options });
  return visitIn(context, () => context.close());
}

export interface ReturningVisitor {
  /** A tab of its own, in which the files that pages share come from the browser's cache. */
  visit(): Promise<Visit>;
  close(): Promise<void>;
}

/** One visitor for many tests, where it does not matter what is in the cache: pages load in a part of the time. */
export async function returningVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<ReturningVisitor> {
  const context = await browser.newContext({ ...WIDE, ...options });
  // The tabs of one site have one process, which ends with the last of them: to start one costs as much as to load a page.
  if (options.baseURL) await (await context.newPage()).goto('/robots.txt');
  return {
    visit: () => visitIn(context, (page) => page.close()),
    close: () => context.close(),
  };
}

async function visitIn(context: BrowserContext, close: (page: Page) => Promise<void>): Promise<Visit> {
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
      await close(page);
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  };
}

/** Resolves when React has hydrated the page, with all blocks that have arrived. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [main, ...blocks] = document.querySelectorAll('main, script[id^="block-"]');
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    return main && [main, ...blocks].every(isHydrated) && 'locale' in document.documentElement.dataset;
  });
}
