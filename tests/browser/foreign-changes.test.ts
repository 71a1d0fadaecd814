import { describe, expect } from 'vitest';
import { testOfOneVisitor } from '../support/site-test.ts';
import { data } from '../support/upstream.ts';

/* What others do to a page that is hydrated: React goes on beside it. */

const TRANSLATIONS = {
  /** As the browser's own: other text nodes stand in font elements in the place of React's. */
  replaced() {
    const translated = new WeakSet<Node>();
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = [
        root,
        ...(function* () {
          while (walker.nextNode()) yield walker.currentNode;
        })(),
      ];
      for (const text of texts) {
        if (!(text instanceof Text) || translated.has(text) || !text.data.trim()) continue;
        if (text.parentElement?.closest('script, style, noscript, font')) continue;
        const outer = document.createElement('font');
        const inner = outer.appendChild(document.createElement('font'));
        translated.add(inner.appendChild(document.createTextNode(`«${text.data}»`)));
        text.replaceWith(outer);
      }
    };
    translate(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translate);
    }).observe(document.body, { childList: true, subtree: true });
  },
  /** React's text nodes stand in other elements. */
  wrapped() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.parentElement?.closest('script, style, noscript')) continue;
      const font = document.createElement('font');
      text.before(font);
      font.append(text);
    }
  },
};

const CHANGES = {
  moved() {
    for (const element of document.querySelectorAll('main > *, main > * > *, main li, header > a, footer > *')) {
      const wrapper = document.createElement('div');
      element.before(wrapper);
      wrapper.append(element);
    }
  },
  removed() {
    for (const place of ['main > :first-child', 'main > * > :nth-child(2)', 'main li', 'footer > :first-child'])
      document.querySelector(place)?.remove();
  },
};

const NOTICED = /something has moved or removed parts of the page/;

const test = testOfOneVisitor.extend<{ follow(address: string, words: string): Promise<string> }>({
  /** Follows a link to a page that has these words, without a page load. @returns what its main part says */
  follow: ({ tab: { page, requests } }, use) =>
    use(async (address, words) => {
      await page.evaluate((href) => {
        const link = document.createElement('a');
        link.href = href;
        document.body.append(link);
        link.click();
        link.remove();
      }, address);
      await expect.poll(() => page.locator('main').innerText()).toContain(words);
      expect(await page.locator('main h1').count()).toBe(1);
      expect(requests).not.toContain(address);
      return page.locator('main').innerText();
    }),
});

describe('navigation', () => {
  test.for(Object.entries(TRANSLATIONS))(
    'goes on where texts were %s, each page with its own',
    async ([, change], { upstream, tab, open, follow }) => {
      for (const [id, name] of [
        [7, 'Baker'],
        [8, 'Cook'],
      ] as const)
        upstream.answer(`career/${id}`, data({ career: { id, name, apply_email: `${name}@himal.example` } }));
      tab.expected.push(NOTICED);
      await open('/career/7/show');
      await tab.page.evaluate(change);
      const words = await follow('/career/8/show', 'with “Cook” as the subject');
      expect(words).not.toContain('Baker');
      await follow('/blogs', 'Blog number 14');
      await follow('/blogs?page=2', '13 to 14 of 14 blogs');
      await tab.page.goBack();
      await expect.poll(() => tab.page.locator('main').innerText()).toContain('1 to 12 of 14 blogs');
    },
  );

  test.for(Object.entries(CHANGES))(
    'goes on where elements were %s, which it logs',
    async ([, change], { tab, open, follow }) => {
      tab.expected.push(NOTICED);
      await open('/blogs/3');
      await tab.page.evaluate(change);
      await follow('/blogs/2', 'Text of blog 2.');
      await tab.page.evaluate(change);
      await follow('/news', 'News number 1');
      await tab.page.evaluate(change);
      await follow('/', 'Our Blogs');
      await tab.page.goBack();
      await expect.poll(() => tab.page.locator('main').innerText()).toContain('News number 1');
      expect(tab.complaints).toHaveLength(1);
    },
  );
});
