import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followForms } from '../../../client/navigation/follow-forms.ts';
import { followLinks } from '../../../client/navigation/follow-links.ts';
import { prefetchLinks } from '../../../client/navigation/prefetch-links.ts';
import { loadStyles } from '../../../client/navigation/screen-styles.ts';
import { blog, blogs } from '../../../shared/features/articles/article-pages.ts';
import type { Page } from '../../../shared/page.ts';
import { FakeElement, stubBrowser } from '../../support/fake-document.ts';

vi.mock('../../../client/navigation/screen-styles.ts', () => ({ loadStyles: vi.fn(async () => {}) }));

const ORIGIN = 'https://www.himal.example';
/** Without its loader and its view. */
const stub = (page: Page) => ({
  view: vi.spyOn(page, 'view').mockResolvedValue({ head: () => ({}), Screen: () => null }),
  load: vi.spyOn(page, 'load').mockResolvedValue({}),
});

let browser: ReturnType<typeof stubBrowser>;
let item: ReturnType<typeof stub>;
let list: ReturnType<typeof stub>;
const navigate = vi.fn(async () => {});
let listening: AbortController;
beforeEach(() => {
  browser = stubBrowser(`${ORIGIN}/blogs?page=2`);
  listening = new AbortController();
  item = stub(blog);
  list = stub(blogs);
  navigate.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const anchor = (href: string, attributes: object = {}) =>
  new FakeElement({ href: new URL(href, `${ORIGIN}/blogs?page=2`).href, ...attributes });

describe('a click', () => {
  const click = (target: unknown, event: object = {}) => {
    const preventDefault = vi.fn();
    followLinks({ navigate }, ['en'], listening.signal);
    const plain = {
      button: 0,
      metaKey: false,
      ctrlKey: false,
      shiftKey: false,
      altKey: false,
      defaultPrevented: false,
    };
    browser.dispatch('click', { ...plain, target, preventDefault, ...event });
    expect(preventDefault).toHaveBeenCalledTimes(navigate.mock.calls.length);
    return navigate.mock.calls.map(([to]: unknown[]) => to);
  };

  it.each([
    ['/blogs/3', '/blogs/3'],
    ['/blogs?page=3#list', '/blogs?page=3#list'],
    [`${ORIGIN}/blogs/3`, '/blogs/3'],
    ['/blogs?page=2', '/blogs?page=2'],
    // Another page, so no jump within this one.
    ['/blogs#list', '/blogs#list'],
  ])('on a link to %s navigates to %s', (href, to) => {
    expect(click(anchor(href))).toEqual([to]);
  });

  it.each([
    ['another site', 'https://elsewhere.example/blogs/3', {}],
    ['another port', 'https://www.himal.example:8443/blogs/3', {}],
    ['a mail address', 'mailto:info@himal.example', {}],
    ['a document', '/media/form.pdf', {}],
    ['a feed', '/blogs/feed.xml', {}],
    ['no screen', '/frontapi/en/blogs/3/4', {}],
    ['a place in this page', '#list', {}],
    ['a new window', '/blogs/3', { target: '_blank' }],
    ['a download', '/blogs/3', { download: '' }],
    ['a page that asks for a reload', '/blogs/3', { 'data-reload': '' }],
  ])('on a link to %s is left to the browser', (_, href, attributes) => {
    expect(click(anchor(href, attributes))).toEqual([]);
  });

  it.each([
    { button: 1 },
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ])('with %j is left to the browser', (event) => {
    expect(click(anchor('/blogs/3'), event)).toEqual([]);
  });

  it('on a link whose target is its own window navigates', () => {
    expect(click(anchor('/blogs/3', { target: '_self' }))).toEqual(['/blogs/3']);
  });

  it('beside a link, or on a text node, does nothing', () => {
    expect(click(new FakeElement())).toEqual([]);
    expect(click({})).toEqual([]);
  });

  it('has a view transition, unless the visitor prefers less motion', () => {
    click(anchor('/blogs/3'));
    expect(navigate).toHaveBeenLastCalledWith('/blogs/3', { viewTransition: true });
    listening.abort();
    listening = new AbortController();
    navigate.mockClear();
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }));
    click(anchor('/blogs/3'));
    expect(navigate).toHaveBeenLastCalledWith('/blogs/3', { viewTransition: false });
  });

  it('is left to the browser once the scripts have given the page up', () => {
    const ended = new AbortController();
    followLinks({ navigate }, ['en'], ended.signal);
    ended.abort();
    browser.dispatch('click', { button: 0, target: anchor('/blogs/3'), preventDefault: vi.fn() });
    expect(navigate).not.toHaveBeenCalled();
  });
});

