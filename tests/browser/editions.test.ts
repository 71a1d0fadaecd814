import { describe, expect, it } from 'vitest';
import { hydrated, visit } from '../support/browser.ts';
import { serveExample } from '../support/example-site.ts';

/* The way between the English and the Nepali edition of the example organisation's site. */

const example = serveExample();

describe('the switch', () => {
  const documents = (requests: string[]) => requests.filter((path) => !/^\/(assets|frontapi|media|favicon)/.test(path));

  it('leads to the same page in the other language without a page load, and back', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.goto(`${example.url}/notice?page=2`);
    await hydrated(page);
    await page.getByRole('link', { name: 'नेपाली' }).click();
    await page.waitForURL('**/ne/notice?page=2');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ne');
    await expect.poll(() => page.locator('h1').innerText()).toBe('सूचनाहरू');
    expect(await page.locator('header').getByRole('link', { name: 'जुनेली इन्भेष्टमेन्ट' }).getAttribute('href')).toBe('/ne');
    expect(await page.title()).toMatch(/\| जुनेली इन्भेष्टमेन्ट$/);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/ne\/notice\?page=2$/);

    await page.locator('main article a').first().click();
    await page.waitForURL(/\/ne\/notice\/\d+$/);
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await page.waitForURL(/\d\/notice\/\d+$/);
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/ne/notice?page=2');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ne');
    await expect.poll(() => page.locator('h1').innerText()).toBe('सूचनाहरू');
    expect(documents(requests)).toEqual(['/notice?page=2']);
    expect(requests.filter((path) => path.startsWith('/assets/messages-')).length).toBe(2);
    await finish();
  });

  it('leads to suggestions in the other language', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.url}/notice`);
    await hydrated(page);
    const box = page.locator('#site-search');
    const listOf = (name: string) => page.locator('header').getByRole('listbox', { name, exact: true });
    await box.fill('dividend');
    await listOf('Search').waitFor();
    await page.getByRole('link', { name: 'नेपाली' }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ne');
    await box.fill('लाभांश');
    await listOf('खोज्नुहोस्').waitFor();
    await finish();
  });

  it('is remembered: a page in the other language offers the chosen one once, and nothing moves', async () => {
    const { page, finish } = await visit(example.browser);
    await page.goto(`${example.url}/about`);
    await hydrated(page);
    await page.getByRole('link', { name: 'नेपाली' }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ne');
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('ne');

    await page.goto(`${example.url}/bod`);
    await hydrated(page);
    const hint = page.getByRole('status').filter({ hasText: 'यो पृष्ठ नेपालीमा पढ्नुहोस्' });
    await hint.waitFor();
    const top = () => page.evaluate(() => document.querySelector('footer')?.getBoundingClientRect().top);
    const before = await top();
    await hint.getByRole('button').click();
    await hint.waitFor({ state: 'hidden' });
    expect(await top()).toBe(before);
    await page.goto(`${example.url}/management`);
    await hydrated(page);
    expect(await hint.count()).toBe(0);
    await finish();
  });

  it('takes the marks of texts in another language with it', async () => {
    const { page, requests, finish } = await visit(example.browser);
    await page.goto(`${example.url}/album`);
    await hydrated(page);
    await page.getByRole('link', { name: 'रूखमुनि र कक्षाभित्र' }).click();
    await page.waitForURL('**/album/4');
    const marks = async () => ({
      place: await page.locator('main p span', { hasText: 'जनकपुर, धनुषा' }).getAttribute('lang'),
      picture: await page.locator('#picture-1 picture img').getAttribute('lang'),
    });
    await expect.poll(marks).toEqual({ place: 'ne', picture: 'ne' });
    await page.getByRole('link', { name: 'Open picture 1: बोर्डमा कोरिएको रेखाचित्र' }).waitFor();
    await page.getByRole('link', { name: 'नेपाली' }).click();
    await page.waitForURL('**/ne/album/4');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ne');
    await expect.poll(marks).toEqual({ place: null, picture: null });
    expect(documents(requests)).toEqual(['/album']);
    await finish();
  });

  it('works without scripts', async () => {
    const { page, finish } = await visit(example.browser, { javaScriptEnabled: false });
    await page.goto(`${example.url}/contact`);
    await page.getByRole('link', { name: 'नेपाली' }).click();
    await page.waitForURL('**/ne/contact');
    expect(await page.locator('html').getAttribute('lang')).toBe('ne');
    await finish();
  });
});
