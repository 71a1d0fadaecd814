import type { Browser } from 'playwright-core';
import { beforeAll, inject, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { POLLING } from './polling.ts';

interface ExampleSite {
  browser: Browser;
  url: string;
}

/** The example organisation's site in both languages, the same for all files, and a browser: there once the file's hooks have run. @param options.searchable waits until its search has read everything */
export function serveExample({ searchable = false } = {}): Readonly<ExampleSite> {
  let site: ExampleSite | undefined;
  const started = (): ExampleSite => {
    if (!site) throw new Error('the example is served while tests run');
    return site;
  };
  beforeAll(async () => {
    const url = await (await fetch(inject('exampleSite'))).text();
    site = { browser: await openBrowser(), url };
    if (searchable) await hasReadEverything(url);
  });
  return {
    get browser() {
      return started().browser;
    },
    get url() {
      return started().url;
    },
  };
}

const hasReadEverything = (url: string): Promise<boolean> =>
  vi.waitUntil(async () => {
    const response = await fetch(`${url}/frontapi/en/search?q=everything`);
    return response.ok && !(await response.text()).includes('is_partial');
  }, POLLING);
