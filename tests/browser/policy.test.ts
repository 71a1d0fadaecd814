import { describe, expect } from 'vitest';
import { testOfOneServer as test } from '../support/site-test.ts';

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

  test('lets no script element have an address: the inline script imports those of the build', async ({
    tab,
    open,
  }) => {
    await open('/blogs');
    tab.expected.push(/requires 'TrustedScriptURL'/);
    for (const address of ['https://evil.example/assets/a.js', '/assets/a.js', 'data:text/javascript,alert(1)', '']) {
      const write = tab.page.evaluate((src) => {
        document.createElement('script').setAttribute('src', src);
      }, address);
      await expect(write).rejects.toThrow('TrustedScriptURL');
    }
  });

  test('applies the styles of the page, and no others', async ({ server, tab }) => {
    tab.expected.push(REFUSED);
    await tab.page.route('**/faq', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</head>', '<style>body { color: red }</style></head>');
      await route.fulfill({ response, body });
    });
    await tab.page.goto(`${server.url}/faq`);
    const { display, color } = await tab.page.evaluate(() => {
      const { display, color } = getComputedStyle(document.body);
      return { display, color };
    });
    expect(display).toBe('flex');
    expect(color).not.toBe('rgb(255, 0, 0)');
    expect(tab.complaints).toContainEqual(expect.stringContaining('inline style'));
  });

  test('runs no script that stands in the markup, and tells of it on the console', async ({ server, tab }) => {
    tab.expected.push(REFUSED);
    await tab.page.route('**/faq', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<main', '<script>document.title = "run"</script><main');
      await route.fulfill({ response, body });
    });
    await tab.page.goto(`${server.url}/faq`);
    expect(await tab.page.title()).toBe('Frequently asked questions | Himal Trust');
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
