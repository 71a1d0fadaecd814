import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentLocation, Router, type RouterUpdate } from '../../../client/navigation/router.ts';
import { ContentError } from '../../../packages/model/src/content-error.ts';
import { defer } from '../../../shared/deferred.ts';
import { blog, blogs } from '../../../shared/features/articles/article-pages.ts';
import type { PageLoaders } from '../../../shared/load-page.ts';
import { FakeElement, stubBrowser } from '../../support/fake-document.ts';
import { POLLING } from '../../support/polling.ts';

const ORIGIN = 'https://www.himal.example';
const ROOT = {
  locale: 'en' as const,
  locales: ['en'] as const,
  site: { name: 'Himal' } as never,
  origin: ORIGIN,
  indexable: true,
  isProvisional: false,
};

/** Loads are answered by the test. */
interface Load {
  path: string;
  signal: AbortSignal;
  answer(data: object): void;
  fail(error: unknown): void;
}

let browser: ReturnType<typeof stubBrowser>;
let loads: Load[];
let updates: RouterUpdate[];
let router: Router;
let ended: AbortController;
let loaders: PageLoaders;
beforeEach(() => {
  browser = stubBrowser(`${ORIGIN}/blogs`);
  loads = [];
  updates = [];
  ended = new AbortController();
  loaders = {
    loadData: (page, { params, signal }) =>
      new Promise((answer, fail) => {
        if (!signal) throw new Error('no signal');
        loads.push({ path: page.path.replace(':id', params.id ?? ''), signal, answer, fail });
      }),
    loadView: async () => ({ head: () => ({}), Screen: () => null }),
  };
  router = new Router({ location: currentLocation(), page: blogs, root: ROOT, data: {} }, loaders, ended.signal);
  router.subscribe((update) => updates.push(update));
});
afterEach(() => {
  blog.loadedView = undefined;
  blogs.loadedView = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const last = () => {
  const update = updates.at(-1);
  if (!update) throw new Error('no update');
  return update;
};
const shown = () => last().state.shown;
const addressShown = () => shown().location.pathname + shown().location.search + shown().location.hash;

async function visit(to: string, options?: Parameters<Router['navigate']>[1]) {
  const navigated = router.navigate(to, options);
  loads.at(-1)?.answer({ of: to });
  await navigated;
}

describe('a navigation', () => {
  it('loads the page, then shows it and adds it to the history', async () => {
    const navigated = router.navigate('/blogs/3?x=1#text', { viewTransition: true });
    expect(router.state).toMatchObject({ isLoading: true, shown: { page: blogs } });
    expect(router.destination).toBe('/blogs/3?x=1#text');
    expect(browser.history.entries).toHaveLength(1);
    loads[0]?.answer({ blog: 3 });
    await navigated;
    expect(last()).toMatchObject({
      state: { isLoading: false, shown: { page: blog, data: { blog: 3 }, root: ROOT } },
      viewTransition: true,
    });
    expect(addressShown()).toBe('/blogs/3?x=1#text');
    expect(browser.history.entries.map(({ address }) => address)).toEqual(['/blogs', '/blogs/3?x=1#text']);
  });

  it('replaces the history entry if it is asked to, and for the address that is shown', async () => {
    await visit('/blogs/3', { replace: true });
    await visit('/blogs/3');
    expect(browser.history.entries.map(({ address }) => address)).toEqual(['/blogs/3']);
    expect(loads).toHaveLength(2);
  });

  it('gives up the one before it, whose answer is not shown', async () => {
    const first = router.navigate('/blogs/3');
    const second = router.navigate('/blogs/4');
    expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    loads[0]?.answer({ of: '/blogs/3' });
    await first;
    expect(router.state).toMatchObject({ isLoading: true, shown: { page: blogs } });
    loads[1]?.answer({ of: '/blogs/4' });
    await second;
    expect(addressShown()).toBe('/blogs/4');
    expect(browser.history.entries.map(({ address }) => address)).toEqual(['/blogs', '/blogs/4']);
  });

  it('shows the page with its error if its data cannot be loaded', async () => {
    const navigated = router.navigate('/blogs/3');
    const error = new ContentError(503, 'no answer');
    loads[0]?.fail(error);
    await navigated;
    expect(shown()).toMatchObject({ page: blog, data: {}, error });
    expect(addressShown()).toBe('/blogs/3');
    await visit('/blogs/4');
    expect(shown().error).toBeUndefined();
  });

  it('keeps the page while the visitor is offline, until the next one', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const navigated = router.navigate('/blogs/3');
    loads[0]?.fail(new ContentError(503, 'no answer'));
    await navigated;
    expect(router.state).toMatchObject({ isLoading: false, isOffline: true, shown: { page: blogs } });
    expect([addressShown(), router.destination]).toEqual(['/blogs', '/blogs']);
    const next = router.navigate('/blogs/4');
    expect(router.state.isOffline).toBe(false);
    loads[1]?.answer({ of: '/blogs/4' });
    await next;
    expect(addressShown()).toBe('/blogs/4');
  });

  it('takes back that the visitor is offline once that is over', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const navigated = router.navigate('/blogs/3');
    loads[0]?.fail(new ContentError(503, 'no answer'));
    await navigated;
    expect(last().state.isOffline).toBe(true);
    browser.dispatch('online', {});
    expect(last().state).toMatchObject({ isOffline: false, shown: { page: blogs } });
    const { length } = updates;
    browser.dispatch('online', {});
    expect(updates).toHaveLength(length);
  });

  it('is left to the server where there is no such thing: it may have moved', async () => {
    const navigated = router.navigate('/blogs/3?page=2');
    loads[0]?.fail(new ContentError(404, 'no such blog'));
    await navigated;
    expect(browser.location.assign).toHaveBeenCalledWith('/blogs/3?page=2');
    expect(addressShown()).toBe('/blogs');
    // The document stays if the server sends a file, and Back may bring it as it was.
    expect(last().state.isLoading).toBe(false);
  });

  it('is given up once Back brings the document as it was left meanwhile', async () => {
    const navigated = router.navigate('/blogs/3');
    browser.dispatch('pageshow', { persisted: false });
    expect(router.state.isLoading).toBe(true);
    browser.dispatch('pageshow', { persisted: true });
    expect(last().state).toMatchObject({ isLoading: false, shown: { page: blogs } });
    expect([loads[0]?.signal.aborted, router.destination]).toEqual([true, '/blogs']);
    loads[0]?.answer({ blog: 3 });
    await navigated;
    expect(addressShown()).toBe('/blogs');
  });

  it('within the history is made again once Back brings the document as it was left meanwhile', async () => {
    const failing = router.navigate('/blogs/3');
    loads[0]?.fail(new ContentError(503, 'no answer'));
    await failing;
    await visit('/blogs/4');
    browser.history.go(-1);
    browser.dispatch('pageshow', { persisted: true });
    expect(loads.map(({ signal }) => signal.aborted)).toEqual([false, false, true, false]);
    loads[3]?.answer({ blog: 3 });
    await vi.waitFor(() => expect(addressShown()).toBe('/blogs/3'), POLLING);
  });

  it('shows the error where the server has been asked already', async () => {
    const navigated = router.navigate('/blogs', { replace: true });
    const error = new ContentError(404, 'no such list');
    loads[0]?.fail(error);
    await navigated;
    expect(shown()).toMatchObject({ page: blogs, error });
    expect(browser.location.assign).not.toHaveBeenCalled();
  });

  it('to another place in the page loads nothing', async () => {
    await router.navigate('#list');
    await router.navigate('/blogs', { replace: true });
    expect(loads).toEqual([]);
    expect(addressShown()).toBe('/blogs');
    expect(browser.history.entries.map(({ address }) => address)).toEqual(['/blogs', '/blogs']);
  });

  it('is left to the browser for a path that no page matches', async () => {
    await router.navigate('/x%0Ay');
    expect(browser.location.assign).toHaveBeenCalledWith('/x%0Ay');
    expect(loads).toEqual([]);
  });

  it('is left to the server while the site is a fallback: its menu may be there by now', async () => {
    const root = { ...ROOT, isProvisional: true };
    const provisional = new Router({ ...router.state.shown, root }, loaders, new AbortController().signal);
    await provisional.navigate('/blogs/3');
    expect(browser.location.assign).toHaveBeenCalledWith('/blogs/3');
    expect(loads).toEqual([]);
  });

  it('ends with the scripts', async () => {
    const navigated = router.navigate('/blogs/3');
    ended.abort();
    loads[0]?.answer({});
    await navigated;
    expect(browser.history.entries.map(({ address }) => address)).toEqual(['/blogs']);
    browser.history.go(0);
    expect(loads).toHaveLength(1);
  });
});

