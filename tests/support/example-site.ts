import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { startServer, type TestServer } from './server.ts';

interface ExampleSite {
  browser: Browser;
  server: TestServer;
}

/** The example organisation's site and a browser, for all tests of a file. Its parts are there once the file's hooks have run. */
export function serveExample(environment: Record<string, string> = {}): Readonly<ExampleSite> {
  let site: ExampleSite | undefined;
  const started = (): ExampleSite => {
    if (!site) throw new Error('the example is served while tests run');
    return site;
  };
  beforeAll(async () => {
    const [browser, server] = await Promise.all([
      openBrowser(),
      startServer({ CONTENT_DIR: 'content', ...environment }),
    ]);
    site = { browser, server };
    // Until its search has read everything, the server shares two cores with it: pages come in pieces, and results are missing.
    await vi.waitUntil(
      async () => {
        const response = await fetch(`${server.url}/frontapi/en/search?q=everything`);
        return response.ok && !(await response.text()).includes('is_partial');
      },
      { timeout: 50_000, interval: 200 },
    );
  });
  afterAll(async () => {
    await site?.browser.close();
    expect(await site?.server.stop()).toBe(0);
  });
  return {
    get browser() {
      return started().browser;
    },
    get server() {
      return started().server;
    },
  };
}
