import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locales } from '../../packages/model/src/edition.ts';
import { linksIn } from '../../server/export/html-links.ts';
import { exportedAddress } from '../../shared/exported-address.ts';
import { hydrated, visit } from '../support/browser.ts';
import { smallExample } from '../support/example-folder.ts';
import { serveExample } from '../support/example-site.ts';
import { type Export, exportPlace, type Host, SITE_URL, startNginx, startPlainHost } from '../support/export.ts';
import { unlessTypical } from '../support/extents.ts';
import { makeFolder, validFiles } from '../support/folder.ts';
import { SCREENS } from '../support/screens.ts';
import { startServer, type TestServer } from '../support/server.ts';

/* Sites as files, in a browser: on nginx with the export's own configuration, and on a host without any rules. */

const nepali = (path: string): string => (path === '/' ? '/ne' : `/ne${path}`);
const isThere = (path: string) => !path.endsWith('/no-such-page');
const EXAMPLE = [...SCREENS, ...SCREENS.map(nepali)].filter(isThere);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
/** Of how a plain host differs nothing is a matter of language, or of what is on a page. */
const SMALL_SITE = {
  ...validFiles,
  ...Object.fromEntries(
    numbers(12).map((id) => [
      `blogs/${id}.md`,
      `---\nid: ${id + 10}\nname: Share ${id}\ncreated_at: 2024-05-${id + 10}\n---\nOf the dividend of each share.\n`,
    ]),
  ),
  'report.yaml': numbers(6)
    .map(
      (id) =>
        `- { id: ${id}, name: Report ${id}, fiscal_year: 2080/8${1 + (id % 2)}, category: { slug: ${id > 2 ? 'annual, name: Annual' : 'interim, name: Interim'} }, files: [{ location: /media/report.pdf, name: Report }] }\n`,
    )
    .join(''),
  'media/report.pdf': '%PDF-1.4',
  'page/about.md': '---\nname: About\n---\nOf us.\n',
  'screens.yaml': '- { screen: blogs, name: { en: Letters, ne: चिठीहरू } }\n',
  'data/values.md':
    '---\nname: Values\nas_of: 2026-07-01\ncolumns:\n  - { key: day, type: date }\n  - { key: value, type: money, unit: NPR }\n  - { key: fund, label: Fund }\nfilters: [fund]\nchart: { kind: line, x: day, y: [value] }\n---\nIn *rupees*.\n',
  'data/values.csv': `day,value,fund\n${numbers(60)
    .map((day) => `2026-0${1 + (day % 6)}-${10 + (day % 17)},${1000 + day},${day % 2 ? 'One' : 'Two'}\n`)
    .join('')}`,
};

const SMALL_SCREENS = ['/', '/blogs', '/blogs/1', '/report', '/search', '/about'];

/** Searches and lists that a script in the browser answers on a static host. */
const SMALL_ANSWERS = [
  '/frontapi/en/search?q=dividned',
  '/frontapi/ne/search?q=share&kind=blogs&page=1',
  '/frontapi/en/search?q=sha&suggest=1',
  '/frontapi/en/blogs?search=share+12',
  '/frontapi/en/report?category=annual&fiscal_year=2080%2F82&per_page=50',
  '/frontapi/ne/dataset/values?filter=fund:One&page=2&sort=-value',
  '/frontapi/en/dataset/values?from=2026-02-01&search=magh&to=2026-05-01',
];
const ANSWERS = [
  '/frontapi/en/search?q=dividend',
  '/frontapi/en/search?q=devidend+histroy',
  '/frontapi/en/search?q=लाभांश',
  '/frontapi/ne/search?q=labhansa',
  '/frontapi/en/search?q=who+is+the+chairman',
  '/frontapi/en/search?q=annual+report&kind=report&page=1',
  '/frontapi/en/search?q=div&suggest=1',
  '/frontapi/en/notice?search=agm',
  '/frontapi/ne/notice?search=सभा',
  '/frontapi/en/downloads?sort=-date',
  '/frontapi/en/report?category=annual&fiscal_year=2080%2F81&per_page=50',
  '/frontapi/en/service-center?near=Kaski&per_page=50',
  '/frontapi/ne/dataset/unclaimed-dividends?search=sharma',
];

const HOSTS = [
  {
    name: 'a small site on nginx',
    isTypical: true,
    layout: 'files',
    locales: ['en', 'ne'] as Locales,
    start: startNginx,
    content: () => makeFolder(SMALL_SITE),
    screens: [...SMALL_SCREENS, ...SMALL_SCREENS.map(nepali)],
    fewestPages: 40,
    answers: SMALL_ANSWERS,
  },
  {
    name: 'a small site on a plain host',
    isTypical: true,
    layout: 'folders',
    locales: ['en'] as Locales,
    start: startPlainHost,
    content: () => makeFolder(SMALL_SITE),
    screens: SMALL_SCREENS,
    fewestPages: 20,
    // The export of one edition says less of where an item is in the other than a server of both does.
    answers: [],
  },
  {
    name: 'the example on nginx',
    isTypical: false,
    layout: 'files',
    locales: ['en', 'ne'] as Locales,
    start: startNginx,
    content: smallExample,
    screens: EXAMPLE,
    fewestPages: 150,
    answers: ANSWERS,
  },
];