describe('the site', () => {
  const nameShown = () => shown().root.site.name;
  let answerRoot: (name: string) => void;
  let failRoot: (error: unknown) => void;
  let rootLoads: number;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    rootLoads = 0;
    loaders.loadRoot = (locale, root) =>
      new Promise((answer, fail) => {
        rootLoads += 1;
        answerRoot = (name) => answer({ ...root, locale, site: { ...root.site, name } });
        failRoot = fail;
      });
    // The first router would follow the history, too.
    ended.abort();
    ended = new AbortController();
    router = new Router(router.state.shown, loaders, ended.signal);
    router.subscribe((update) => updates.push(update));
  });

  it('is loaded beside a page once it is five minutes old, and shown with the next page at the latest', async () => {
    await visit('/blogs/3');
    vi.advanceTimersByTime(299_999);
    await visit('/blogs/4');
    expect(rootLoads).toBe(0);
    vi.advanceTimersByTime(1);
    await visit('/blogs/5');
    expect([addressShown(), nameShown(), rootLoads]).toEqual(['/blogs/5', 'Himal', 1]);
    answerRoot('Himal Trust');
    await visit('/blogs/6');
    expect([nameShown(), rootLoads]).toEqual(['Himal Trust', 1]);
    // Also with a page that was left with the old one.
    browser.history.go(-1);
    expect([addressShown(), nameShown()]).toEqual(['/blogs/5', 'Himal Trust']);
    vi.advanceTimersByTime(300_000);
    await visit('/blogs/7');
    expect(rootLoads).toBe(2);
  });

  it('stays on the page that is being read, also after a jump within it', async () => {
    vi.advanceTimersByTime(300_000);
    await visit('/blogs/3');
    answerRoot('Himal Trust');
    await new Promise(setImmediate);
    await router.navigate('#contents');
    expect([addressShown(), nameShown()]).toEqual(['/blogs/3#contents', 'Himal']);
    await visit('/blogs/4');
    expect(nameShown()).toBe('Himal Trust');
  });

  it('stays where it cannot be loaded, and is asked for again five minutes later', async () => {
    vi.advanceTimersByTime(300_000);
    await visit('/blogs/3');
    failRoot(new ContentError(503, 'no answer'));
    await visit('/blogs/4');
    expect([addressShown(), nameShown(), rootLoads]).toEqual(['/blogs/4', 'Himal', 1]);
    vi.advanceTimersByTime(300_000);
    await visit('/blogs/5');
    expect(rootLoads).toBe(2);
  });

  it('of another edition is waited for, and the one before it is not shown there', async () => {
    const root = { ...ROOT, locales: ['en', 'ne'] as const };
    router = new Router({ ...router.state.shown, root }, loaders, ended.signal);
    router.subscribe((update) => updates.push(update));
    vi.advanceTimersByTime(300_000);
    await visit('/blogs/3');
    const answerEnglish = answerRoot;
    const navigated = router.navigate('/ne/blogs/3');
    answerRoot('हिमाल');
    loads.at(-1)?.answer({ blog: 3 });
    await navigated;
    answerEnglish('Himal Trust');
    await visit('/ne/blogs/4');
    expect([addressShown(), nameShown(), rootLoads]).toEqual(['/ne/blogs/4', 'हिमाल', 2]);
  });
});

