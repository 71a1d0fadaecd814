import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { hydrated, openBrowser, type ReturningVisitor, returningVisitor, type Visit, visit } from './browser.ts';
import { startServer, type TestServer } from './server.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

interface Fixtures {
  /** Shared by all tests of a file. */
  browser: Browser;
  upstream: TestUpstream;
  /** A server on that upstream, with empty caches. */
  server: TestServer;
  /** A new visitor. Any error or warning on the console fails the test. */
  tab: Visit;
  /** Opens a page and waits until it is hydrated. */
  open(path: string): Promise<void>;
}

/** A test in a real browser, with a built server of its own on a test upstream. */
export const test = siteTest('test');
/** The same with one server for all tests of a file. It caches nothing: each page calls the upstream. */
export const testOfOneServer = siteTest('file');
/** The same with one visitor, whose tabs have a cache in common, and the clock that one of them installs: none may stop it. */
export const testOfOneVisitor = testOfOneServer.extend<{ visitor: ReturningVisitor; tab: Visit }>({
  visitor: [
    async ({ browser, server }, use) => {
      const visitor = await returningVisitor(browser, { baseURL: server.url });
      await use(visitor);
      await visitor.close();
    },
    { scope: 'file' },
  ],
  async tab({ visitor, upstream }, use) {
    const tab = await visitor.visit();
    await use(tab);
    upstream.behave();
    await tab.finish();
  },
});

function siteTest(scope: 'test' | 'file') {
  return base.extend<Fixtures>({
    browser: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads here what a fixture needs
      async ({}, use) => {
        await use(await openBrowser());
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
        // No page is prepared at the start: tests slow calls down after it.
        // It answers searches too: a test says what is found.
        const environment = { FRONTAPI_URL: upstream.url, PAGE_CACHE_MB: '0', SEARCH: 'upstream' };
        const server = await startServer({
          ...environment,
          ...(scope === 'file' && { CONTENT_TTL: '0', CONTENT_STALE: '0', UPSTREAM_TIMEOUT: '30000' }),
        });
        await use(server);
        expect(await server.stop()).toBe(0);
      },
      { scope },
    ],
    // Closed before the server: it may still be loading images.
    async tab({ browser, server, upstream }, use) {
      const tab = await visit(browser, { baseURL: server.url });
      await use(tab);
      upstream.behave();
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