/** The example by Foyer. */
const example = serveExample({ searchable: true });

for (const host of HOSTS)
  describe(host.name, unlessTypical(host.isTypical, 'exhaustive/every-form'), () => onHost(host));

function onHost({
  isTypical,
  layout,
  locales,
  start,
  content,
  screens,
  fewestPages,
  answers,
}: (typeof HOSTS)[number]): void {
  let folder: Awaited<ReturnType<typeof content>>;
  let place: Export;
  let host: Host;
  /** The same site by Foyer. */
  let own: TestServer | undefined;
  beforeAll(async () => {
    folder = await content();
    place = await exportPlace({ CONTENT_DIR: folder.dir, LOCALES: locales.join(), UPSTREAM_TIMEOUT: '30000' }, true);
    const { code, stdout, stderr } = await place.run('--layout', layout);
    expect(`${stdout}${stderr}`).not.toMatch(/could not be made|leads nowhere/);
    expect(code).toBe(0);
    host = await start(place.dir);
    if (isTypical && answers.length > 0)
      own = await startServer({ CONTENT_DIR: folder.dir, LOCALES: locales.join(), SEARCH: 'own' });
  });
  afterAll(async () => {
    await host.close();
    await own?.stop();
    await Promise.all([place.remove(), folder.remove()]);
  });

  async function expectHydrated(paths: readonly string[]): Promise<void> {
    const { page, finish } = await visit(example.browser);
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${page.url()}: ${response.status()} ${response.url()}`);
    });
    for (const path of paths) {
      await page.goto(host.url + path);
      await hydrated(page);
    }
    await finish();
    expect(failed).toEqual([]);
  }

  // The host sends the file of a list for its address with a query, too.
  it(
    'screens of each kind are hydrated, and ask for nothing that is not there',
    () => expectHydrated(screens),
    240_000,
  );

  it('has every page, file and picture to which a page leads', async () => {
    const { pages }: { pages: Record<string, unknown> } = JSON.parse(
      await readFile(join(place.dir, '.foyer/manifest.json'), 'utf8'),
    );
    expect(Object.keys(pages).length).toBeGreaterThan(fewestPages);
    const links = new Map<string, string>();
    for (const address of Object.keys(pages)) {
      const html = await (await fetch(host.url + exportedAddress(address, locales))).text();
      for (const link of linksIn(html, SITE_URL)) links.set(link.split('#', 1)[0] ?? '', address);
    }
    const missing: string[] = [];
    for (const [link, address] of links) {
      const { status, body } = await fetch(host.url + link);
      await body?.cancel();
      if (status >= 400) missing.push(`${link} on ${address}: ${status}`);
    }
    expect(missing).toEqual([]);
  });

  it('goes from page to page without page loads, at the addresses of files', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.goto(`${host.url}/blogs`);
    await hydrated(page);
    const documents = () => requests.filter((path) => path.endsWith('.json')).length;
    const firstOf = async () => (await page.locator('main article a, main li a').allInnerTexts())[0];
    const ofPageOne = await firstOf();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL(/\/blogs\/page\/2\/?$/);
    // The address changes before the list does.
    await expect.poll(firstOf).not.toBe(ofPageOne);
    expect(documents()).toBeGreaterThan(0);
    const loads = await page.evaluate('performance.getEntriesByType("navigation").length');
    expect(loads).toBe(1);
    const first = await firstOf();
    await page.reload();
    await hydrated(page);
    expect(await firstOf()).toBe(first);
    await page.goBack();
    await page.waitForURL(/\/blogs\/?$/);
    await finish();
  });

  it('leaves a page as it is for a parameter that is not its own', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.goto(`${host.url}/blogs?fbclid=x`);
    await page.evaluate(() => scrollTo(0, 500));
    await hydrated(page);
    expect(await page.evaluate(() => scrollY)).toBe(500);
    // Without the rule, the list is read anew at once: its call would come before that of a page which is asked for afterwards.
    await page.getByRole('link', { name: 'Next' }).hover();
    await expect.poll(() => requests.some((path) => path.startsWith('/frontapi/'))).toBe(true);
    expect(requests.filter((path) => path.startsWith('/frontapi/'))).toHaveLength(1);
    await finish();
  });

  it('shows a filter by its own address, and several by a script', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${host.url}/report`);
    await hydrated(page);
    const show = page.getByRole('button', { name: 'Show results' });
    const choose = (name: string) => page.locator(`main select[name=${name}]`);
    await choose('category').selectOption('annual');
    await show.click();
    await page.waitForURL(/\/report\/category\/annual\/?$/);
    await page.reload();
    await hydrated(page);
    expect(await choose('category').inputValue()).toBe('annual');
    const year = await choose('fiscal_year').locator('option').nth(1).getAttribute('value');
    await choose('fiscal_year').selectOption(year ?? '');
    await show.click();
    await page.waitForURL(/\/report\?.*fiscal_year=/);
    await page.getByRole('searchbox', { name: 'Search', exact: true }).first().waitFor();
    await page.goto(`${host.url}/report?search=report&fiscal_year=${encodeURIComponent(year ?? '')}`);
    await page.locator('main').getByText('“report”').waitFor();
    await finish();
  });

  if (isTypical)
    it('filters, orders and turns the pages of a table by a script', async () => {
      const { page, finish } = await visit(example.browser);
      await page.goto(`${host.url}/data/values`);
      await hydrated(page);
      const cells = (column: number) => page.locator(`main tbody tr > :nth-child(${column})`).allInnerTexts();
      await page.locator('main select[name=filter]').selectOption('fund:One');
      await page.getByRole('button', { name: 'Show results' }).click();
      await expect.poll(async () => new Set(await cells(3))).toEqual(new Set(['One']));
      await page.locator('main thead').getByRole('link', { name: 'value' }).click();
      await expect.poll(async () => (await cells(2))[0]).toBe('1,059');
      await page.getByRole('link', { name: 'Next' }).click();
      await expect.poll(async () => (await cells(2))[0]).toBe('1,009');
      expect(new Set(await cells(3))).toEqual(new Set(['One']));
      await finish();
    });

  it('shows a list and its pages without scripts', async () => {
    const { page, finish } = await visit(example.browser, { javaScriptEnabled: false });
    await page.goto(`${host.url}/blogs`);
    const [first] = await page.locator('main h2').allInnerTexts();
    await page.getByRole('link', { name: 'Next' }).click();
    expect(new URL(page.url()).pathname).toMatch(/^\/blogs\/page\/2\/?$/);
    expect((await page.locator('main h2').allInnerTexts())[0]).not.toBe(first);
    await page.goto(`${host.url}/blogs?search=share`);
    expect((await page.locator('main h2').allInnerTexts())[0]).toBe(first);
    await page.goto(`${host.url}/search?q=share`);
    const note = page.locator('main noscript p');
    await note.waitFor();
    expect(await note.innerText()).toContain('needs JavaScript');
    await page.getByRole('heading', { name: 'Sections of the site' }).waitFor();
    await finish();
  });

  it('searches and suggests', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(host.url);
    await hydrated(page);
    const box = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    await box.fill('dividend');
    await page.getByRole('option').first().waitFor();
    await box.press('Enter');
    await page.waitForURL(/\/search\?q=dividend/);
    await page.locator('main ol li mark').first().waitFor();
    await page.reload();
    await page.locator('main ol li mark').first().waitFor();
    await finish();
  });

  it.each(answers)('answers %s as a server does', async (address) => {
    const server = own ?? example;
    const isSearched = () => !own || own.log.some(({ msg }) => msg === 'the search is complete');
    await expect.poll(isSearched).toBe(true);
    const { data } = await (await fetch(server.url + address)).json();
    const { pathname, searchParams } = new URL(address, host.url);
    const assets = await readdir(join(place.dir, 'assets'));
    const script = assets.find((name) => /^browser-answers-.*\.js$/.test(name)) ?? '';
    const { answer } = await import(/* @vite-ignore */ join(place.dir, 'assets', script));
    const load = async (path: string) => (await (await fetch(`${host.url}${path}.json`)).json()).data;
    const made = await answer(pathname, Object.fromEntries(searchParams), load);
    expect(made).toEqual(data);
  });

  it('applies the styles of a page, and no other inline ones', async () => {
    const { page, expected, complaints, finish } = await visit(example.browser);
    expected.push(/inline style/);
    await page.route('**/about*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</head>', '<style>body { color: red }</style></head>');
      await route.fulfill({ response, body });
    });
    await page.goto(`${host.url}/about`);
    const { display, color } = await page.evaluate(() => {
      const { display, color } = getComputedStyle(document.body);
      return { display, color };
    });
    expect(display).toBe('flex');
    expect(color).not.toBe('rgb(255, 0, 0)');
    expect(complaints).toContainEqual(expect.stringContaining('inline style'));
    await finish();
  });

  it.each([
    ['/no-such-page', 'Page not found'],
    ['/notice/no-such-notice', 'Page not found'],
  ])('%s is the page of a 404', async (address) => {
    const { page, expected, finish } = await visit(example.browser);
    expected.push(/404/);
    const response = await page.goto(host.url + address);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('');
    await finish();
  });
}