describe('going back', () => {
  it('shows the page as it was left, at once, and adds nothing to the history', async () => {
    await visit('/blogs/3');
    browser.history.go(-1);
    expect(addressShown()).toBe('/blogs');
    browser.history.go(1);
    expect(addressShown()).toBe('/blogs/3');
    expect(shown().data).toEqual({ of: '/blogs/3' });
    expect(loads).toHaveLength(1);
    expect(browser.history.entries).toHaveLength(2);
    expect(last().viewTransition).toBe(false);
  });

  it('loads a page that was left long ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await visit('/blogs/3');
    vi.advanceTimersByTime(600_000);
    browser.history.go(-1);
    expect(router.destination).toBe('/blogs');
    expect(loads.map(({ path }) => path)).toEqual(['/blogs/3', '/blogs']);
    loads[1]?.answer({ of: '/blogs' });
    await vi.waitFor(() => expect(shown().data).toEqual({ of: '/blogs' }), POLLING);
    expect(browser.history.entries).toHaveLength(2);
  });

  it('loads a page that had failed, and one of many pages', async () => {
    const failing = router.navigate('/blogs/3');
    loads[0]?.fail(new ContentError(503, 'no answer'));
    await failing;
    for (let id = 4; id < 30; id += 1) await visit(`/blogs/${id}`);
    const before = loads.length;
    browser.history.go(-20);
    expect(loads).toHaveLength(before);
    browser.history.go(-1);
    browser.history.go(-5);
    expect(loads.slice(before).map(({ path }) => path)).toEqual(['/blogs/8', '/blogs/3']);
  });

  it('loads a page of which a block had failed', async () => {
    const failed = defer(Promise.reject(new Error('no answer')));
    await failed.promise;
    const navigated = router.navigate('/blogs/3');
    loads[0]?.answer({ failed });
    await navigated;
    await visit('/blogs/4');
    browser.history.go(-1);
    expect(loads.map(({ path }) => path)).toEqual(['/blogs/3', '/blogs/4', '/blogs/3']);
  });

  it('within the page loads nothing', async () => {
    await router.navigate('#list');
    browser.history.go(-1);
    expect(addressShown()).toBe('/blogs');
    expect(loads).toEqual([]);
  });
});

