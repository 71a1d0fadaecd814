import { describe, expect } from 'vitest';
import { test } from '../support/site-test.ts';

/* The content security policy, as a browser enforces it. */

const REFUSED = /Content Security Policy|frame-ancestors|TrustedScript/;

describe('the policy', () => {
  test('bears all that a visit does: editors’ texts, descriptions for search engines, the progress bar', async ({
    tab,
    open,
  }) => {
    await open('/blogs');
    await tab.page.getByRole('link', { name: 'Blog number 12' }).click();
    await expect.poll(() => tab.page.locator('h1').innerText()).toBe('Blog number 12');
    expect(await tab.page.locator('main').innerText()).toContain('Text of blog 12.');
    const descriptions = tab.page.locator('script[type="application/ld+json"]');
    expect(await descriptions.allInnerTexts()).toContainEqual(expect.stringContaining('Blog number 12'));
  });

  test('lets no text become markup that has not been let through', async ({ tab, open }) => {
    await open('/blogs');
    const write = (html: string) =>
      tab.page.evaluate((text) => {
        document.body.lastElementChild?.insertAdjacentHTML('beforeend', text);
      }, html);
    await expect(write('<p>hello</p>')).rejects.toThrow('markup that no Trusted Types policy has approved');
  });

  test('lets a script of the build have an element, which React writes anew with the document, and no other', async ({
    tab,
    open,
  }) => {
    await open('/blogs');
    const write = (address: string) =>
      tab.page.evaluate((src) => {
        document.createElement('script').setAttribute('src', src);
      }, address);
    const own = await tab.page.locator('script[type=module]').getAttribute('src');
    await write(own ?? '');
    for (const address of [
      'https://evil.example/assets/a.js',
      '//evil.example/assets/a.js',
      '/assets//evil.example/a.js',
      '/assets/../blogs.js',
      '/assets/a.js?x',
      '/blogs',
      'data:text/javascript,alert(1)',
      '',
    ]) {
      await expect(write(address)).rejects.toThrow('script that is not of this site');
    }
  });

  test('runs no script that stands in the markup, and tells of it on the console', async ({ server, tab }) => {
    tab.expected.push(REFUSED);
    await tab.page.route('**/blogs', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<main', '<script>document.title = "run"</script><main');
      await route.fulfill({ response, body });
    });
    await tab.page.goto(`${server.url}/blogs`);
    expect(await tab.page.title()).toBe('Blogs | Himal Trust');
    expect(tab.complaints).toContainEqual(expect.stringContaining('inline script'));
  });

  test('lets nobody frame a page', async ({ tab, open }) => {
    await open('/blogs');
    tab.expected.push(REFUSED);
    await tab.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/blogs';
      document.body.append(frame);
    });
    await expect.poll(() => tab.complaints).toContainEqual(expect.stringMatching(/frame-ancestors|frame-src/));
  });
});
