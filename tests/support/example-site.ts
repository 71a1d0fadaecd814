import type { Browser } from 'playwright-core';
import { beforeAll, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { startServer, type TestServer } from './server.ts';

interface ExampleSite {
  browser: Browser;
  server: TestServer;
}

/** To start on the example costs as much as a whole file of tests: one server for all files of a worker. It ends with the worker. */
let server: Promise<TestServer> | undefined;

/** The example organisation's site in both languages, and a browser: there once the file's hooks have run. @param options.searchable waits until its search has read everything */
export function serveExample({ searchable = false } = {}): Readonly<ExampleSite> {
  let site: ExampleSite | undefined;
  const started = (): ExampleSite => {
    if (!site) throw new Error('the example is served while tests run');
    return site;
  };
  beforeAll(async () => {
    server ??= startServer({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
    site = { browser: await openBrowser(), server: await server };
    if (searchable) await hasReadEverything(site.server);
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

const hasReadEverything = ({ url }: TestServer): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const response = await fetch(`${url}/frontapi/en/search?q=everything`);
      return response.ok && !(await response.text()).includes('is_partial');
    },
    { timeout: 50_000, interval: 200 },
  );