describe('the scroll position', () => {
  const scroll = () => {
    last().scroll?.();
    return browser.scrollTo.mock.lastCall;
  };

  /** The browser scrolls, and tells of it in the next frame. */
  const scrolled = (position: number) => {
    vi.stubGlobal('scrollY', position);
    browser.dispatch('scroll', {});
  };

  it('is where the visitor was when they left, whatever a placeholder has made of it meanwhile', async () => {
    scrolled(3_000);
    void router.navigate('/blogs/3');
    scrolled(400);
    void router.navigate('/blogs/4');
    loads[1]?.answer({ of: '/blogs/4' });
    await vi.waitFor(() => expect(addressShown()).toBe('/blogs/4'), POLLING);
    browser.history.go(-1);
    expect(scroll()).toEqual([0, 3_000]);
  });

  it('is the top of a new page, and where the visitor was on a page of the history', async () => {
    scrolled(700);
    await visit('/blogs/3');
    expect(scroll()).toEqual([0, 0]);
    scrolled(250);
    browser.history.go(-1);
    expect(addressShown()).toBe('/blogs');
    expect(scroll()).toEqual([0, 700]);
    browser.history.go(1);
    expect(addressShown()).toBe('/blogs/3');
    expect(scroll()).toEqual([0, 250]);
  });

  it('is the place that the address names', async () => {
    const target = Object.assign(new FakeElement(), { scrollIntoView: vi.fn() });
    browser.document.getElementById.mockImplementation((id) => (id === 'सूची' ? target : null));
    await visit('/blogs/3#%E0%A4%B8%E0%A5%82%E0%A4%9A%E0%A5%80');
    last().scroll?.();
    expect(target.scrollIntoView).toHaveBeenCalledTimes(1);
    await visit('/blogs/4#missing');
    expect(scroll()).toEqual([0, 0]);
  });

  it('is that of each jump within the page, which the browser may have made before it tells of it', async () => {
    const target = Object.assign(new FakeElement(), { scrollIntoView: () => vi.stubGlobal('scrollY', 1_000) });
    browser.document.getElementById.mockReturnValue(target);
    const jump = () => {
      vi.stubGlobal('scrollY', 1_000);
      browser.history.jump('#first');
      last().scroll?.();
      browser.dispatch('scroll', {});
    };
    scrolled(200);
    jump();
    scrolled(1_150);
    jump();
    expect(browser.scrollTo).not.toHaveBeenCalled();
    const positions = [-1, -1, 1, 1].map((steps) => {
      browser.history.go(steps);
      const [, position] = scroll() ?? [];
      scrolled(position);
      return position;
    });
    expect(positions).toEqual([1_150, 200, 1_150, 1_000]);
    expect(loads).toEqual([]);
  });

  it('stays if the navigation asks for it', async () => {
    await visit('#picture-2', { keepScroll: true });
    expect(last().scroll).toBeUndefined();
  });

  it('is the browser’s to restore while another document is loaded, and is known after it', async () => {
    expect(browser.history.scrollRestoration).toBe('manual');
    scrolled(320);
    browser.dispatch('pagehide', {});
    expect(browser.history.scrollRestoration).toBe('auto');
    expect(JSON.parse(browser.session.get('scroll-positions') ?? '')).toEqual({
      [router.state.shown.location.key]: 320,
    });
    browser.dispatch('pageshow', {});
    expect(browser.history.scrollRestoration).toBe('manual');
  });
});