describe('a form', () => {
  class FakeForm {
    fields: [string, unknown][];
    constructor(
      readonly action: string,
      readonly method: string,
      fields: Record<string, unknown>,
    ) {
      this.fields = Object.entries(fields);
    }
  }
  const submit = (fields: Record<string, unknown>, { action = '/blogs', method = 'get', isHandled = false } = {}) => {
    vi.stubGlobal('HTMLFormElement', FakeForm);
    vi.stubGlobal(
      'FormData',
      class {
        constructor(readonly form: FakeForm) {}
        [Symbol.iterator]() {
          return this.form.fields[Symbol.iterator]();
        }
      },
    );
    const preventDefault = vi.fn();
    followForms({ navigate }, ['en'], listening.signal);
    const form = new FakeForm(new URL(action, ORIGIN).href, method, fields);
    browser.dispatch('submit', { target: form, preventDefault, defaultPrevented: isHandled });
    expect(preventDefault).toHaveBeenCalledTimes(navigate.mock.calls.length);
    return navigate.mock.calls.map(([to]: unknown[]) => to);
  };

  it('of the site navigates to its address, without its empty fields', () => {
    expect(submit({ search: ' two words ', category: '', page: '  ' })).toEqual(['/blogs?search=two+words']);
  });

  it('replaces the query of its action, and leaves out files', () => {
    expect(submit({ search: 'x', file: {} }, { action: '/blogs?page=3' })).toEqual(['/blogs?search=x']);
  });

  it('without a filled field navigates to the list', () => {
    expect(submit({ search: '' })).toEqual(['/blogs']);
  });

  it.each([true, false])('leaves visitors where they are, if its page is shown: %s', (keepScroll) => {
    const action = keepScroll ? location.pathname : '/news';
    submit({ search: 'x' }, { action });
    expect(navigate.mock.calls).toEqual([[`${action}?search=x`, { keepScroll }]]);
  });

  it.each([
    ['posts', { method: 'post' }],
    ['leads to another site', { action: 'https://elsewhere.example/blogs' }],
    ['leads to no screen', { action: '/nowhere' }],
    ['was handled', { isHandled: true }],
  ])('that %s is left to the browser', (_, options) => {
    expect(submit({ search: 'x' }, options)).toEqual([]);
  });
});

describe('prefetching', () => {
  const HOVER_MS = 80;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  const hover = (target: unknown, pointerType = 'mouse') => browser.dispatch('pointerover', { target, pointerType });
  const start = () => prefetchLinks({ locales: ['en'], site: { screens: [] } }, listening.signal);

  it('begins once the pointer has stayed on a link, with view, styles and data', () => {
    start();
    hover(anchor('/blogs/3'));
    vi.advanceTimersByTime(HOVER_MS - 1);
    expect(item.load).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(item.view).toHaveBeenCalledTimes(1);
    expect(loadStyles).toHaveBeenCalledExactlyOnceWith('Article');
    expect(item.load.mock.calls).toEqual([[expect.objectContaining({ params: { id: '3' }, query: {} })]]);
  });

  it('passes on the parameters of the page, and no others', () => {
    start();
    hover(anchor('/blogs?search=share&page=3&utm_source=x'));
    vi.advanceTimersByTime(HOVER_MS);
    expect(list.load.mock.calls).toEqual([[expect.objectContaining({ query: { search: 'share', page: '3' } })]]);
  });

  it.each(['pointerout', 'click'])('does not begin if a %s comes before', (type) => {
    start();
    hover(anchor('/blogs/3'));
    browser.dispatch(type, {});
    vi.advanceTimersByTime(10 * HOVER_MS);
    expect(item.load).not.toHaveBeenCalled();
  });

  it('follows a pointer that moves on to the link where it stays', () => {
    start();
    hover(anchor('/blogs/3'));
    vi.advanceTimersByTime(HOVER_MS - 1);
    hover(anchor('/blogs/4'));
    vi.advanceTimersByTime(HOVER_MS);
    expect(item.load.mock.calls).toEqual([[expect.objectContaining({ params: { id: '4' } })]]);
  });

  it.each(['focusin', 'touchstart'])('begins at once at %s', (type) => {
    start();
    browser.dispatch(type, { target: anchor('/blogs/3') });
    expect(item.load).toHaveBeenCalledTimes(1);
  });

  it('does not begin for a finger that passes over', () => {
    start();
    hover(anchor('/blogs/3'), 'touch');
    vi.advanceTimersByTime(10 * HOVER_MS);
    expect(item.load).not.toHaveBeenCalled();
  });

  it('happens once for each address', () => {
    start();
    for (let times = 0; times < 3; times += 1) browser.dispatch('focusin', { target: anchor('/blogs/3') });
    expect(item.load).toHaveBeenCalledTimes(1);
    browser.dispatch('focusin', { target: anchor('/blogs/4') });
    expect(item.load).toHaveBeenCalledTimes(2);
  });

  it('happens neither for the present page, nor for what the browser follows itself', () => {
    start();
    const targets = [
      anchor('/blogs?page=2'),
      anchor('https://elsewhere.example/blogs/3'),
      anchor('/x.pdf'),
      new FakeElement(),
    ];
    for (const target of targets) browser.dispatch('focusin', { target });
    expect([item.load, list.load].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('may fail: the page has not been requested yet', async () => {
    item.view.mockRejectedValue(new Error('no chunk'));
    item.load.mockRejectedValue(new Error('no data'));
    start();
    browser.dispatch('focusin', { target: anchor('/blogs/3') });
    await new Promise((resolve) => setImmediate(resolve));
    expect(item.load).toHaveBeenCalledTimes(1);
  });

  it('does not happen where the browser saves data', () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    start();
    browser.dispatch('focusin', { target: anchor('/blogs/3') });
    expect(item.load).not.toHaveBeenCalled();
  });
});
