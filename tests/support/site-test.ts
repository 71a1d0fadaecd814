import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { hydrated, openBrowser, type Visit, visit } from './browser.ts';
import { startServer, type TestServer } from './server.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

interface Given {
  /** One for all tests of a file. */
  browser: Browser;
  upstream: TestUpstream;
  /** A server of its own on that upstream, with nothing in its cache. */
  server: TestServer;
  /** A visitor; no message on the console is let pass. */
  tab: Visit;
  /** Goes to a page and waits until it is alive. */
  open(path: string): Promise<void>;
}

/** A test of a built server on a test upstream, in a real browser. */
export const test = siteTest('test');
/** The same with one server for all tests of a file, which keeps no answer: each page asks the upstream. */
export const testOfOneServer = siteTest('file');

function siteTest(scope: 'test' | 'file') {
  return base.extend<Given>({
    browser: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads here what a fixture needs
      async ({}, use) => {
        const browser = await openBrowser();
        await use(browser);
        await browser.close();
      },
      { scope: 'file' },
    ],
    upstream: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads here what a fixture needs
      async ({}, use) => {
        const upstream = await startUpstream();
        await use(upstream);
        await upstream.close();
      },
      { scope: 'file' },
    ],
    server: [
      async ({ upstream }, use) => {
        // Nothing is made ahead: a test slows its calls down after the start.
        const environment = { FRONTAPI_URL: upstream.url, PAGE_CACHE_MB: '0' };
        const server = await startServer({
          ...environment,
          ...(scope === 'file' && { CONTENT_TTL: '0', CONTENT_STALE: '0', UPSTREAM_TIMEOUT: '30000' }),
        });
        await use(server);
        expect(await server.stop()).toBe(0);
      },
      { scope },
    ],
    // Gone before the server is: its pictures may still be on their way.
    async tab({ browser, server }, use) {
      const tab = await visit(browser, { baseURL: server.url });
      await use(tab);
      await tab.finish();
    },
    async open({ server, tab }, use) {
      await use(async (path) => {
        await tab.page.goto(server.url + path);
        await hydrated(tab.page);
      });
    },
  });
}
